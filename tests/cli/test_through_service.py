"""Commands while a service runs: the same words as without it, but said by the service."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import Place, make_place
from tests.service.running_service import Running, services
from vault.api.open import open_vault

Cli = Callable[..., Any]


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return make_place(tmp_path / "vault")


@pytest.fixture
def running(place: Place) -> Iterator[Running]:
    with services() as start:
        yield start(place.root)


@pytest.fixture(autouse=True)
def nothing_of_our_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a shell in which nothing is set that the service does not know."""
    monkeypatch.delenv("MEMVAULT_RECORD_USAGE")


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever opens the vault in the command line itself fails."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the vault was opened here")

    monkeypatch.setattr("vault.cli.invocation.Invocation.open_vault", refuse)


def of(place: Place, *arguments: str) -> tuple[str, ...]:
    return "--vault", str(place.root), *arguments


@pytest.mark.usefixtures("running")
def test_the_same_document(cli: Cli, place: Place) -> None:
    for command in (
        ("recall", "龙井", "--json"),
        (
            "recall",
            "龙井 泉州",
            "--all",
            "--limit",
            "2",
            "--since",
            "2026-05-01",
            "--type",
            "event",
            "--json",
        ),
        ("prompt", "龙井", "--json"),
        ("--user", "mei", "recall", "钢琴", "--json"),
    ):
        there, here = cli(*of(place, *command)), cli(*of(place, *command, "--no-service", "--no-model"))
        assert (there.code, here.code) == (0, 0)
        told = [{k: v for k, v in each.document.items() if k != "took_ms"} for each in (there, here)]
        assert told[0] == told[1], command


@pytest.mark.usefixtures("running")
def test_the_same_words(cli: Cli, place: Place) -> None:
    for command in (("recall", "龙井"), ("recall", "没有这样的事"), ("prompt", "龙井")):
        there, here = cli(*of(place, *command)), cli(*of(place, *command, "--no-service", "--no-model"))
        assert (there.code, there.out, there.err) == (here.code, here.out, here.err)


@pytest.mark.usefixtures("running", "alone")
def test_it_is_the_service_that_does_it(cli: Cli, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    added = cli(*of(place, "remember", "对芒果过敏", "--expires", "30d", "--tag", "健康", "--json"))
    assert (added.code, added.document["action"]) == (0, "added")
    line = json.loads((place.root / added.document["path"]).read_text().splitlines()[-1])
    assert line.get("source", {"kind": "owner"})["kind"] == "owner"
    assert "芒果" in cli(*of(place, "recall", "芒果")).out
    turn = {"session_id": "s", "turn": 1, "role": "user", "content": "我爱喝咖啡", "ts": 1_790_000_000}
    stdin = io.TextIOWrapper(io.BytesIO(json.dumps(turn).encode() + b"\nbroken\n"))
    monkeypatch.setattr("sys.stdin", stdin)
    captured = cli(*of(place, "capture", "--json"))
    assert (captured.code, captured.document["journalled"]) == (1, 1)
    assert len(captured.document["problems"]) == 1
    assert cli(*of(place, "feedback", "mem_tea", "useful")).code == 0
    assert (
        cli(*of(place, "forget", "mem_tea", "mem_cat", "--json")).document["forgotten"][0]["id"] == "mem_tea"
    )
    assert "mem_tea" in cli(*of(place, "restore", "mem_tea")).out
    assert cli(*of(place, "remember", " ")).code == 1


@pytest.mark.usefixtures("running")
def test_faults_are_told_as_without_it(cli: Cli, place: Place) -> None:
    for command in (
        ("--user", "nobody", "recall", "x"),
        ("forget", "nothing"),
        ("recall", "x", "--since", "someday"),
    ):
        there, here = cli(*of(place, *command)), cli(*of(place, *command, "--no-service"))
        assert (there.code, there.err) == (here.code, here.err)
        assert there.code == 2


@pytest.mark.usefixtures("running", "alone")
@pytest.mark.parametrize(
    ("name", "value"),
    [("MEMVAULT_NOW", "2026-11-30T00:00:00Z"), ("MEMVAULT_MODEL", "x"), ("MEMVAULT_LANGUAGE", "en")],
)
def test_who_wants_something_else_gets_it_here(
    cli: Cli, place: Place, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    assert cli(*of(place, "recall", "龙井")).code == 0
    monkeypatch.setenv(name, value)
    assert cli(*of(place, "recall", "龙井")).code == 70  # `alone` lets nobody open the vault here


def test_whose_memories_the_shell_says(
    cli: Cli,
    place: Place,
    running: Running,
    alone: None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MEMVAULT_USER", "mei")
    assert "钢琴" in cli(*of(place, "recall", "钢琴")).out
    assert "龙井" not in cli(*of(place, "recall", "龙井")).out


def test_after_it_has_ended_all_is_done_here(cli: Cli, place: Place, running: Running) -> None:
    running.stop()
    assert "龙井" in cli(*of(place, "recall", "龙井", "--no-model")).out
    with open_vault(place.root, use_model=False) as vault:
        assert vault.recall("龙井").hits
