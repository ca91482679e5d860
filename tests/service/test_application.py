from __future__ import annotations

import json
import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.api.conftest import Place
from tests.service.running_service import Running
from vault.api.vault import Vault
from vault.config import locations
from vault.files.lock import write_lock
from vault.index.location import index_folder
from vault.service.openapi import document


def test_health_while_there_is_no_model(running: Running) -> None:
    health = running.get("/health").json
    assert (health["ok"], health["ready"], health["model"]) == (True, False, "off")


def test_an_unknown_route_and_a_wrong_method(running: Running) -> None:
    assert running.get("/v1/nothing").json["code"] == "no-such-route"
    reply = running.get("/v1/recall")
    assert (reply.status, reply.json["code"]) == (405, "wrong-method")
    assert reply.headers["allow"] == "POST"


def test_every_answer_stays_out_of_caches(running: Running) -> None:
    for reply in (running.get("/health"), running.get("/v1/status"), running.get("/v1/nothing")):
        assert reply.headers["cache-control"] == "no-store"
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert "server" not in reply.headers


def test_the_document_is_served(running: Running) -> None:
    assert running.get("/openapi.json").json == document()


def test_what_takes_too_long_is_given_up_and_others_are_answered(running: Running, place: Place) -> None:
    """Somebody holds the write lock: writers wait for it, questions do not."""
    folder = index_folder(locations.cache_dir(), "vault_small", place.root)
    with write_lock(folder / "write.lock", 1):
        reply = running.post("/v1/remember", {"X-Memvault-Deadline-Ms": "300"}, content="爱喝咖啡")
        assert (reply.status, reply.json["code"]) == (504, "deadline")
        assert "may still be done" in reply.json["detail"]
        assert running.post("/v1/recall", query="龙井").status == 200


def test_a_fault_of_ours_is_told_and_logged_without_content(
    running: Running, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise ValueError("the secret is 4471")

    monkeypatch.setattr(Vault, "recall", fail)
    with caplog.at_level(logging.DEBUG):
        reply = running.post("/v1/recall", query="秘密")
    assert (reply.status, reply.json["code"]) == (500, "internal")
    assert "4471" not in reply.body.decode()
    assert "ValueError in" in caplog.text
    assert "4471" not in caplog.text
    assert "秘密" not in caplog.text
    monkeypatch.undo()
    assert running.get("/health").status == 200


def test_nothing_that_is_said_is_logged(running: Running, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        running.post("/v1/remember", content="对榴莲过敏")
        running.post("/v1/recall", query="榴莲")
        running.get("/v1/memories?tags=%E6%A6%B4%E8%8E%B2")
        running.post("/v1/recall", query="榴莲", nothing=1)
    assert "榴莲" not in caplog.text
    assert "%E6%A6%B4" not in caplog.text


def test_a_vault_that_went_away_is_said_to_be_gone(running: Running, place: Place) -> None:
    running.post("/v1/recall", query="龙井")
    place.root.rename(place.root.with_name("unmounted"))
    for path, fields in (("/v1/remember", {"content": "x 爱喝咖啡"}), ("/v1/capture", {"turns": [TURN]})):
        reply = running.post(path, **fields)
        assert reply.status == 503, path
        assert not place.root.exists()
    assert running.get("/v1/status").status == 503
    assert running.post("/v1/recall", query="龙井").status in (200, 503)
    place.root.with_name("unmounted").rename(place.root)
    assert running.post("/v1/capture", turns=[TURN]).json["journalled"] == 1


TURN = {"session_id": "s", "turn": 1, "role": "user", "content": "我爱喝咖啡"}


def test_many_at_once(running: Running, place: Place) -> None:
    """Eight clients write and ask at once; nothing is lost, nobody is refused."""

    def one(client: int) -> list[int]:
        found = []
        for number in range(5):
            turn = {**TURN, "session_id": f"s{client}", "turn": number}
            found.append(running.post("/v1/capture", turns=[turn]).status)
            found.append(running.post("/v1/recall", query="龙井").status)
        return found

    with ThreadPoolExecutor(8) as pool:
        statuses = [status for found in pool.map(one, range(8)) for status in found]
    assert set(statuses) == {200}
    lines = [
        json.loads(line)
        for path in place.root.glob("journal/**/*.jsonl")
        for line in path.read_text().splitlines()
    ]
    assert {(line["session_id"], line["turn"]) for line in lines} == {
        (f"s{client}", number) for client in range(8) for number in range(5)
    }


def test_requests_under_way_are_answered_when_it_stops(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = threading.Event()
    real = Vault.recall

    def slowly(self: Vault, *arguments: object, **named: object) -> object:
        begun.set()
        time.sleep(0.5)
        return real(self, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Vault, "recall", slowly)
    with ThreadPoolExecutor(1) as pool:
        reply = pool.submit(running.post, "/v1/recall", query="龙井")
        assert begun.wait(10)
        running.stop()
        assert reply.result().status == 200
