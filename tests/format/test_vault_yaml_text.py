from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from vault.format.vault_setting import SETTINGS
from vault.format.vault_yaml_text import vault_yaml_text

GIVEN: dict[str, Any] = {
    "vault_id": "vault_1",
    "default_user": "lin",
    "timezone": "Asia/Shanghai",
    "note_folders": ["notes"],
}


@pytest.mark.parametrize("language", ["zh", "en"])
def test_other_yaml_readers_read_the_same(language: str) -> None:
    text = vault_yaml_text(**{**GIVEN, "language": language, "default_user": "no"})
    assert yaml.safe_load(text) == {
        "format": 1,
        "id": "vault_1",
        "default_user": "no",
        "language": language,
        "timezone": "Asia/Shanghai",
    }


@pytest.mark.parametrize("language", ["zh", "en"])
def test_the_comments_are_in_one_language(language: str) -> None:
    text = vault_yaml_text(**{**GIVEN, "language": language})
    assert bool(re.search("[\u4e00-\u9fff]", text)) == (language == "zh")


def test_every_setting_in_a_comment_is_one() -> None:
    text = vault_yaml_text(**{**GIVEN, "language": "zh", "default_user": ""})
    keys = re.findall(r"^(?:# )?([a-z_]+): ", text, re.MULTILINE)
    assert set(keys) <= set(SETTINGS)
    uncommented = re.sub(r"^# (?=[a-z_]+: )", "", text, flags=re.MULTILINE)
    assert set(yaml.safe_load(uncommented)) == set(keys)


def test_an_adopted_folder_of_notes() -> None:
    assert yaml.safe_load(vault_yaml_text(**{**GIVEN, "language": "en", "note_folders": ["."]}))[
        "note_folders"
    ] == ["."]
