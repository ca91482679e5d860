"""The plugin against an endpoint that answers well, and against one that does not."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from memvault_llm_extract.budget import BudgetSpent
from memvault_llm_extract.endpoint import EndpointFailed

from tests.plugins.llm_extract.conftest import MockEndpoint, facts, reply
from tests.plugins.llm_extract.talk import NOW, Plugged, talk

CAT = {
    "n": 0,
    "quote": "养了一只叫年糕的猫",
    "content": "用户养了一只叫年糕的猫",
    "type": "fact",
    "importance": 0.7,
}
GOOD = facts(CAT)
TALK = talk("我养了一只叫年糕的猫")


@pytest.fixture
def plugged(endpoint: MockEndpoint, tmp_path: Path) -> Plugged:
    return Plugged(tmp_path, endpoint.url)


def test_one_call_a_batch(endpoint: MockEndpoint, plugged: Plugged) -> None:
    endpoint.says(facts(CAT, {"n": 2, "quote": "下周二体检", "content": "用户2026-12-01体检", "type": "event",
                              "occurred_at": "2026-12-01", "key": "", "scene": "", "value": ""}))  # fmt: skip
    extract = plugged.extractor.extract
    assert extract is not None
    found = extract(talk("我养了一只叫年糕的猫", "真好", "我下周二体检", roles="uau")) or ()
    assert [each.memory.content for each in found] == ["用户养了一只叫年糕的猫", "用户2026-12-01体检"]
    memory = found[1].memory
    assert memory.source is not None
    assert (memory.source.session_id, memory.source.message_ids) == ("s", ("12",))
    assert memory.occurred_at == datetime(2026, 11, 30, 16, tzinfo=timezone.utc)
    assert memory.created_at == NOW + timedelta(minutes=2)
    assert (memory.type, memory.confidence, memory.provisional) == ("event", 0.75, True)
    assert len(endpoint.asked) == 1
    asked = endpoint.asked[0]
    lines = [json.loads(line) for line in asked["messages"][1]["content"].splitlines()]
    assert [(line["n"], line["role"], line["new"]) for line in lines] == [
        (0, "user", True), (1, "assistant", True), (2, "user", True),
    ]  # fmt: skip
    assert lines[0]["at"] == "2026-11-26 12:00 Thu"
    assert asked["response_format"]["json_schema"]["strict"] is True
    assert '"lin"' not in json.dumps(asked)
    assert endpoint.paths == ["/v1/chat/completions"]
    assert "Authorization" not in endpoint.headers[0]


def test_the_key_is_sent(endpoint: MockEndpoint, tmp_path: Path) -> None:
    endpoint.says(GOOD)
    assert Plugged(tmp_path, endpoint.url, key="sk-1").extract(TALK) == ["用户养了一只叫年糕的猫"]
    assert endpoint.headers[0]["Authorization"] == "Bearer sk-1"


@pytest.mark.parametrize("bad", [429, 500, 502, 503, 504, "not json", "[]", '{"facts": 3}', b"<html>", "cut",
                                 {"choices": []}, {"choices": [{"message": {"content": None}}]}, b"[" * 100_000])  # fmt: skip
def test_what_passes_is_tried_again(endpoint: MockEndpoint, plugged: Plugged, bad: Any) -> None:
    endpoint.says(bad, bad, GOOD)
    assert plugged.extract(TALK) == ["用户养了一只叫年糕的猫"]
    expected = [7.0, 7.0] if isinstance(bad, int) else [1.0, 2.0]
    assert plugged.pauses == expected


@pytest.mark.parametrize("bad", [429, 500, "not json", b"<html>", "cut", facts() + "x"])
def test_after_three_tries_the_rules_do_the_work(endpoint: MockEndpoint, plugged: Plugged, bad: Any) -> None:
    endpoint.says(bad)
    with pytest.raises(EndpointFailed):
        plugged.extract(TALK)
    assert len(endpoint.asked) == 3


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_will_not_pass_is_not_tried_again(endpoint: MockEndpoint, plugged: Plugged, status: int) -> None:
    endpoint.says(status)
    with pytest.raises(EndpointFailed, match=f"HTTP {status}: no {status}"):
        plugged.extract(TALK)
    assert len(endpoint.asked) == 1
    assert plugged.pauses == []


def test_after_a_failure_it_rests(endpoint: MockEndpoint, plugged: Plugged) -> None:
    from dataclasses import replace

    endpoint.says(401, GOOD)
    with pytest.raises(EndpointFailed):
        plugged.extract(TALK)
    with pytest.raises(EndpointFailed, match="not asked again yet after: HTTP 401"):
        plugged.extract(replace(TALK, now=NOW + timedelta(seconds=299)))
    assert len(endpoint.asked) == 1
    assert plugged.extract(replace(TALK, now=NOW + timedelta(seconds=300))) == ["用户养了一只叫年糕的猫"]


@pytest.mark.parametrize("slow", ["hang", "drip", "headers", "endless"])
def test_nobody_waits_for_an_answer_that_does_not_end(
    endpoint: MockEndpoint, tmp_path: Path, slow: str
) -> None:
    endpoint.says(slow)
    with pytest.raises(EndpointFailed, match=r"within|does not end"):
        Plugged(tmp_path, endpoint.url, timeout_seconds=0.3, attempts=1).extract(TALK)


def test_a_proxy_does_not_stand_between_neighbours(
    endpoint: MockEndpoint, plugged: Plugged, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    endpoint.says(GOOD)
    assert plugged.extract(TALK) == ["用户养了一只叫年糕的猫"]


def test_nobody_there(tmp_path: Path) -> None:
    with pytest.raises(EndpointFailed, match="ConnectionRefusedError"):
        Plugged(tmp_path, "http://127.0.0.1:9/v1").extract(TALK)


def test_a_redirect_is_not_followed(endpoint: MockEndpoint, tmp_path: Path) -> None:
    endpoint.says("redirect")
    with pytest.raises(EndpointFailed, match="HTTP 302"):
        Plugged(tmp_path, endpoint.url, key="sk-1").extract(TALK)
    assert endpoint.paths == ["/v1/chat/completions"]


def test_an_endpoint_that_lacks_fields_is_asked_without_them(
    endpoint: MockEndpoint, plugged: Plugged
) -> None:
    endpoint.says(
        (400, '{"error": {"message": "response_format json_schema is not supported"}}'),
        (400, '{"error": {"message": "Use max_completion_tokens instead of max_tokens"}}'),
        (422, '{"error": {"message": "temperature must be 1"}}'),
        GOOD,
    )
    assert plugged.extract(TALK) == ["用户养了一只叫年糕的猫"]
    last = endpoint.asked[-1]
    assert last["response_format"] == {"type": "json_object"}
    assert "max_completion_tokens" in last
    assert "temperature" not in last
    assert plugged.extract(TALK)
    assert len(endpoint.asked) == 5


def test_a_request_that_is_simply_wrong_is_given_up(endpoint: MockEndpoint, plugged: Plugged) -> None:
    endpoint.says((400, '{"error": {"message": "no"}}'))
    with pytest.raises(EndpointFailed, match="HTTP 400: no"):
        plugged.extract(TALK)
    assert [each.get("response_format", {}).get("type") for each in endpoint.asked] == [
        "json_schema", "json_object", None,
    ]  # fmt: skip


@pytest.mark.parametrize(
    "wrapped", [f"```json\n{GOOD}\n```", f"<think>hm {{}}</think>\n{GOOD}", f"\n {GOOD}"]
)
def test_answers_come_wrapped(endpoint: MockEndpoint, plugged: Plugged, wrapped: str) -> None:
    endpoint.says(wrapped)
    assert plugged.extract(TALK) == ["用户养了一只叫年糕的猫"]


def test_one_fact_that_does_not_fit_costs_only_itself(endpoint: MockEndpoint, plugged: Plugged) -> None:
    odd = [{**CAT, "type": "secret"}, {**CAT, "importance": 7}, {**CAT, "n": "0"}, {"n": 0}, 3, None]
    endpoint.says(json.dumps({"facts": [*odd, CAT], "comment": "ok"}))
    assert plugged.extract(TALK) == ["用户养了一只叫年糕的猫"]


@pytest.mark.parametrize(
    "false",
    [
        {"quote": "养了一只叫豆包的狗"},
        {"n": 7},
        {"n": -1},
        {"content": "用户住在北京市朝阳区"},
        {"content": "用户的猫年糕已经12岁了"},
        {"value": "13800000000"},
    ],
)
def test_facts_without_evidence_are_dropped(
    endpoint: MockEndpoint, plugged: Plugged, false: dict[str, Any]
) -> None:
    endpoint.says(facts({**CAT, **false}, CAT))
    assert plugged.extract(TALK) == ["用户养了一只叫年糕的猫"]


def test_only_the_users_new_words_are_evidence(endpoint: MockEndpoint, plugged: Plugged) -> None:
    conversation = talk("我养了一只叫年糕的猫", "你养了一只叫年糕的猫吧", "嗯", new=2, roles="uau")
    endpoint.says(facts(CAT, {**CAT, "n": 1}))
    assert plugged.extract(conversation) == []


def test_words_of_the_assistant_alone_are_not_asked_about(endpoint: MockEndpoint, plugged: Plugged) -> None:
    endpoint.says(GOOD)
    assert plugged.extract(talk("我养了一只猫", "真好", new=1, roles="ua")) == []
    assert endpoint.asked == []


def test_a_cut_off_answer_is_no_answer(endpoint: MockEndpoint, plugged: Plugged) -> None:
    cut = reply(GOOD)
    cut["choices"][0]["finish_reason"] = "length"
    endpoint.says(cut)
    with pytest.raises(EndpointFailed, match="answer_tokens is too small"):
        plugged.extract(TALK)


def test_the_days_budget(endpoint: MockEndpoint, tmp_path: Path) -> None:
    """Counted by what the endpoint says; another process counts on; the next day begins anew."""
    from dataclasses import replace

    endpoint.says(reply(GOOD, total_tokens=4_000))
    settings: dict[str, Any] = {"tokens_a_day": 7_000, "answer_tokens": 1_000}
    assert Plugged(tmp_path, endpoint.url, **settings).extract(TALK)
    with pytest.raises(BudgetSpent, match="4000 of 7000 tokens"):
        Plugged(tmp_path, endpoint.url, **settings).extract(talk("我养了一只叫年糕的猫" * 300))
    assert len(endpoint.asked) == 1
    tomorrow = replace(TALK, now=NOW + timedelta(hours=13))
    assert Plugged(tmp_path, endpoint.url, **settings).extract(tomorrow)


def test_a_long_conversation_is_asked_about_in_portions(endpoint: MockEndpoint, tmp_path: Path) -> None:
    endpoint.says(facts())
    said = [f"今天说的第{number}句话" + "啊" * 90 for number in range(10)]
    assert Plugged(tmp_path, endpoint.url, batch_characters=300).extract(talk(*said)) == []
    lines = [
        [json.loads(line) for line in asked["messages"][1]["content"].splitlines()]
        for asked in endpoint.asked
    ]
    assert [sum(line["new"] for line in portion) for portion in lines] == [3, 3, 3, 1]
    assert [len(portion) for portion in lines] == [3, 6, 9, 7]


def test_a_summary_by_the_usual_template(endpoint: MockEndpoint, plugged: Plugged) -> None:
    said = {"n": 0, "quote": "我养了一只叫年糕的猫", "content": "养了猫年糕。"}
    made_up = {"n": 0, "quote": "我很难过", "content": "很难过"}
    endpoint.says(json.dumps({"facts": [said, said], "project": [], "open": [], "mood": [made_up]}))
    summarise = plugged.extractor.summarise
    assert summarise is not None
    assert summarise(TALK) == "用户事实：养了猫年糕。"
    endpoint.says(json.dumps({"facts": [], "project": [], "open": [], "mood": [made_up]}))
    assert summarise(TALK) == ""


def test_the_weightiest_of_a_day(endpoint: MockEndpoint, plugged: Plugged) -> None:
    entries = [{**CAT, "n": n, "quote": "我养了一只叫年糕的猫", "importance": n / 10} for n in range(8)]
    endpoint.says(facts(*entries))
    reflect = plugged.extractor.reflect
    assert reflect is not None
    found = reflect(talk(*["我养了一只叫年糕的猫"] * 8)) or ()
    assert [each.memory.importance for each in found] == [0.7, 0.6, 0.5, 0.4, 0.3]


def test_parts_can_be_switched_off(endpoint: MockEndpoint, tmp_path: Path) -> None:
    extractor = Plugged(tmp_path, endpoint.url, extract=False, summarise=False, reflect=False).extractor
    assert (extractor.extract, extractor.summarise, extractor.reflect) == (None, None, None)
