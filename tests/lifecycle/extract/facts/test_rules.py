from __future__ import annotations

from tests.lifecycle.extract.saying import clause
from vault.lifecycle.extract.facts.rules import RULES, first_fit


def test_a_clause_that_states_nothing_fits_nothing() -> None:
    assert first_fit(clause("今天天气真好")) is None
    assert first_fit(clause("the weather is nice")) is None


def test_the_first_rule_in_order_is_taken() -> None:
    """An allergy is one before it is something not eaten; a name is asked for before a manner."""
    allergy, name = first_fit(clause("我对花生过敏")), first_fit(clause("以后叫我老王"))
    assert allergy is not None
    assert name is not None
    assert (allergy.rule.kind, name.rule.kind) == ("health", "name")


def test_every_wording_can_be_filled_in() -> None:
    for rules in RULES.values():
        for rule in rules:
            assert "{" not in rule.says.format(who="", value="", key="", scene="")


def test_importance_is_a_share() -> None:
    assert all(0 < rule.importance <= 1 for rules in RULES.values() for rule in rules)
