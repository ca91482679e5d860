"""Traditional to Simplified Chinese, for matching only; stored text keeps the characters it has."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Protocol


class _Converter(Protocol):
    def convert(self, text: str) -> str: ...


def simplify(text: str) -> str:
    """`text` in Simplified characters (OpenCC `t2s`: phrases first, then single characters)."""
    if text.isascii() or _traditional_characters().isdisjoint(text):
        return text
    return _converter().convert(text)


@cache
def _traditional_characters() -> frozenset[str]:
    """Characters that OpenCC may change; a text without any is done after one set lookup."""
    table = (files("opencc") / "dictionary" / "TSCharacters.txt").read_text(encoding="utf-8")
    pairs = (line.split() for line in table.splitlines())
    return frozenset(pair[0] for pair in pairs if len(pair) > 1 and pair[0] != pair[1])


@cache
def _converter() -> _Converter:
    import opencc

    converter: _Converter = opencc.OpenCC("t2s")
    return converter
