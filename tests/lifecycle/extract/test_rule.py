from __future__ import annotations

from tests.lifecycle.extract.saying import clause
from vault.lifecycle.extract.clause import Subject
from vault.lifecycle.extract.rule import ANY, ANYTHING, ME, ME_ALOUD, PEOPLE, Hit, Rule, maker

_fact = maker(Rule("thing", "fact", ANYTHING))


def test_a_rule_begins_where_it_says() -> None:
    said = clause("明天我还去爬山")
    assert _fact("去爬山").fits(said)
    assert _fact("还去", where="rest").fits(said)
    assert _fact("明天我", where="start", about=ANY).fits(said)
    assert _fact("爬山", where="body").fits(said)
    assert not _fact("爬山").fits(said)


def test_a_rule_asks_whom_it_is_about() -> None:
    assert _fact("去爬山", about=ME).fits(clause("去爬山"))
    assert not _fact("去爬山", about=ME_ALOUD).fits(clause("去爬山"))
    assert not _fact("去爬山", about=ME_ALOUD).fits(clause("去爬山", topic=Subject("me")))
    assert not _fact("去爬山", about=PEOPLE).fits(clause("我去爬山"))
    assert _fact("去爬山", about=PEOPLE).fits(clause("我妈妈去爬山"))


def test_a_rule_may_turn_down_what_it_found() -> None:
    def long_enough(hit: Hit) -> bool:
        return len(hit.plain("value")) > 2

    rule = _fact("去(?P<value>.+)", accept=long_enough)
    assert rule.fits(clause("我去爬泰山"))
    assert not rule.fits(clause("我去爬山"))


def test_groups_are_given_plain_and_as_written() -> None:
    hit = _fact("住在(?P<value>.+)").fits(clause("我住在「臺北」的"))
    assert hit is not None
    assert (hit.plain("value"), hit.written("value")) == ("台北", "臺北")
    assert (hit.plain("scene"), hit.written("scene")) == ("", "")


def test_a_rule_made_otherwise_keeps_the_rest() -> None:
    usual = Rule("food", "preference", ANYTHING, importance=0.8)
    made = maker(usual)("x", type="fact")
    assert (made.kind, made.type, made.importance, made.pattern.pattern) == ("food", "fact", 0.8, "x")
