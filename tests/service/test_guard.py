from __future__ import annotations

import http.client
import socket

import pytest

from tests.service.running_service import Running
from vault.service.guard import prove


@pytest.mark.parametrize("path", ["/v1/status", "/openapi.json", "/v1/events", "/v1/nothing", "/"])
@pytest.mark.parametrize("shown", ["", "Bearer", "Bearer x", "Basic {token}", "{token}", "Bearer {token}x"])
def test_without_the_token_nothing_is_told(running: Running, path: str, shown: str) -> None:
    reply = running.get(path, {"Authorization": shown.format(token=running.token)})
    assert (reply.status, reply.json["code"]) == (401, "unauthorized")
    assert reply.headers["www-authenticate"] == "Bearer"


def test_health_needs_none_and_proves_that_it_is_us(running: Running) -> None:
    reply = running.get("/health?challenge=abc", {"Authorization": ""})
    assert reply.status == 200
    assert reply.json["proof"] == prove(running.token, "abc")
    assert running.token not in reply.body.decode()


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "localhost", "", "[::1]"]
)
@pytest.mark.parametrize("path", ["/health", "/v1/status"])
def test_under_another_name_nothing_is_answered(running: Running, host: str, path: str) -> None:
    """A page that makes its own name lead to 127.0.0.1 still sends that name."""
    reply = running.get(path, {"Host": host.format(port=running.port)})
    assert (reply.status, reply.json["code"]) == (421, "wrong-host")


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "LocalHost:{port}", "[::1]:{port}"])
def test_under_its_own_names_it_answers(running: Running, host: str) -> None:
    assert running.get("/v1/status", {"Host": host.format(port=running.port)}).status == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1:{port}", "http://127.0.0.1:1", ""]
)
def test_pages_are_refused(running: Running, origin: str) -> None:
    reply = running.get("/health", {"Origin": origin.format(port=running.port)})
    assert (reply.status, reply.json["code"]) == (403, "wrong-origin")


def test_its_own_origin_passes(running: Running) -> None:
    assert running.get("/health", {"Origin": running.url}).status == 200


def test_a_preflight_gets_no_permission(running: Running) -> None:
    reply = running.send("OPTIONS", "/v1/recall", headers={"Origin": "http://evil.example"})
    assert reply.status == 403
    assert not [name for name in reply.headers if name.startswith("access-control")]


@pytest.mark.parametrize("name", ["Host", "Authorization"])
def test_a_header_that_is_there_twice(running: Running, name: str) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", running.port, timeout=10)
    connection.putrequest("GET", "/v1/status", skip_host=True)
    ours = {"Host": f"127.0.0.1:{running.port}", "Authorization": f"Bearer {running.token}"}
    for header, value in [*ours.items(), (name, ours[name])]:
        connection.putheader(header, value)
    connection.endheaders()
    assert connection.getresponse().status in (400, 401, 421)
    connection.close()


def test_it_listens_on_the_loopback_address_only(running: Running) -> None:
    own = socket.gethostbyname(socket.gethostname())
    if own.startswith("127."):
        pytest.skip("this machine has no other address")
    with pytest.raises(OSError):
        socket.create_connection((own, running.port), timeout=2)


@pytest.mark.parametrize(("site", "status"), [("cross-site", 403), ("same-site", 403), ("none", 200)])
def test_a_page_cannot_even_find_out_that_there_is_a_service(
    running: Running, site: str, status: int
) -> None:
    """A picture is fetched without an Origin; browsers say nevertheless where it stands."""
    assert running.get("/health", {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"}).status == status
