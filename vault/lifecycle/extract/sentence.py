"""A message as sentences, and a sentence as clauses: pieces that can each state one fact."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from vault.lifecycle.extract.pattern import any_of, word_of
from vault.lifecycle.extract.plain_text import CJK, PlainText

_END = re.compile(
    r"[。!?;\n]+|\.{3,}|…+"
    r"|(?<!\bmr)(?<!\bms)(?<!\bmrs)(?<!\bdr)(?<!\bst)(?<!\bvs)(?<!\be\.g)(?<!\bi\.e)(?<![\s.]\w)\.(?=\s|$)"
)
_BULLET = re.compile(r"\s*(?:[-*•·]|\d{1,2}[.)、]|[一二三四五六七八九十]、)\s*(?!\d)")
_EMOJI = "\u2600-\u27bf\U0001f000-\U0001faff"
_JOINTS_ZH = any_of("但是 但 不过 而且 可是 然后 所以 因为 并且 又偏偏 同时又 还有我 顺便")
_SUBJECTS_EN = word_of("i we my our he she they it")
_VERBS_EN = word_of(
    "do_not can_not never work works live lives have has am was love loves like likes hate hates"
    " prefer prefers usually study teach teaches"
    " drive speak play"
)
_SEPARATOR = re.compile(
    r"(?<!from now on)(?<!going forward)(?<!in future)(?<!in the future)(?<!以后)(?<!今后),(?!\d{3}"
    rf"(?!\d))|[~～{_EMOJI}]+|—+|--+"
    rf"|(?<=[{CJK}\da-z]{{3}})(?={_JOINTS_ZH})(?!不过敏)"
    rf"|\s(?:and|but|so|because|since|although|though|while|plus)\s+(?={_SUBJECTS_EN})"
    rf"|\s(?:and|but)\s+(?={_VERBS_EN})"
)
_APPOSED = re.compile(
    r"\s*(?:(?:and|but|so) )?(?:my|our|the) (?:[a-z]+ ){0,2}(?:one|son|daughter|eldest|youngest|elder"
    r"|oldest|younger|older|kid"
    r"|child|brother|sister|wife|husband|partner|mother|father|mom|mum|dad|boyfriend|girlfriend|dog|cat"
    r"|puppy|kitten|friend"
    r"|roommate|boss),\s[a-z]+,\s"
)
"""`the younger one, Max, just turned 3`: a name between commas."""
_TOGETHER = re.compile(r"\s*(?:my )?[a-z]+ and i\b")
"""`Tom and I moved`: one subject, and no two clauses."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A clause as a piece of the plain text.

    Attributes:
        first, behind: where it is in the plain text, without the blanks around it.
        sentence: the number of its sentence in the message.
        mark: what ends its sentence: `?`, `!`, `.` or nothing.
        last: it is the last clause of its sentence.
    """

    first: int
    behind: int
    sentence: int
    mark: str
    last: bool


def pieces(plain: PlainText) -> tuple[Piece, ...]:
    """All clauses of a message in order."""
    found: list[Piece] = []
    for number, (first, behind, mark) in enumerate(_sentences(plain.text)):
        spans = list(_clauses(plain.text, first, behind))
        found.extend(
            Piece(start, end, number, mark, last=place == len(spans) - 1)
            for place, (start, end) in enumerate(spans)
        )
    return tuple(found)


def _sentences(text: str) -> Iterator[tuple[int, int, str]]:
    first = 0
    for end in _END.finditer(text):
        mark = "?" if "?" in end[0] else "!" if "!" in end[0] else "."
        yield first, end.start(), mark
        first = end.end()
    yield first, len(text), ""


def _behind_bullet(text: str, first: int, behind: int) -> int:
    bullet = _BULLET.match(text, first, behind)
    return bullet.end() if bullet else first


def _clauses(text: str, first: int, behind: int) -> Iterator[tuple[int, int]]:
    start = _behind_bullet(text, first, behind)
    for separator in _SEPARATOR.finditer(text, first, behind):
        if _TOGETHER.match(text, start, separator.end() + 2) or _inside(
            _APPOSED.match(text, start), separator
        ):
            continue
        yield from _trimmed(text, start, separator.start())
        start = separator.end()
    yield from _trimmed(text, start, behind)


def _inside(whole: re.Match[str] | None, separator: re.Match[str]) -> bool:
    return whole is not None and separator.start() < whole.end()


def _trimmed(text: str, first: int, behind: int) -> Iterator[tuple[int, int]]:
    piece = text[first:behind]
    left, right = len(piece) - len(piece.lstrip()), len(piece.rstrip())
    if left < right:
        yield first + left, first + right
