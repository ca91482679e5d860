"""`vault.yaml` missing, broken, from the future, or saying what a shared file must not say."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import vault
from tests.bad_input.conftest import GOOD, QUESTION, Place
from vault.errors import MemvaultError, UnsupportedFormat, VaultNotFound, VaultSettingsBroken


def refused(place: Place, error: type[MemvaultError]) -> None:
    """Opening raises `error`, the command ends with 2 and says so, and nothing is written."""
    before = place.snapshot()
    with pytest.raises(error), vault.open(place.root) as memory:
        memory.recall(QUESTION)
    result = place.command("recall", QUESTION)
    assert result.returncode == 2
    assert result.stderr.strip()
    assert "Traceback" not in result.stderr
    assert GOOD not in result.stdout
    assert place.snapshot() == before


def test_missing(place: Place) -> None:
    (place.root / "vault.yaml").unlink()
    refused(place, VaultNotFound)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("format: [1\n", id="not YAML"),
        pytest.param("format: 1\n\tid: x\n", id="tabs"),
        pytest.param("just words\n", id="words"),
        pytest.param("- format\n", id="a list"),
        pytest.param("", id="empty"),
        pytest.param("id: vault_x\n", id="without format"),
    ],
)
def test_broken(place: Place, text: str) -> None:
    place.write("vault.yaml", text)
    refused(place, VaultSettingsBroken)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("format: 2\nid: vault_x\n", id="a later format"),
        pytest.param("format: 1\nid: vault_x\nextensions: [encrypted-values]\n", id="an unknown extension"),
    ],
)
def test_from_the_future(place: Place, text: str) -> None:
    place.write("vault.yaml", text)
    refused(place, UnsupportedFormat)


def test_a_wrong_value_falls_back_to_its_default(place: Place) -> None:
    place.write(
        "vault.yaml", "format: 1\nid: vault_x\ndefault_user: lin\ntimezone: Mars/Olympus\nlanguage: tlh\n"
    )
    seen = place.see()
    assert len(seen.places("bad-setting")) == 2


@pytest.mark.parametrize(
    "line", ["model: ../model", "hub: http://example.org", "command: rm", "plugins: [a.py]"]
)
def test_what_a_shared_file_must_not_say_is_passed_over(place: Place, line: str) -> None:
    place.write("vault.yaml", f"format: 1\nid: vault_x\ndefault_user: lin\n{line}\n")
    seen = place.see()
    assert seen.codes <= {"setting-not-allowed", "unknown-setting"}
    assert [each.path for each in seen.problems if each.line == 4] == ["vault.yaml"]


def test_two_copies_with_one_id_do_not_mix(place: Place, tmp_path: Path) -> None:
    place.see()
    copy = Place(tmp_path / "copy")
    shutil.copytree(place.root, copy.root)
    copy.write("facts/good.jsonl", '{"id": "mem_good", "content": "家住枫林路 9 号"}\n')

    assert copy.recalled("我家住在枫林路几号")[:1] == ["家住枫林路 9 号"]
    assert place.recalled(QUESTION)[:1] == [GOOD]
    place.see()
