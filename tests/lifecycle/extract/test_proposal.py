from __future__ import annotations

from tests.lifecycle.extract.saying import SAID, resolve_time
from vault.lifecycle.extract.proposal import SURE, UNSURE, Proposal, propose
from vault.model.turn import Turn


def proposed(text: str) -> Proposal:
    return propose(text, Turn("s1", 4, "user", text, SAID), resolve_time)


def test_a_candidate_quotes_its_clause() -> None:
    home, food = proposed("嗯，对了我住在杭州！完全不能吃香菜😂").candidates
    assert (home.evidence, food.evidence) == ("对了我住在杭州", "完全不能吃香菜")
    assert (home.session_id, home.turn, home.said_at) == ("s1", 4, SAID)


def test_confidence_follows_how_it_was_said() -> None:
    assert [each.confidence for each in proposed("我不吃辣，喜欢爬山").candidates] == [SURE, UNSURE]


def test_what_happens_has_a_day_and_what_recurs_has_none() -> None:
    (event,) = proposed("我昨天拿到驾照了").candidates
    (habit,) = proposed("我每周三晚上游泳").candidates
    (birthday,) = proposed("我生日是3月14号").candidates
    assert event.occurred_at is not None
    assert habit.occurred_at is None
    assert birthday.occurred_at is None
    assert birthday.content == "用户的生日是3月14号"


def test_what_is_asked_for_is_not_found_a_second_time() -> None:
    assert len(proposed("记住我不吃香菜").candidates) == 1


def test_what_is_asked_for_is_kept_whether_or_not_something_is_known_of_it() -> None:
    (wish,) = proposed("记住自行车停在后门").candidates
    assert (wish.explicit, wish.known_only) == (True, False)


def test_the_last_finding_is_kept_for_the_next_message() -> None:
    last = proposed("我不吃辣。我养了一只猫").last
    assert last is not None
    assert last.introduces.words == "猫"
    assert proposed("今天天气真好").last is None
