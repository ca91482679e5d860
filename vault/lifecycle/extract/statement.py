"""The wording of what is kept, in the language of the clause."""

from __future__ import annotations

import re

from vault.lifecycle.extract import statement_en, statement_zh
from vault.lifecycle.extract.rule import Hit
from vault.lifecycle.extract.words.times import ONE_TIME_ZH

_TIME = re.compile(ONE_TIME_ZH)
_VERBAL = frozenset("要得去和跟与约带想打准会把给在陪飞回到做交还买看参开请帮我都")


def statement_of(hit: Hit, scene: str = "") -> str:
    """What a rule found, as a statement about the user: by the rule's own wording, else the clause itself.

    Args:
        hit: a rule and its clause.
        scene: of its slot, where the clause does not say it.
    """
    clause, rule = hit.clause, hit.rule
    value, key, scene = hit.written("value"), hit.written("key") or rule.key, scene or hit.written("scene")
    chinese = clause.language == "zh"
    named = statement_zh.who(clause.subject, clause.written) if chinese else statement_en.who(clause.subject)
    if rule.secret:
        return _without_secret(hit, named, key, scene)
    if not rule.says:
        thing = rule.thing or _begins_with_thing(hit)
        if chinese:
            return statement_zh.statement(clause, thing=thing)
        return statement_en.statement(clause, thing=thing)
    if chinese:
        return rule.says.format(who=named, value=statement_zh.in_third_person(value), key=key)
    return statement_en.sentence(
        rule.says.format(who=named, value=statement_en.in_third_person(value), key=key)
    )


def _without_secret(hit: Hit, named: str, key: str, scene: str) -> str:
    """What the secret is for: `家里的Wi-Fi密码`."""
    if hit.clause.language == "en":
        return statement_en.sentence(f"the {key} {f'for the {scene}' if scene else 'that the user gave'}")
    of_somebody = hit.clause.subject.kind in ("person", "pet")
    owner = scene if scene and not of_somebody else named if hit.clause.subject.stated else ""
    owner = f"{owner}的" if owner else ""
    return statement_zh.in_third_person(f"{owner}{key}")


def _begins_with_thing(hit: Hit) -> bool:
    """Nobody is named, and something that it happens to stands in front: `论文初稿下周五截止`."""
    clause = hit.clause
    if clause.subject.kind != "none" or hit.rule.where != "body":
        return False
    end = hit.match.start()
    if end == clause.rest:
        time = _TIME.search(clause.plain.text, clause.rest, clause.behind)
        end = time.start() if time else end
    before = clause.plain.text[clause.rest : end]
    return len(before) > 1 and before[0] not in _VERBAL


def in_third_person(written: str, *, chinese: bool) -> str:
    """A text of several clauses with the speaker as `用户` or `the user`."""
    if chinese:
        return statement_zh.without_particles(statement_zh.in_third_person(written))
    return statement_en.sentence(statement_en.in_third_person(written))
