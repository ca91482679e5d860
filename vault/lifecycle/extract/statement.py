"""The wording of what is kept, in the language of the clause."""

from __future__ import annotations

from vault.lifecycle.extract import statement_en, statement_zh
from vault.lifecycle.extract.clause import Clause
from vault.lifecycle.extract.rule import Hit


def statement_of(hit: Hit, scene: str = "") -> str:
    """What a rule found, as a statement about the user: by the rule's own wording, else the clause itself.

    Args:
        hit: a rule and its clause.
        scene: of its slot, where the clause does not say it.
    """
    clause, rule = hit.clause, hit.rule
    if not rule.says:
        return (statement_zh if clause.language == "zh" else statement_en).statement(clause, thing=rule.thing)
    value, key = hit.written("value"), hit.written("key") or rule.key
    if clause.language == "en":
        named = statement_en.who(clause.subject)
        if rule.secret:
            return statement_en.sentence(f"the {key} {f'for the {scene}' if scene else 'that the user gave'}")
        return statement_en.sentence(rule.says.format(who=named, value=statement_en.in_third_person(value), key=key))
    named = statement_zh.who(clause.subject, clause.written)
    if rule.secret:
        owner = f"{scene}的" if scene else f"{named}的" if clause.subject.stated else ""
        return statement_zh.in_third_person(f"{owner}{key}")
    return rule.says.format(who=named, value=statement_zh.in_third_person(value), key=key)


def in_third_person(written: str, *, chinese: bool) -> str:
    """A text of several clauses with the speaker as `用户` or `the user`."""
    if chinese:
        return statement_zh.without_particles(statement_zh.in_third_person(written))
    return statement_en.sentence(statement_en.in_third_person(written))
