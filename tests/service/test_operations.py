"""Each route once over HTTP, with what it must never let through."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone

import msgspec
import pytest

from tests.api.conftest import Place
from tests.service.running_service import Reply, Running, Start
from vault.service import answers
from vault.service.routes import ROUTES

TURNS = [
    {"session_id": "s1", "turn": 1, "role": "user", "content": "我对花生过敏，完全不能吃香菜"},
    {"session_id": "s1", "turn": 2, "role": "assistant", "content": "记住了。"},
]


def ids(reply: Reply, field: str = "hits") -> list[str]:
    assert reply.status == 200, reply.body
    return [each["id"] for each in reply.json[field]]


def test_recall(running: Running) -> None:
    reply = running.post("/v1/recall", query="下午爱喝龙井吗")
    assert ids(reply) == ["mem_tea"]
    assert reply.json["user_id"] == "lin"
    assert reply.json["degraded"] is False  # words only is what was asked for
    assert ids(running.post("/v1/recall", query="今天天气怎么样")) == []


def test_recall_with_conditions(running: Running) -> None:
    everything = {"query": "龙井 年糕 泉州", "gate": False}
    assert set(ids(running.post("/v1/recall", **everything, types=["event"]))) == {"mem_trip"}
    assert "mem_trip" not in ids(running.post("/v1/recall", **everything, until="2026-09-30"))
    assert set(ids(running.post("/v1/recall", **everything, since="2026-10-01T00:00:00+08:00"))) == {
        "mem_trip"
    }
    assert len(ids(running.post("/v1/recall", **everything, limit=1))) == 1


def test_nobody_gets_what_is_anothers(running: Running) -> None:
    assert ids(running.post("/v1/recall", query="钢琴", user="mei")) == ["mem_piano"]
    assert ids(running.post("/v1/recall", query="钢琴", gate=False, user="lin")) != ["mem_piano"]
    assert running.get("/v1/memories/mem_piano?user=lin").status == 404
    assert running.post("/v1/forget", ids=["mem_piano"], user="lin").status == 404
    assert running.post("/v1/feedback", id="mem_piano", verdict="wrong", user="lin").status == 404
    assert "mem_piano" not in ids(running.get("/v1/memories?everything=true"), "memories")


def test_who_is_unknown_or_not_named_is_refused(running: Running, start: Start, place: Place) -> None:
    reply = running.post("/v1/recall", query="钢琴", user="somebody")
    assert (reply.status, reply.json["code"]) == (404, "unknown-user")
    running.stop()
    place.write("vault.yaml", "format: 1\nid: vault_small\nlanguage: zh\ntimezone: Asia/Shanghai\n")
    several = start(place.root)
    for path, fields in (
        ("/v1/recall", {"query": "钢琴"}),
        ("/v1/prompt", {"query": "钢琴"}),
        ("/v1/remember", {"content": "爱喝咖啡"}),
        ("/v1/capture", {"turns": TURNS}),
    ):
        refused = several.post(path, **fields)
        assert (refused.status, refused.json["code"]) == (409, "user-required"), path
    assert not (place.root / "journal").exists()


def test_prompt(running: Running) -> None:
    reply = running.post("/v1/prompt", query="下午爱喝龙井吗")
    assert reply.json["ids"] == ["mem_tea"]
    assert "2026-05-02 · 偏好] 下午爱喝龙井" in reply.json["block"]
    again = running.post("/v1/prompt", query="下午爱喝龙井吗")
    assert again.json["digest"] == reply.json["digest"] != ""
    nothing = running.post("/v1/prompt", query="今天天气怎么样")
    assert (nothing.json["block"], nothing.json["digest"]) == ("", "")


def test_the_first_turn_is_told_more(running: Running) -> None:
    tomorrow = (datetime.now(timezone.utc) + timedelta(days=1)).date().isoformat()
    running.post("/v1/remember", content="体检", type="task", occurred_at=tomorrow)
    block = running.post("/v1/prompt", query="今天天气怎么样", opening=True).json["block"]
    assert "[档案] 家住梧桐路 12 号" in block
    assert "待办] 体检" in block
    assert "4471" not in block


def test_remember(running: Running, place: Place) -> None:
    source = {"session_id": "s9", "message_ids": ["m1"], "agent_id": "main", "channel": "cli"}
    reply = running.post("/v1/remember", content="对芒果过敏", type="fact", tags=["健康"], source=source)
    assert reply.json["action"] == "added"
    line = json.loads((place.root / reply.json["path"]).read_text().splitlines()[-1])
    assert line["source"] | {"device": ""} == {"kind": "agent", **source, "device": ""}
    assert ids(running.post("/v1/recall", query="芒果")) == [reply.json["id"]]
    assert running.post("/v1/remember", content="对芒果过敏").json["action"] == "unchanged"


@pytest.mark.parametrize("expires", ["30d", "2099-01-01", "2099-01-01T00:00:00Z"])
def test_remember_for_a_while(running: Running, expires: str) -> None:
    assert running.post("/v1/remember", content="借了一把伞", expires_at=expires).json["action"] == "added"


def test_remember_refuses_what_is_nothing(running: Running) -> None:
    assert running.post("/v1/remember", content="  ").json["action"] == "refused"
    assert running.post("/v1/remember", content="x", expires_at="soon").status == 422


def test_capture_is_on_disk_when_it_is_answered_and_known_again(running: Running, place: Place) -> None:
    reply = running.post("/v1/capture", turns=TURNS)
    assert (reply.json["journalled"], reply.json["problems"]) == (2, [])
    path = place.root / reply.json["places"][0]["path"]
    assert "香菜" in path.read_text()
    assert running.post("/v1/capture", turns=TURNS).json["known"] == 2


def test_flush_makes_memories_and_a_summary_at_once(running: Running) -> None:
    running.post("/v1/capture", turns=TURNS)
    assert running.post("/v1/flush", session_id="s1").status == 200
    found = running.post("/v1/recall", query="香菜", gate=False).json["hits"]
    assert any("香菜" in hit["content"] and hit["type"] != "message" for hit in found)
    listed = running.get("/v1/memories?types=summary").json["memories"]
    assert len(listed) == 1
    running.post("/v1/flush", session_id="s1")
    assert running.get("/v1/memories?types=summary").json["memories"] == listed


def test_show_and_list(running: Running) -> None:
    assert ids(running.get("/v1/memories/mem_tea"), "memories") == ["mem_tea"]
    assert running.get("/v1/memories/mem_t").status == 409
    assert running.get("/v1/memories/nothing").status == 404
    door = running.get("/v1/memories/mem_door").json["memories"][0]
    assert "4471" not in json.dumps(door)
    current = ids(running.get("/v1/memories"), "memories")
    assert "mem_old" not in current
    assert "mem_old" in ids(running.get("/v1/memories?everything=true"), "memories")
    assert ids(running.get("/v1/memories?tags=%E5%AE%B6"), "memories") == ["mem_home"]


def test_forget_and_restore(running: Running) -> None:
    moved = running.post("/v1/forget", ids=["mem_tea"]).json["memories"][0]
    assert (moved["action"], moved["path"].split("/")[0]) == ("forgotten", "archive")
    assert ids(running.post("/v1/recall", query="龙井")) == []
    assert running.post("/v1/forget", ids=["mem_tea"]).json["memories"][0]["action"] == "unchanged"
    assert running.post("/v1/restore", ids=["mem_tea"]).json["memories"][0]["action"] == "restored"
    assert ids(running.post("/v1/recall", query="龙井")) == ["mem_tea"]


def test_feedback(running: Running) -> None:
    judged = running.post("/v1/feedback", id="mem_tea", verdict="outdated").json["feedback"][0]
    assert judged["action"] == "archived"
    assert ids(running.post("/v1/recall", query="龙井")) == []
    assert running.post("/v1/feedback", id="mem_tea", verdict="boring").status == 422


def test_status_and_check(running: Running, place: Place) -> None:
    running.post("/v1/recall", query="茶")
    status = running.get("/v1/status").json
    assert status["records"] == 8
    assert status["service"]["model"] == "off"
    place.write("facts/bad.jsonl", "{broken\n")
    problems = running.get("/v1/check").json["problems"]
    assert {each["path"] for each in problems} == {"facts/bad.jsonl"}


ASKED = {
    "/v1/recall": {"query": "龙井"},
    "/v1/prompt": {"query": "龙井"},
    "/v1/remember": {"content": "爱喝咖啡"},
    "/v1/capture": {"turns": TURNS},
    "/v1/flush": {"session_id": "s1"},
    "/v1/forget": {"ids": ["mem_tea"]},
    "/v1/restore": {"ids": ["mem_tea"]},
    "/v1/feedback": {"id": "mem_cat", "verdict": "useful"},
}


def test_every_answer_is_as_described(running: Running) -> None:
    for route in ROUTES:
        if route.method == "GET":
            reply = running.get(route.path.replace("{id}", "mem_cat"))
        else:
            reply = running.post(route.path, **ASKED[route.path])
        assert reply.status == 200, (route.path, reply.body)
        msgspec.convert(reply.json, route.answer)
    msgspec.convert(running.get("/health").json, answers.Health)
    msgspec.convert(running.get("/v1/nothing").json, answers.ProblemDetails)


def test_what_an_edit_changed_is_answered(running: Running, place: Place) -> None:
    path = place.root / "facts" / "all.jsonl"
    path.write_text(path.read_text().replace("龙井", "普洱"))
    running.post(
        "/v1/remember", content="爱喝咖啡"
    )  # brings the index in step, whatever the watcher has seen
    assert ids(running.post("/v1/recall", query="普洱")) == ["mem_tea"]
    assert ids(running.post("/v1/recall", query="龙井")) == []


@pytest.mark.parametrize(
    ("route", "fields"),
    [
        ("capture", {"turns": TURNS}),
        ("remember", {"content": "会弹吉他"}),
        ("forget", {"ids": ["mem_tea"]}),
        ("feedback", {"id": "mem_tea", "verdict": "wrong"}),
    ],
)
def test_a_vault_that_was_moved_away_is_not_begun_anew(
    running: Running, place: Place, route: str, fields: dict[str, object]
) -> None:
    assert ids(running.post("/v1/recall", query="下午爱喝龙井吗")) == ["mem_tea"]
    elsewhere = place.root.with_name("elsewhere")
    place.root.rename(elsewhere)
    try:
        reply = running.post(f"/v1/{route}", **fields)
        assert (reply.status, reply.json["code"]) == (503, "vault-vanished")
        assert str(place.root) in reply.json["detail"]
        assert not place.root.exists()
    finally:
        if not place.root.exists():
            elsewhere.rename(place.root)
