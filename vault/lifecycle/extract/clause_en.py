"""Reads the head of an English clause: filler words, times, who it is about, adverbs."""

from __future__ import annotations

import re

from vault.lifecycle.extract.clause import NOBODY, Clause, Subject
from vault.lifecycle.extract.plain_text import PlainText
from vault.lifecycle.extract.sentence import Piece
from vault.lifecycle.extract.words.fillers import CORRECTION_EN, LEAD_EN, NEUTRAL_EN, UNSURE_EN
from vault.lifecycle.extract.words.people import PERSON_EN
from vault.lifecycle.extract.words.pets import PET_EN
from vault.lifecycle.extract.words.times import TIMES_EN

_LEAD = re.compile(rf"{LEAD_EN}|[a-z][a-z. ]{{0,15}}:\s*(?=(?:i|my|we|our)\b)")
_TIMES = re.compile(TIMES_EN)
_ADVERBS = re.compile(f"(?:{NEUTRAL_EN}|{TIMES_EN})*")
_CORRECTION = re.compile(CORRECTION_EN)
_UNSURE = re.compile(UNSURE_EN)
_ME = re.compile(r"(?P<me>(?:i|we)\b)\s*")
_TOGETHER = re.compile(r"(?:my )?[a-z]+ and (?P<me>i|me)\b\s*")
_MINE = re.compile(r"(?P<me>(?:my|our)\b)\s*")
_VERB = (
    r"(?=$|'s\b|\s(?:is|are|was|has|have|had|lives?|works?|loves?|likes?|hates?|just|also|got|does|do"
    r"|will|can|go|play|live|work|love|like|hate|start|starts|moved|turned|plays?|goes|speaks?|studies"
    r"|in)\b)"
)
_NAMED = rf"(?:\s[a-z][a-z-]*?)?{_VERB}"
_ONE = (
    r"(?:(?:elder|older|eldest|oldest|younger|youngest|middle|other|second)(?: (?:one|child|kid|son"
    r"|daughter|boy|girl))?)"
)
_APPOSED = rf",\s[a-z]+,{_VERB}"
_THE_ONE = re.compile(rf"the\s(?P<who>{_ONE}(?:{_APPOSED}|{_NAMED}))\s*")
_KIND_OF_ONE = re.compile(r"\b(?:son|daughter|child|kid|boy|girl|cat|dog|brother|sister)\b")
_PERSON = re.compile(
    rf"(?:my|our)\s(?P<who>(?:{PERSON_EN}|{_ONE})(?:{_APPOSED}|{_NAMED}))(?:'s\b)?\s*|(?P<alone>the kids"
    rf"|mom|dad|mum)\b\s*"
)
_PET = re.compile(rf"(?:my|our|the)\s(?P<who>(?:[a-z]+\s)?{PET_EN}(?:{_NAMED}))(?:'s\b)?\s*")
_PRONOUN = re.compile(r"(?:he|she|they|it|his|her|their|its)\b\s*")
_OTHER = re.compile(
    r"(?:you|your|someone|somebody|everyone|people|they|he|she|it|his|her|their|its|one(?! of))\b\s*"
)
_TRAILING = " .,!~:;-\u2026)^_\ufffc"


def read_clause(plain: PlainText, piece: Piece, topic: Subject, named: Subject) -> Clause:
    """The clause at `piece`.

    Args:
        plain: the message.
        piece: where the clause is.
        topic: who it is about when it names nobody.
        named: who a pronoun stands for.
    """
    text = plain.text
    behind = piece.behind
    while behind > piece.first and (text[behind - 1] in _TRAILING or ord(text[behind - 1]) >= 0x1F000):
        behind -= 1
    first = _without_leads(text, piece.first, behind)
    subject = _subject(plain, first, behind, topic, named)
    times = _TIMES.match(text, first, behind)
    rest = subject.behind if subject.stated else times.end() if times and times.end() < behind else first
    adverbs = _ADVERBS.match(text, rest, behind)
    core = adverbs.end() if adverbs else rest
    return Clause(
        plain,
        piece,
        "en",
        first,
        behind,
        subject,
        rest,
        core,
        correction=_CORRECTION.search(text, piece.first, behind) is not None,
        unsure=_UNSURE.search(text, first, behind) is not None,
    )


def _without_leads(text: str, first: int, behind: int) -> int:
    while True:
        lead = _LEAD.match(text, first, behind)
        if not lead or lead.end() == behind or lead.end() == first:
            return first
        first = lead.end()


def _subject(plain: PlainText, first: int, behind: int, topic: Subject, named: Subject) -> Subject:
    times = _TIMES.match(plain.text, first, behind)
    for start in dict.fromkeys((times.end() if times else first, first)):
        found = _stated(plain, start, behind, named)
        if found:
            return found
    return topic if topic.kind != "none" else NOBODY


def _stated(plain: PlainText, start: int, behind: int, named: Subject) -> Subject | None:
    text = plain.text
    somebody = _somebody(plain, start, behind, named)
    if somebody:
        return somebody
    me = _ME.match(text, start, behind) or _TOGETHER.match(text, start, behind)
    if me:
        return Subject("me", "", stated=True, first=start, behind=me.end())
    if _MINE.match(text, start, behind):
        return Subject("me", "my", stated=True, first=start, behind=start)
    pronoun = _PRONOUN.match(text, start, behind)
    if pronoun and named.kind in ("person", "pet"):
        return Subject(named.kind, named.words, stated=True, first=start, behind=pronoun.end())
    other = _OTHER.match(text, start, behind)
    return Subject("other", other[0], stated=True, first=start, behind=other.end()) if other else None


def _somebody(plain: PlainText, start: int, behind: int, named: Subject) -> Subject | None:
    """A person or a pet of the user's."""
    text = plain.text
    person = _PERSON.match(text, start, behind)
    if person:
        words = plain.as_written(*person.span("who" if person["who"] else "alone"))
        return Subject("person", words, stated=True, first=start, behind=person.end())
    one = _THE_ONE.match(text, start, behind)
    if one and named.kind in ("person", "pet"):
        words = _of_which(plain.as_written(*one.span("who")), named.words)
        return Subject(named.kind, words, stated=True, first=start, behind=one.end())
    pet = _PET.match(text, start, behind)
    if pet and (pet[0].startswith(("my", "our")) or named.kind == "pet"):
        return Subject("pet", plain.as_written(*pet.span("who")), stated=True, first=start, behind=pet.end())
    return None


def _of_which(words: str, named: str) -> str:
    """`younger one, Max,` beside `elder son Tom`: `younger son Max`."""
    kind = _KIND_OF_ONE.search(named.lower())
    words = words.replace(",", "")
    return words.replace(" one", f" {kind[0]}", 1) if kind else words
