"""While the first index of a vault is being made, nothing is answered as if there were nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.api.conftest import Place
from tests.api.test_watch import until
from tests.service.running_service import Running, Start
from vault.config.locations import cache_dir
from vault.files.lock import write_lock
from vault.index.index import LOCK_NAME
from vault.index.location import index_folder


@pytest.fixture
def held(place: Place) -> Iterator[None]:
    """Nobody gets anything into the index."""
    with write_lock(index_folder(cache_dir(), "vault_small", place.root) / LOCK_NAME):
        yield


@pytest.fixture
def building(start: Start, held: None, place: Place) -> Running:
    del held
    return start(place.root)


def _notice(document: dict[str, object]) -> str:
    assert document["degraded"] is True
    notices = document["notices"]
    assert isinstance(notices, list)
    return " ".join(notices)


@pytest.mark.parametrize("user", ["lin", "mei", "", "nobody yet"])
def test_a_question_is_told(building: Running, user: str) -> None:
    named = {"user": user} if user else {}
    recalled = building.post("/v1/recall", query="龙井", **named)
    assert (recalled.status, recalled.json["hits"]) == (200, [])
    assert "索引正在第一次建立" in _notice(recalled.json)
    prompted = building.post("/v1/prompt", query="龙井", opening=True, **named)
    assert (prompted.status, prompted.json["block"]) == (200, "")
    assert "索引正在第一次建立" in _notice(prompted.json)


def test_a_list_is_refused(building: Running) -> None:
    for path in ("/v1/memories", "/v1/memories/mem_tea"):
        reply = building.get(path)
        assert (reply.status, reply.json["code"], reply.headers["retry-after"]) == (
            503,
            "index-building",
            "1",
        )


def test_nothing_new_is_judged_yet(building: Running, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vault.api.writing.INDEX_SECONDS", 0.3)
    reply = building.post("/v1/remember", content="下午爱喝龙井")
    assert (reply.status, reply.json["code"]) == (503, "lock-timeout")
    assert not (place.root / "facts" / "auto").exists()


def test_status_says_how_far_it_is(building: Running) -> None:
    found = building.get("/v1/status").json
    assert found["service"]["index"] == {"built": False, "read": 0, "files": 0}
    assert found["behind"] > 0


def test_what_is_said_meanwhile_is_journalled(building: Running) -> None:
    reply = building.post("/v1/capture", turns=[{"session_id": "s", "role": "user", "content": "想学打铁"}])
    assert (reply.status, reply.json["journalled"]) == (200, 1)


def test_the_command_line_says_so(building: Running, place: Place) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "vault", "--vault", str(place.root), "recall", "龙井"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "索引正在第一次建立" in done.stderr + done.stdout
    assert done.returncode == 3


def test_then_it_is_found(start: Start, place: Place) -> None:
    with write_lock(index_folder(cache_dir(), "vault_small", place.root) / LOCK_NAME):
        service = start(place.root)
        assert service.post("/v1/recall", query="龙井").json["hits"] == []
    until(lambda: bool(service.post("/v1/recall", query="龙井").json["hits"]), "found")
    until(lambda: not service.post("/v1/recall", query="龙井").json["degraded"], "whole")
    assert service.get("/v1/status").json["service"]["index"]["built"] is True
    assert service.post("/v1/recall", query="龙井", user="nobody").status == 404
