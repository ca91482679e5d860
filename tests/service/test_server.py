from __future__ import annotations

import socket

import pytest

from tests.api.conftest import Place
from tests.service.running_service import Running, Start
from vault.errors import AlreadyServed, CannotListen, VaultNotFound
from vault.service.endpoint import find_endpoint, service_dir
from vault.service.server import _listener, serve


def test_it_can_be_found_while_it_runs_and_leaves_nothing_behind(running: Running, place: Place) -> None:
    found = find_endpoint(place.root)
    assert found is not None
    assert found[1].url == running.url
    running.stop()
    assert find_endpoint(place.root) is None
    assert {path.name for path in service_dir().rglob("*") if path.is_file()} <= {"token", "periodic.json"}


def test_the_port_may_be_chosen(start: Start, place: Place) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    assert start(place.root, port=port).port == port


def test_a_port_that_is_taken(place: Place) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(CannotListen):
            serve([place.root], port=other.getsockname()[1], use_model=False, on_ready=print)


def test_a_second_service_is_told_of_the_first(running: Running, place: Place) -> None:
    with pytest.raises(AlreadyServed, match=str(running.port)):
        serve([place.root], use_model=False, on_ready=print)
    assert running.get("/health").status == 200
    assert find_endpoint(place.root) is not None


def test_one_that_cannot_be_served_stops_all_and_frees_the_others(
    place: Place, tmp_path, start: Start
) -> None:
    with pytest.raises(VaultNotFound):
        serve([place.root, tmp_path / "nothing"], use_model=False, on_ready=print)
    assert start(place.root).get("/health").status == 200


def test_it_can_be_started_again_at_once_on_the_same_port(start: Start, place: Place) -> None:
    first = start(place.root)
    first.post("/v1/recall", query="龙井")
    first.stop()
    assert start(place.root, port=first.port).post("/v1/recall", query="龙井").status == 200


def test_connections_are_made_as_tcp_so_that_answers_are_not_held_back() -> None:
    """Only of such sockets asyncio switches off that small packets wait for each other: 40 ms an answer."""
    with _listener(0) as listener:
        assert listener.proto == socket.IPPROTO_TCP
        assert listener.getsockname()[0] == "127.0.0.1"
