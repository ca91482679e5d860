"""Whether a message really says what the model read out of it. Pure.

A quote must stand in the message, and the statement must be about what is quoted: it shares words with the
message and brings no numbers of its own.
"""

from __future__ import annotations

import re
import unicodedata

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_DATE = re.compile(r"(?:\d{2,4}[-/年.])?\d{1,2}[-/月.]\d{1,2}[日号]?|\d{4}年?|\d{1,2}月|\d{1,2}[日号]")
_WORD = re.compile(r"[a-z]{3,}|[^\W\d_a-z]{2,}")
_CHINESE_DIGITS = {character: number for number, character in enumerate("零一二三四五六七八九")} | {
    "两": 2,
    "十": 10,
}
_SUBJECT = re.compile(r"^(?:用户|the user)(?:'s|的)?\s*")
_ALIKE = 2
"""So many neighbouring characters of Chinese make a word in common."""


def plain(text: str) -> str:
    """Case, width and blanks do not count."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def is_quoted(quote: str, message: str) -> bool:
    """Whether `quote` stands in `message`."""
    return bool(plain(quote)) and plain(quote) in plain(message)


def is_supported(content: str, message: str) -> bool:
    """Whether a statement can come from this message."""
    return _shares_words(content, message) and _numbers(content) <= _numbers_said(message)


def _shares_words(content: str, message: str) -> bool:
    statement = _SUBJECT.sub("", unicodedata.normalize("NFKC", content).casefold())
    said = plain(message)
    words = _WORD.findall(statement)
    pieces = {
        word if word.isascii() else word[at : at + _ALIKE]
        for word in words
        for at in range(1 if word.isascii() else max(len(word) - _ALIKE + 1, 1))
    }
    return not pieces or any(piece in said for piece in pieces)


def _numbers(text: str) -> set[str]:
    """Numbers, without dates: those are worked out from the day on which it was said."""
    return set(_NUMBER.findall(_DATE.sub(" ", unicodedata.normalize("NFKC", text))))


def _numbers_said(message: str) -> set[str]:
    folded = unicodedata.normalize("NFKC", message)
    spelled = {str(number) for character, number in _CHINESE_DIGITS.items() if character in folded}
    joined = "".join(str(_CHINESE_DIGITS.get(character, character)) for character in folded)
    return set(_NUMBER.findall(folded)) | set(_NUMBER.findall(joined)) | spelled
