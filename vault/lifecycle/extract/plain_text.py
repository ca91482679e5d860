"""A message in the form in which rules read it: simplified, half-width, lower case, without contractions.

Every character knows where it came from, so that what a rule finds is quoted as it was written.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from vault.lifecycle.extract.words.traditional import SIMPLIFIED

CJK = "\u3400-\u4dbf\u4e00-\u9fff"
_CJK_CHARACTER = re.compile(f"[{CJK}]")
_DROPPED = frozenset({"Cf", "Mn", "Me"})
_SPELLING = {
    "啦": "了",
    "’": "'",
    "‘": "'",
    "妳": "你",
    "暱": "昵",
    "您": "你",
    "咱": "我",
    "俺": "我",
    "〇": "零",
}
_SPACE = " "
CUT = "\ufffc"
"""Stands for what is not the speaker's own."""
_CONTRACTIONS = (
    (re.compile(r"\bcan't\b"), "can not"),
    (re.compile(r"\bcannot\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"(?<=\bi)'?m\b"), " am"),
    (re.compile(r"(?<=\b(?:we|he))'re\b|(?<=\b(?:you))'re\b|(?<=\bthey)'re\b"), " are"),
    (re.compile(r"(?<=\bi)'ve\b|(?<=\bwe)'ve\b|(?<=\byou)'ve\b|(?<=\bthey)'ve\b"), " have"),
    (re.compile(r"(?<=[a-z])'ll\b"), " will"),
    (re.compile(r"(?<=[a-z])'d\b"), " would"),
    (re.compile(r"(?<=\bit)'s\b|(?<=\bhe)'s\b|(?<=\bshe)'s\b|(?<=\bthat)'s\b"), " is"),
)


@dataclass(frozen=True, slots=True)
class PlainText:
    """A text and its plain form.

    Attributes:
        written: as the person wrote it.
        text: the plain form.
        origins: for each character of `text` the index in `written` that it came from; never falls.
    """

    written: str
    text: str
    origins: tuple[int, ...]

    def span(self, first: int, behind: int) -> tuple[int, int]:
        """Where `text[first:behind]` stands in `written`."""
        if first >= behind:
            place = self.origins[first] if first < len(self.origins) else len(self.written)
            return place, place
        return self.origins[first], self.origins[behind - 1] + 1

    def as_written(self, first: int, behind: int) -> str:
        """The piece of `written` that `text[first:behind]` stands for."""
        start, end = self.span(first, behind)
        return self.written[start:end]


def plain_text(written: str, keep: bytes | None = None) -> PlainText:
    """The plain form of `written`.

    Blanks beside a Chinese character go; between two of them a blank becomes a comma.

    Args:
        written: a message.
        keep: for each character whether it is read (not 0); a run of others becomes one U+FFFC. None: all.
    """
    text: list[str] = []
    origins: list[int] = []
    for place, character in enumerate(written):
        plain = CUT if keep is not None and not keep[place] else _plain(character)
        if text and ((plain == _SPACE and text[-1] in " \n") or plain == text[-1] == CUT):
            continue
        text.extend(plain)
        origins.extend([place] * len(plain))
    return _expanded(*_without_blanks("".join(text), origins), written)


def is_chinese(text: str) -> bool:
    """Whether any character of it is Chinese."""
    return _CJK_CHARACTER.search(text) is not None


def _plain(character: str) -> str:
    if character.isascii():
        return _SPACE if character in "\t\r\v\f" else character.lower()
    category = unicodedata.category(character)
    if category in _DROPPED:
        return ""
    if category == "Zs":
        return _SPACE
    spelled = _SPELLING.get(character, character)
    return unicodedata.normalize("NFKC", spelled).lower().translate(SIMPLIFIED)


def _without_blanks(text: str, origins: list[int]) -> tuple[str, list[int]]:
    kept: list[str] = []
    places: list[int] = []
    for index, character in enumerate(text):
        if character == _SPACE:
            beside = text[index - 1 : index] + text[index + 1 : index + 2]
            chinese = len(_CJK_CHARACTER.findall(beside))
            if chinese == 1:
                continue
            kept.append("," if chinese == 2 else character)
        else:
            kept.append(character)
        places.append(origins[index])
    return "".join(kept), places


def _expanded(text: str, origins: list[int], written: str) -> PlainText:
    for pattern, full in _CONTRACTIONS:
        for match in reversed(list(_found(pattern, text))):
            start, end = match.span()
            steps = [origins[min(start + step, end - 1)] for step in range(len(full))]
            text = text[:start] + full + text[end:]
            origins[start:end] = steps
    return PlainText(written, text, tuple(origins))


def _found(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    return (match for match in pattern.finditer(text) if match.end() > match.start())
