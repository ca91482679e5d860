"""`status` and `doctor` say whether a service answers for the vault, and how it is."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.api.conftest import Place
from tests.api.test_watch import until
from vault.cli.service_state import service_state
from vault.service.client import find


@pytest.fixture(autouse=True)
def words_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMVAULT_MODEL", "bge-small-zh-v1.5")


@pytest.fixture
def served(place: Place) -> Iterator[subprocess.Popen[bytes]]:
    """A service in a process of its own."""
    command = [sys.executable, "-m", "vault", "--vault", str(place.root), "serve", "--no-model", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["url"]
        try:
            yield process
        finally:
            process.send_signal(signal.SIGCONT)
            process.terminate()


def _finding(document: dict, topic: str = "service") -> list[dict]:
    return [each for each in document["findings"] if each["topic"] == topic]


def test_none(cli, place: Place) -> None:
    assert service_state(place.root) is None
    assert "服务：没有运行" in cli("status").out
    assert cli("status", "--json").document["service"] is None
    (finding,) = _finding(cli("doctor", "--json").document)
    assert (finding["level"], "none runs" in finding["message"]) == ("ok", True)


def test_one_that_answers(cli, place: Place, served: subprocess.Popen[bytes]) -> None:
    document = cli("status", "--json").document["service"]
    assert (document["pid"], document["answers"], document["model"]) == (served.pid, True, "off")
    assert document["url"].startswith("http://127.0.0.1:")
    assert document["since"].endswith("Z")
    shown = cli("status").out
    assert str(served.pid) in shown
    assert document["url"] in shown
    (finding,) = _finding(cli("doctor", "--json").document)
    assert (finding["level"], str(served.pid) in finding["message"]) == ("ok", True)


def test_it_says_what_must_be_started_again_for(cli, place: Place, served: subprocess.Popen[bytes]) -> None:
    text = (place.root / "vault.yaml").read_text("utf-8")
    place.write("vault.yaml", text + "recall:\n  limit: 3\n")
    place.write("vault.yaml", text.replace("vault_small", "vault_other"))

    def restart() -> list[str]:
        state = service_state(place.root)
        return list(state.restart) if state is not None else []

    until(lambda: restart() == ["id"], "told")
    assert "id" in cli("status").out
    assert any(
        "started again for: id" in each["message"] for each in _finding(cli("doctor", "--json").document)
    )


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_one_that_hangs(cli, place: Place, served: subprocess.Popen[bytes]) -> None:
    served.send_signal(signal.SIGSTOP)
    assert find(place.root) is None
    assert cli("status", "--json").document["service"]["answers"] is False
    assert "没有应答" in cli("status").out
    (finding,) = _finding(cli("doctor", "--json").document)
    assert (finding["level"], "does not answer" in finding["message"]) == ("warn", True)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_one_that_was_killed_is_none(cli, place: Place, served: subprocess.Popen[bytes]) -> None:
    served.kill()
    served.wait()
    assert cli("status", "--json").document["service"] is None


def test_commands_and_the_service_get_along(cli, place: Place, served: subprocess.Popen[bytes]) -> None:
    cli("status")  # whatever it says
    place.remember("facts/new.jsonl", {"id": "mem_new", "content": "学会了做陶杯"})
    assert "陶杯" in cli("list").out
    assert "陶杯" in cli("show", "mem_new").out
    assert cli("check").code == 0
    assert "9 条记忆" in cli("index").out
    until(lambda: cli("status", "--json").document["behind"] == 0, "in step")
    assert served.poll() is None
