"""In what two statements differ: in a number, a time, a denial, a person, or just in their words.

Two sentences with almost the same vector may say different things (`每周三开会` / `每周四开会`). This looks
at what vectors blur. Doubt counts as a difference: two memories too many are folded when recalled, a memory
wrongly merged is lost.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

from vault.lifecycle.negation import differ_in_negation, without_negations
from vault.lifecycle.quantity import Quantities, quantities
from vault.lifecycle.text_cache import kept_by_text
from vault.lifecycle.word_pairs import ANTONYMS, ANTONYMS_EN, PAST, PEOPLE, PLANS
from vault.lifecycle.wording import content_words, folded

DifferenceKind = Literal["number", "time", "denial", "opposite", "person", "plan", "past", "order", "wording"]

_TIME_UNITS = frozenset(
    {"clock", "weekday", "part", "often", "day", "week", "month", "year", "年", "月", "日"}
)
_HALF_DAYS = {"am": "first", "noon": "second", "pm": "second", "night": "second"}
_ROLE = re.compile(r"\b(?:from|than) (?:the )?(\w+)|从(?![不没来未小此前])(\w\w)|[比给被替欠](\w)")


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
    shared = Counter(our_words) & Counter(their_words)
    ours_only, theirs_only = _only(our_words, their_words), _only(their_words, our_words)
    found = [
        *_differing_quantities(our_quantities, their_quantities),
        *_differing_speech(ours, theirs),
        *_opposites(ours_only, theirs_only),
    ]
    if ours_only and theirs_only:
        found.append(Difference("wording", "".join(ours_only), "".join(theirs_only)))
    elif not _moved(_in_order(our_words, shared), _in_order(their_words, shared)) or _in_other_roles(
        ours, theirs
    ):
        found.append(Difference("order", ours, theirs))
    return Comparison(
        differences=tuple(found),
        ours_more=(*ours_only, *_more(our_quantities, their_quantities)),
        theirs_more=(*theirs_only, *_more(their_quantities, our_quantities)),
        shared=tuple(shared.elements()),
    )


def _moved(ours: list[str], theirs: list[str]) -> bool:
    """Whether both are the same but for two neighbouring stretches that changed places.

    `妹妹毕业于同济` / `妹妹是同济毕业的`, but not `Sam writes to Eva` / `Eva writes to Sam`.
    """
    while ours and ours[0] == theirs[0]:
        ours, theirs = ours[1:], theirs[1:]
    while ours and ours[-1] == theirs[-1]:
        ours, theirs = ours[:-1], theirs[:-1]
    return not ours or any(ours[cut:] + ours[:cut] == theirs for cut in range(1, len(ours)))


def _in_other_roles(ours: str, theirs: str) -> bool:
    """Whether both say from where, than whom, for whom, and not the same."""
    our_roles, their_roles = ([*map("".join, _ROLE.findall(text))] for text in (ours, theirs))
    return bool(our_roles and their_roles) and our_roles != their_roles


def _in_order(words: tuple[str, ...], shared: Counter[str]) -> list[str]:
    """The shared words as they follow each other: who likes whom, from where to where."""
    left = Counter(shared)
    ordered = []
    for word in words:
        if left[word] > 0:
            left[word] -= 1
            ordered.append(word)
    return ordered


def _only(words: tuple[str, ...], other: tuple[str, ...]) -> tuple[str, ...]:
    """Words that `other` does not have, or has less often, in order."""
    left = Counter(words) - Counter(other)
    return tuple(word for word in dict.fromkeys(words) for _ in range(left[word]))


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
            found.append(
                Difference(kind, our_word[0] if our_word else "", their_word[0] if their_word else "")
            )
    our_people, their_people = people_in(ours), people_in(theirs)
    if our_people != their_people:
        found.append(Difference("person", " ".join(sorted(our_people)), " ".join(sorted(their_people))))
    return found


@kept_by_text
def people_in(text: str) -> frozenset[str]:
    """Relatives, friends and pets that `text` (folded, lower-case) speaks of, in one word for each."""
    return frozenset("".join(content_words(match[0])) for match in PEOPLE.finditer(text))


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
