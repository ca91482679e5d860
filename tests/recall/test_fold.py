"""Nothing is said twice, and what differs is never taken for the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone

from vault.index.record import StoredRecord
from vault.recall.explain import Why
from vault.recall.fold import fold
from vault.recall.result import Hit


def hit(identifier: str, content: str, year: int = 2026, **fields: object) -> Hit:
    when = datetime(year, 1, 1, tzinfo=timezone.utc)
    record = StoredRecord(
        identifier, "u", "fact", content, f"facts/{identifier}.jsonl", 1, created_at=when, **fields  # type: ignore[arg-type]
    )  # fmt: skip
    return Hit(identifier, "fact", content, 0.9, 1.0, when, None, record.path, 1, Why(), record)


def contents(*hits: Hit) -> list[str]:
    return [each.content for each in fold(hits)]


def test_passages_of_one_record_are_one_hit() -> None:
    assert contents(hit("a", "第一段"), hit("a", "第二段"), hit("b", "别的")) == ["第一段", "别的"]


def test_the_same_text_is_said_once() -> None:
    assert contents(hit("a", "养了一只猫。"), hit("b", "养了 一只貓")) == ["养了一只猫。"]


def test_a_memory_stands_for_the_message_that_it_was_taken_from() -> None:
    said = replace(hit("m", "用户：我对芒果过敏"), type="message")
    memory = hit("a", "用户对芒果过敏")
    assert fold([said, hit("b", "别的"), memory])[-1] == memory
    assert fold([memory, said]) == [memory]
    assert fold([said]) == [said]


def test_numbers_and_negations_differ() -> None:
    texts = ["每周三开会", "每周四开会", "能吃辣", "不能吃辣", "两岁", "2岁"]
    assert contents(*(hit(str(place), text) for place, text in enumerate(texts))) == texts


def test_of_one_slot_the_newest_value_stays_and_says_so() -> None:
    old = hit("a", "住在甲地", 2024, key="住址", scene="家")
    new = hit("b", "住在乙地", 2026, key="住址", scene="家")
    for order in ([old, hit("x", "别的"), new], [new, hit("x", "别的"), old]):
        folded = fold(order)
        assert [each.content for each in folded] == ["住在乙地", "别的"]
        assert folded[0].why.notes == ("newer than facts/a.jsonl:1",)


def test_other_scenes_and_namespaces_are_other_slots() -> None:
    hits = [
        hit("a", "一", key="密码", scene="门"),
        hit("b", "二", key="密码", scene="锁"),
        hit("c", "三", key="密码", scene="门", namespace="work"),
        hit("d", "四"),
        hit("e", "五"),
    ]
    assert fold(hits) == hits


def test_who_speaks_and_in_what_tone_makes_no_other_text() -> None:
    assert contents(hit("a", "用户养了一只猫。"), hit("b", "我养了一只猫呢")) == ["用户养了一只猫。"]
    texts = ["我", "用户", "我吃素", "我不吃素", "用户体检", "体验", "吃素吗"]
    assert contents(*(hit(str(place), text) for place, text in enumerate(texts))) == texts


def test_a_value_from_a_web_page_does_not_take_the_place_of_what_the_person_said() -> None:
    said = hit("a", "门禁码 1111", 2024, key="门禁码")
    read = hit("b", "门禁码 2222", 2026, key="门禁码", source_kind="tool")
    for order in ([said, read], [read, said]):
        (found,) = fold(order)
        assert found.content == "门禁码 1111"
        assert found.why.notes == ("more trusted than facts/b.jsonl:1",)
