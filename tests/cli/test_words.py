from __future__ import annotations

import re
from pathlib import Path

import pytest

from vault.cli.words import TEXTS, explain_fault, language_of, say
from vault.errors import MemvaultError, VaultNotFound


@pytest.mark.parametrize("key", TEXTS)
def test_both_languages_say_the_same_facts(key: str) -> None:
    chinese, english = TEXTS[key]
    assert chinese
    assert english
    assert sorted(re.findall(r"\{(\w+)", chinese)) == sorted(re.findall(r"\{(\w+)", english))


def test_a_fault_is_told_in_the_language_of_the_vault() -> None:
    error = VaultNotFound(Path("/记忆/{x}"))
    message, hint = explain_fault("zh", error)
    assert message == "/记忆/{x} 不是记忆库"
    assert "memvault init" in hint
    assert explain_fault("en", error) == (str(error), error.hint)


def test_a_fault_without_a_chinese_text_is_told_in_english() -> None:
    assert explain_fault("zh", MemvaultError("new", "do this")) == ("new", "do this")


def test_say() -> None:
    assert say("en", "usage-hint", command="memvault --help") == "see `memvault --help`"
    assert "用法" in say("zh", "usage-hint", command="x")


@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "en"),
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "en_US.UTF-8"}, "en"),
        ({"LANG": "zh_CN.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "C.UTF-8", "MEMVAULT_LANGUAGE": "zh"}, "zh"),
        ({"LC_MESSAGES": "zh_TW.UTF-8", "LANG": "en_US.UTF-8"}, "zh"),
        ({"LANG": "zh_CN.UTF-8", "MEMVAULT_LANGUAGE": "en"}, "en"),
        ({"LANG": "ca_ES.UTF-8"}, "en"),
    ],
)
def test_language_without_a_vault(environ: dict[str, str], language: str) -> None:
    assert language_of(environ) == language
