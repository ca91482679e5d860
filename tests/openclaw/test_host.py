"""OpenClaw's command line, played by a small script."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from vault.errors import OpenClawFailed, OpenClawMissing
from vault.openclaw.host import Host, find_host
from vault.openclaw.verify import verify

Scripted = Callable[[str], Host]


@pytest.fixture
def scripted(tmp_path: Path) -> Scripted:
    def make(body: str) -> Host:
        path = tmp_path / "openclaw"
        path.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        path.chmod(0o755)
        return find_host(str(path))

    return make


def test_a_host_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(OpenClawMissing):
        find_host(str(tmp_path / "openclaw"))


def test_json_is_found_behind_other_lines(scripted: Scripted) -> None:
    host = scripted("""echo 'Config warnings: none'; echo '[gateway] x'; echo '{"slots": {"memory": "x"}}'""")
    assert host.plugins() == {"slots": {"memory": "x"}}


def test_a_part_that_is_not_there_is_empty(scripted: Scripted) -> None:
    assert scripted("echo 'Config path not found'; exit 1").plugins() == {}


def test_what_stands_there_by_default_is_left_out(scripted: Scripted) -> None:
    entries = {"telegram": {"enabled": True}, "xai": {"config": {}}}
    host = scripted(f"echo '{json.dumps({'entries': entries})}'")
    assert host.plugins() == {"entries": {"telegram": {"enabled": True}}}
    assert scripted("""echo '{"entries": {"xai": {"config": {}}}}'""").plugins() == {}


def test_a_command_that_fails_says_its_last_words(scripted: Scripted) -> None:
    with pytest.raises(OpenClawFailed, match=r"config patch.*not today"):
        scripted("cat >/dev/null; echo noise; echo 'not today' >&2; exit 1").patch({"plugins": {}})


def test_changes_go_in_by_the_standard_input(scripted: Scripted, tmp_path: Path) -> None:
    scripted(f'echo "$@" > {tmp_path}/words; cat > {tmp_path}/given').patch({"plugins": {"slots": None}})
    assert (tmp_path / "words").read_text(encoding="utf-8").strip() == "config patch --stdin"
    assert json.loads((tmp_path / "given").read_text(encoding="utf-8")) == {"plugins": {"slots": None}}


def answering(trip: object, level: str = "ok") -> str:
    findings = [{"level": level, "code": "slot", "message": "m", "fix": ""}]
    document = json.dumps({"findings": findings, "roundTrip": trip, "vault": "/the/vault"})
    return f"""case "$1" in --version) echo 'OpenClaw 1';; memvault) echo '{document}';; *) exit 1;; esac"""


@pytest.mark.parametrize(
    ("trip", "expected", "level"),
    [
        ({"ids": ["mem_1"], "tookMs": 3}, "mem_1", "ok"),
        ({"ids": [], "tookMs": 3}, "", "ok"),
        ({"ids": ["mem_2"], "tookMs": 3}, "mem_1", "warn"),
        ({"error": "absent"}, "", "bad"),
        (None, "", "bad"),
    ],
)
def test_the_round_trip_is_judged(scripted: Scripted, trip: object, expected: str, level: str) -> None:
    report = verify(scripted(answering(trip)), query="猫", expected=expected)
    assert [each.level for each in report.findings if each.code == "round-trip"] == [level]
    assert report.works == (level != "bad")
    assert report.gateway is None
    chinese = verify(scripted(answering(trip)), query="猫", expected=expected, language="zh")
    assert "通过 OpenClaw 的提问" in chinese.findings[-1].message


def test_another_vault_than_the_one_that_is_meant_is_said(scripted: Scripted) -> None:
    host = scripted(answering({"ids": [], "tookMs": 3}))
    for root, works in ((None, True), (Path("/the/vault"), True), (Path("/the/other/../vault"), True)):
        report = verify(host, root=root)
        assert (report.works, report.vault) == (works, "/the/vault")
    for language in ("en", "zh"):
        report = verify(host, root=Path("/the/other"), language=language)
        assert not report.works
        other = next(each for each in report.findings if each.code == "other-vault")
        assert "/the/vault" in other.message
        assert other.fix == "memvault --vault /the/other openclaw install"


def test_a_plugin_that_does_not_run_is_said(scripted: Scripted) -> None:
    report = verify(
        scripted("case \"$1\" in --version) echo 'OpenClaw 1';; *) echo 'unknown command' >&2; exit 1;; esac")
    )
    assert not report.works
    assert "unknown command" in report.findings[0].message


def test_what_it_says_is_wrong_is_told_and_not_where_to_read_on(scripted: Scripted) -> None:
    error = {"ok": False, "error": {"message": "does not know the command\nDocs: https://docs.example"}}
    done = scripted(f"printf '%s' '{json.dumps(error)}'; echo 'Docs: https://docs.example' >&2; exit 1").run(
        "x"
    )
    assert done.reason == "does not know the command"
    assert scripted("echo one; echo two >&2; exit 3").run("x").reason == "two"
