from __future__ import annotations

from pathlib import Path

import opencc
import pytest

import vault.lifecycle.extract
from vault.lifecycle.extract.plain_text import plain_text
from vault.lifecycle.extract.words.traditional import SIMPLIFIED, is_traditional

RULES = sorted(Path(vault.lifecycle.extract.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize(
    ("traditional", "simplified"),
    [
        ("我現在住在臺中", "我现在住在台中"),
        ("請記住我對蝦子過敏", "请记住我对虾子过敏"),
        ("養貓", "养猫"),
        ("我吃素", "我吃素"),
    ],
)
def test_simplified(traditional: str, simplified: str) -> None:
    assert traditional.translate(SIMPLIFIED) == simplified


def test_is_traditional() -> None:
    assert is_traditional("我養了貓")
    assert not is_traditional("我养了猫，cat")


def test_every_character_of_the_rules_is_reached_from_its_traditional_form() -> None:
    """A rule with a character that nobody maps to would never fit Traditional text."""
    to_traditional = opencc.OpenCC("s2tw")
    source = "".join(path.read_text("utf-8") for path in RULES if path.stem != "traditional")
    used = {character for character in source if "\u4e00" <= character <= "\u9fff"}
    used -= {character for character in used if ord(character) in SIMPLIFIED}
    missed = {
        character
        for character in used
        if (form := to_traditional.convert(character)) != character and plain_text(form).text != character
    }
    assert missed == {"着"}  # 著 is 著名 as well as 跟著: it is left alone
