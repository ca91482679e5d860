from __future__ import annotations

import asyncio
import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.api.conftest import Place
from tests.service.running_service import Running
from vault.service.events import MOST_LISTENERS, MOST_WAITING, EventHub, message


@contextmanager
def listening(running: Running) -> Iterator[http.client.HTTPResponse]:
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=20)
    connection.request("GET", "/v1/events", headers={"Authorization": f"Bearer {running.token}"})
    answer = connection.getresponse()
    assert answer.status == 200
    try:
        yield answer
    finally:
        connection.close()


def next_event(answer: http.client.HTTPResponse) -> tuple[str, Any]:
    kind = ""
    while True:
        line = answer.readline().decode().rstrip("\n")
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        if line.startswith("data: "):
            return kind, json.loads(line.removeprefix("data: "))


def event_of(answer: http.client.HTTPResponse, wanted: str) -> Any:
    while True:
        kind, data = next_event(answer)
        if kind == wanted:
            return data


def test_what_changed_is_told_without_texts(running: Running, place: Place) -> None:
    with listening(running) as answer:
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        assert next_event(answer) == ("hello", {})
        made = running.post("/v1/remember", content="对芒果过敏").json
        told = event_of(answer, "memories")
        assert told == {"vault": "vault_small", "changes": [{"action": "added", "id": made["id"]}]}
        place.remember("facts/new.jsonl", {"id": "mem_new", "content": "爱喝咖啡"})
        told = event_of(answer, "index")
        assert "咖啡" not in json.dumps(told, ensure_ascii=False)


def test_what_is_extracted_is_told(running: Running) -> None:
    with listening(running) as answer:
        turn = {"session_id": "s", "turn": 1, "role": "user", "content": "我对花生过敏"}
        running.post("/v1/capture", turns=[turn])
        changes = event_of(answer, "memories")["changes"]
        assert changes[0]["action"] == "added"


def test_listeners_do_not_keep_it_from_stopping(running: Running) -> None:
    with listening(running) as answer:
        next_event(answer)
        running.stop()
        assert answer.read().strip() == b""


def test_there_may_be_only_so_many(running: Running) -> None:
    connections = []
    for _ in range(MOST_LISTENERS):
        connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=20)
        connection.request("GET", "/v1/events", headers={"Authorization": f"Bearer {running.token}"})
        assert connection.getresponse().status == 200
        connections.append(connection)
    assert running.get("/v1/events").status == 503
    for connection in connections:
        connection.close()


def test_who_is_too_slow_is_told_that_it_missed_some() -> None:
    async def scene() -> list[bytes]:
        hub = EventHub()
        told = hub.listen()
        first = await anext(told)
        for number in range(MOST_WAITING + 5):
            hub.publish("index", {"number": number})
        await asyncio.sleep(0)
        found = [first, await anext(told), await anext(told)]
        hub.close()
        return found

    hello, missed, after = asyncio.run(scene())
    assert hello.startswith(b"event: hello")
    assert missed.startswith(b"event: missed")
    assert b'"number":1000' in after


def test_telling_nobody_and_after_the_end() -> None:
    hub = EventHub()
    hub.publish("index", {})

    async def scene() -> None:
        told = hub.listen()
        await anext(told)
        hub.close()
        assert hub.is_full
        assert [each async for each in told] == []

    asyncio.run(scene())
    thread = threading.Thread(target=hub.publish, args=("index", {}))
    thread.start()
    thread.join()


def test_an_event_is_on_lines_of_its_own() -> None:
    assert message("index", {"path": "a\nb"}) == b'event: index\ndata: {"path":"a\\nb"}\n\n'
