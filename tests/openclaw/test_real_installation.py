"""`memvault openclaw install`, `status` and `uninstall`, and a turn without a gateway: with the real OpenClaw."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.openclaw.conftest import Person, make_person
from tests.openclaw.gateway import Host, base_config, make_host, until
from tests.openclaw.installation import Installation
from tests.openclaw.mock_model import MockModel, mock_model

pytestmark = pytest.mark.timeout(400)


@pytest.fixture(scope="module")
def model() -> Iterator[MockModel]:
    with mock_model() as running:
        yield running


@pytest.fixture(scope="module")
def host(
    installation: Installation, models_dir: Path, tmp_path_factory: pytest.TempPathFactory, model: MockModel
) -> Host:
    folder = tmp_path_factory.mktemp("installing")
    (folder / "host").mkdir()
    host = make_host(installation, folder / "host", make_person(folder, models_dir).variables)
    config = base_config(host, model.url)
    del config["plugins"]
    host.write_config(config)
    written = host.config_file.read_text(encoding="utf-8")
    host.config_file.write_text(f"// my own notes\n{written}", encoding="utf-8")
    return host


@pytest.fixture(scope="module")
def person(host: Host) -> Person:
    folder = host.folder.parent
    variables = {
        **host.environment,
        "PATH": os.pathsep.join((str(host.installation.openclaw.parent), host.environment["PATH"])),
    }
    person = Person(folder, folder / "vault", variables)
    told = person.run("remember", "用户的猫叫年糕")
    assert told.returncode == 0, told.stderr
    return person


def document(done: subprocess.CompletedProcess[str]) -> dict[str, Any]:
    assert done.stdout, done.stderr
    read: dict[str, Any] = json.loads(done.stdout)
    return read


def test_it_is_put_in_works_and_is_taken_out_again(host: Host, person: Person, model: MockModel) -> None:
    before = host.config_file.read_bytes()
    assert document(person.run("--json", "openclaw", "install"))["works"]
    once = host.config["plugins"]
    installed = document(person.run("--json", "openclaw", "install"))
    assert host.config["plugins"] == once, "a second time nothing is different"
    assert installed["works"], installed["findings"]
    trip = next(each for each in installed["findings"] if each["code"] == "round-trip")
    assert trip["level"] == "ok"
    assert "找回了那条记忆" in trip["message"]
    backup = Path(installed["backup"])
    assert backup.read_bytes() == before, "the copy is from before the first time"
    assert list(backup.parent.glob("*before-memvault*")) == [backup]
    plugins = host.config["plugins"]
    assert plugins["slots"] == {"memory": "memvault"}
    assert plugins["entries"]["memory-core"]["enabled"] is False
    assert plugins["entries"]["memvault"]["hooks"]["allowConversationAccess"] is True

    answered_without_a_gateway(host, person, model)

    host.must_set("plugins.entries.memvault.hooks.allowConversationAccess", "false")
    status = document(person.run("--json", "openclaw", "status"))
    assert not status["works"]
    missing = next(each for each in status["findings"] if each["code"] == "conversation-access")
    assert missing["fix"].startswith("openclaw config set")

    assert document(person.run("--json", "openclaw", "uninstall")) == {"uninstalled": True}
    assert host.config_file.read_bytes() == before, "with its comments"
    assert not backup.exists()
    assert document(person.run("--json", "openclaw", "uninstall")) == {"uninstalled": False}
    assert host.config_file.read_bytes() == before
    assert person.run("recall", "猫叫什么").returncode == 0, "the vault is as it was"


def answered_without_a_gateway(host: Host, person: Person, model: MockModel) -> None:
    """`openclaw agent --local`: no service runs; memvault's command stands in for it."""
    number = len(model.requests)
    done = host.run(
        "agent",
        "--local",
        "--agent",
        "main",
        "--session-key",
        "agent:main:local",
        "-m",
        "我的猫叫什么名字",
        "--json",
    )
    assert done.returncode == 0, done.stderr[-2000:]
    request = model.since(number)[0]
    assert "年糕" in request.block
    assert not any("memvault-memories" in said for said in request.users)
    until(lambda: person.journal("我的猫叫什么名字"), "captured by the command")


def test_what_others_changed_since_stays(host: Host, person: Person) -> None:
    assert document(person.run("--json", "openclaw", "install"))["works"]
    host.must_set("session.dmScope", "per-peer")
    assert document(person.run("--json", "openclaw", "uninstall")) == {"uninstalled": True}
    left = host.config
    assert left["session"]["dmScope"] == "per-peer"
    assert "plugins" not in left
    assert list(host.state.glob("*before-memvault*")), "the copy is kept: it says something else"


def test_where_there_was_no_configuration_there_is_none_again(host: Host, person: Person) -> None:
    host.config_file.unlink()
    installed = document(person.run("--json", "openclaw", "install"))
    assert installed["works"], installed["findings"]
    assert installed["backup"] == ""
    assert host.config["plugins"]["slots"] == {"memory": "memvault"}
    assert document(person.run("--json", "openclaw", "uninstall")) == {"uninstalled": True}
    assert not host.config_file.exists()


def test_without_openclaw_it_says_what_to_do(person: Person) -> None:
    done = replace(person, variables={**person.variables, "PATH": "/nowhere"}).run("openclaw", "status")
    assert done.returncode == 2
    assert "npm install -g openclaw" in done.stderr
