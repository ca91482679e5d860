"""In what two statements differ: in a number, a time, a denial, a person, or just in their words.

Two sentences with almost the same vector may say different things (`每周三开会` / `每周四开会`). This looks at
what vectors blur. Doubt counts as a difference: two memories too many are folded when recalled, a memory
wrongly merged is lost.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from vault.lifecycle.negation import differ_in_negation, without_negations
from vault.lifecycle.quantity import Quantities, quantities
from vault.lifecycle.word_pairs import ANTONYMS, ANTONYMS_EN, PAST, PEOPLE, PLANS
from vault.lifecycle.wording import content_words, folded

DifferenceKind = Literal["number", "time", "denial", "opposite", "person", "plan", "past", "order", "wording"]

_TIME_UNITS = frozenset({"clock", "weekday", "part", "often", "day", "week", "month", "year", "年", "月", "日"})
_HALF_DAYS = {"am": "first", "noon": "second", "pm": "second", "night": "second"}
_ROLES = re.compile(r"比|把|被|从|到|给|向|\b(?:than|over)\b")
_COMING_FROM = re.compile(r"\bfrom (?:the )?(\w+)|从(\w\w)")


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: of which kind, and what each text has there."""

    kind: DifferenceKind
    ours: str
    theirs: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """How two texts relate.

    Attributes:
        differences: what makes them different statements; empty when they agree as far as both go.
        ours_more: words and quantities that only the first has.
        theirs_more: words and quantities that only the second has.
        shared: words that both have.
    """

    differences: tuple[Difference, ...]
    ours_more: tuple[str, ...]
    theirs_more: tuple[str, ...]
    shared: tuple[str, ...]


def compare(ours: str, theirs: str) -> Comparison:
    """Compares two statements in Chinese, English or both mixed. Never raises.

    Traditional and simplified characters are different here: bring both texts into one script first.
    """
    ours, theirs = folded(ours), folded(theirs)
    our_quantities, their_quantities = quantities(ours), quantities(theirs)
    our_words, their_words = (
        content_words(without_negations(each.rest)) for each in (our_quantities, their_quantities)
    )
    ours_only, theirs_only = _only(our_words, their_words), _only(their_words, our_words)
    found = [
        *_differing_quantities(our_quantities, their_quantities),
        *_differing_speech(ours, theirs),
        *_opposites(ours_only, theirs_only),
    ]
    if ours_only and theirs_only:
        found.append(Difference("wording", "".join(ours_only), "".join(theirs_only)))
    elif not ours_only and not theirs_only and _in_other_roles((ours, our_words), (theirs, their_words)):
        found.append(Difference("order", ours, theirs))
    return Comparison(
        differences=tuple(found),
        ours_more=(*ours_only, *_more(our_quantities, their_quantities)),
        theirs_more=(*theirs_only, *_more(their_quantities, our_quantities)),
        shared=tuple((Counter(our_words) & Counter(their_words)).elements()),
    )


def _in_other_roles(ours: tuple[str, tuple[str, ...]], theirs: tuple[str, tuple[str, ...]]) -> bool:
    """Whether the same words stand in another relation: who is taller than whom, from where to where."""
    if ours[1] != theirs[1] and _ROLES.search(ours[0]):
        return True
    our_starts, their_starts = (_COMING_FROM.findall(text) for text, _ in (ours, theirs))
    return bool(our_starts and their_starts and our_starts != their_starts)


def _only(words: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Words that `other` does not have, each once, in order."""
    return tuple(dict.fromkeys(word for word in words if word not in other))


def _differing_quantities(ours: Quantities, theirs: Quantities) -> list[Difference]:
    found = []
    for unit in sorted(ours.values.keys() & theirs.values.keys()):
        our_values, their_values = _values(ours, unit, theirs), _values(theirs, unit, ours)
        if our_values != their_values and not (unit == "part" and not (our_values and their_values)):
            kind: DifferenceKind = "time" if unit in _TIME_UNITS else "number"
            found.append(Difference(kind, _shown(our_values, unit), _shown(their_values, unit)))
    only_ours, only_theirs = _more(ours, theirs), _more(theirs, ours)
    if only_ours and only_theirs:
        found.append(Difference("number", " ".join(only_ours), " ".join(only_theirs)))
    return found


def _values(ours: Quantities, unit: str, theirs: Quantities) -> frozenset[str]:
    """With a time of day beside them, parts of a day only say which half: 下午六点 is 傍晚六点."""
    values = ours.values[unit]
    if unit == "part" and "clock" in ours.values and "clock" in theirs.values:
        return frozenset(_HALF_DAYS[value] for value in values)
    return values


def _more(ours: Quantities, theirs: Quantities) -> tuple[str, ...]:
    """Quantities of units that only the first has.

    A lone `一个` is no quantity, and `4500` is `4500 元` where one of the two does not say of what.
    """
    bare = theirs.values.get("", frozenset())
    named = frozenset().union(*theirs.values.values())
    return tuple(
        _shown(values, unit)
        for unit, values in sorted(ours.values.items())
        if unit not in theirs.values
        and not (unit not in _TIME_UNITS and values == {"1"})
        and not values <= (bare if unit else named)
    )


def _shown(values: frozenset[str], unit: str) -> str:
    return f"{'/'.join(sorted(values))} {unit}".strip()


def _differing_speech(ours: str, theirs: str) -> list[Difference]:
    found = []
    if differ_in_negation(ours, theirs):
        found.append(Difference("denial", ours, theirs))
    named: tuple[tuple[DifferenceKind, re.Pattern[str]], ...] = (("plan", PLANS), ("past", PAST))
    for kind, pattern in named:
        our_word, their_word = pattern.search(ours), pattern.search(theirs)
        if bool(our_word) != bool(their_word):
            found.append(Difference(kind, our_word[0] if our_word else "", their_word[0] if their_word else ""))
    our_people, their_people = people_in(ours), people_in(theirs)
    if our_people != their_people:
        found.append(Difference("person", " ".join(sorted(our_people)), " ".join(sorted(their_people))))
    return found


def people_in(text: str) -> frozenset[str]:
    """Relatives, friends and pets that `text` (folded, lower-case) speaks of, in one word for each."""
    return frozenset(word for match in PEOPLE.finditer(text) for word in content_words(match[0]))


def _opposites(ours: tuple[str, ...], theirs: tuple[str, ...]) -> list[Difference]:
    our_text, their_text = " ".join(ours), " ".join(theirs)
    our_han, their_han = "".join(ours), "".join(theirs)
    found = []
    for one, other in ANTONYMS:
        if (one in our_han and other in their_han) or (other in our_han and one in their_han):
            found.append(Difference("opposite", one, other))
    for one, other in ANTONYMS_EN:
        pair = re.compile(rf"\b{one}\b"), re.compile(rf"\b{other}\b")
        for first, second in (pair, pair[::-1]):
            if first.search(our_text) and second.search(their_text):
                found.append(Difference("opposite", one, other))
    return found
