from __future__ import annotations

import json
import socket

import pytest

from tests.service.running_service import Running


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"nothing",
        b'{"query": NaN}',
        '{"query": "é"}'.encode("latin-1"),
        b"[" * 100_000,
        b'{"query": ' + b"1" * 10_000 + b"}",
    ],
)
def test_what_is_no_json(running: Running, body: bytes) -> None:
    reply = running.send("POST", "/v1/recall", body)
    assert reply.status in (400, 422)
    assert reply.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"query": 1},
        {"query": "茶", "limit": 0},
        {"query": "茶", "limit": "3"},
        {"query": "茶", "limit": 1.5},
        {"query": "茶", "types": "fact"},
        {"query": "茶", "types": ["opinion"]},
        {"query": "茶", "user_id": "lin"},
        {"query": "茶", "user": ""},
        {"query": "茶", "user": None},
        {"query": "茶", "since": "someday"},
        {"query": "茶", "since": "0001-01-01T00:00:00+14:00"},
        {"query": "x" * 100_001},
    ],
)
def test_what_does_not_fit(running: Running, fields: dict[str, object]) -> None:
    reply = running.post("/v1/recall", **fields)
    assert (reply.status, reply.json["code"]) == (422, "bad-request")


def test_what_was_said_is_not_repeated_in_a_fault(running: Running) -> None:
    reply = running.post("/v1/recall", query="茶", types=["秘密"])
    assert reply.status == 422
    assert "秘密" not in reply.body.decode()


@pytest.mark.parametrize("media_type", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_form_of_a_page_is_no_request(running: Running, media_type: str) -> None:
    reply = running.post("/v1/recall", {"Content-Type": media_type}, query="茶")
    assert (reply.status, reply.json["code"]) == (415, "not-json")


def test_too_much_is_refused_before_it_is_read(running: Running) -> None:
    head = (
        f"POST /v1/recall HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {running.token}\r\nContent-Length: 1000001\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as connection:
        connection.sendall(head.encode())
        assert connection.recv(1000).startswith(b"HTTP/1.1 413")


def test_too_much_without_saying_so(running: Running) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as connection:
        connection.sendall(
            f"POST /v1/recall HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {running.token}\r\nTransfer-Encoding: chunked\r\n\r\n".encode()
        )
        for _ in range(11):
            connection.sendall(b"186a0\r\n" + b" " * 100_000 + b"\r\n")
        assert connection.recv(1000).startswith(b"HTTP/1.1 413")


def test_captures_may_be_larger(running: Running) -> None:
    turns = [{"session_id": "s", "turn": 1, "role": "user", "content": "好" * 500_000}]
    reply = running.post("/v1/capture", turns=turns)
    assert reply.status == 200
    assert reply.json["journalled"] == 1


def test_half_of_an_emoji_is_no_fault(running: Running) -> None:
    """JavaScript cuts strings within a surrogate pair, and escapes the half."""
    reply = running.send("POST", "/v1/remember", b'{"content": "\\u6211\\u7231\\u8336\\ud83d"}')
    assert reply.status == 200
    assert reply.json["content"] == "我爱茶\ufffd"


@pytest.mark.parametrize("given", ["0", "-1", "x", "1.5", "1e3", "99999999999", ""])
def test_a_deadline_is_a_number(running: Running, given: str) -> None:
    assert running.post("/v1/recall", {"X-Memvault-Deadline-Ms": given}, query="茶").status == 400


@pytest.mark.parametrize("given", ["30000", "999999999"])
def test_a_long_deadline_is_cut(running: Running, given: str) -> None:
    assert running.post("/v1/recall", {"X-Memvault-Deadline-Ms": given}, query="茶").status == 200


def test_who_is_slow_in_asking_gets_no_answer(running: Running) -> None:
    with socket.create_connection(("127.0.0.1", running.port), timeout=10) as connection:
        connection.sendall(
            f"POST /v1/recall HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\nContent-Type: application/json\r\n"
            f"Authorization: Bearer {running.token}\r\nX-Memvault-Deadline-Ms: 200\r\n"
            "Content-Length: 100\r\n\r\n{".encode()
        )
        assert connection.recv(1000).startswith(b"HTTP/1.1 504")


def test_lists_in_a_query(running: Running) -> None:
    reply = running.get("/v1/memories?types=event&types=preference&limit=5")
    assert {each["type"] for each in reply.json["memories"]} == {"event", "preference"}


@pytest.mark.parametrize("query", ["limit=x", "limit=1&limit=2", "nothing=1", "types=fact,event", "user="])
def test_a_query_that_does_not_fit(running: Running, query: str) -> None:
    assert running.get(f"/v1/memories?{query}").status == 422


def test_a_whole_number_may_be_written_with_a_point(running: Running) -> None:
    assert running.send("POST", "/v1/recall", '{"query": "龙井", "limit": 1.0}'.encode()).status == 200


def test_the_body_may_be_indented_and_of_any_order(running: Running) -> None:
    body = json.dumps({"limit": 1, "query": "龙井"}, indent=3).encode()
    assert running.send("POST", "/v1/recall", body).status == 200
