"""All rules, in the order in which they are tried: the first that fits a clause is taken."""

from __future__ import annotations

from collections.abc import Mapping

from vault.lifecycle.extract.clause import Clause, Language
from vault.lifecycle.extract.facts import (
    birthday,
    change,
    decision,
    exact_value,
    family,
    food,
    habit,
    health,
    home,
    life_event,
    liking,
    manner,
    name,
    pet,
    plan,
    stated_change,
    thing,
    work,
)
from vault.lifecycle.extract.rule import Hit, Rule

_KINDS = (
    name,
    manner,
    exact_value,
    birthday,
    pet,
    food,
    health,
    decision,
    work,
    home,
    family,
    plan,
    change,
    life_event,
    thing,
    habit,
    liking,
    stated_change,
)
RULES: Mapping[Language, tuple[Rule, ...]] = {
    "zh": tuple(rule for kind in _KINDS for rule in kind.ZH),
    "en": tuple(rule for kind in _KINDS for rule in kind.EN),
}


def first_fit(clause: Clause) -> Hit | None:
    """The first rule that fits `clause`."""
    for rule in RULES[clause.language]:
        hit = rule.fits(clause)
        if hit:
            return hit
    return None
