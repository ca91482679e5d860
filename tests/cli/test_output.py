from __future__ import annotations

import io
import json
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

import pytest
from rich.text import Text

from tests.api.conftest import make_place
from vault.cli.output import Output, OutputClosed, prepare_streams, quiet_when_closed


class Stream(io.TextIOWrapper):
    """A text stream with an encoding of its own, on a terminal or not."""

    def __init__(self, encoding: str = "utf-8", *, terminal: bool = False) -> None:
        self.raw_bytes = io.BytesIO()
        self.terminal = terminal
        super().__init__(self.raw_bytes, encoding=encoding, errors="strict", write_through=True)

    def isatty(self) -> bool:
        return self.terminal

    @property
    def written(self) -> bytes:
        return self.raw_bytes.getvalue()


@pytest.fixture
def stdout(monkeypatch: pytest.MonkeyPatch):
    def install(encoding: str = "utf-8", *, terminal: bool = False) -> Stream:
        stream = Stream(encoding, terminal=terminal)
        monkeypatch.setattr(sys, "stdout", stream)
        return stream

    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "40")
    return install


@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("ascii", "记忆🐱".encode()),
        ("latin-1", "记忆🐱".encode()),
        ("gbk", "记忆".encode("gbk") + b"\\U0001f431"),
    ],
)
def test_any_locale_carries_chinese(stdout, encoding: str, expected: bytes) -> None:
    stream = stdout(encoding)
    prepare_streams()
    Output().plain("记忆🐱")
    assert stream.written == expected + b"\n"


def test_a_document_is_one_line_of_json(stdout) -> None:
    stream = stdout()
    Output(as_json=True).document(
        {"text": "记\n忆", "path": Path("a/b"), "when": datetime(2026, 1, 5, tzinfo=timezone.utc), "x": (1,)}
    )
    assert stream.written.count(b"\n") == 1
    assert "记\\n忆".encode() in stream.written
    assert json.loads(stream.written) == {
        "text": "记\n忆",
        "path": "a/b",
        "when": "2026-01-05T00:00:00Z",
        "x": [1],
    }


@pytest.mark.parametrize("text", ["\ud83d", "记忆"])
def test_a_document_is_valid_in_every_encoding(stdout, text: str) -> None:
    stream = stdout("gbk")
    prepare_streams()
    Output(as_json=True).document({"text": text})
    assert set(json.loads(stream.written.decode("ascii"))) == {"text"}


def test_colour_is_for_terminals(stdout, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = stdout(terminal=True)
    Output().show(Text("红", "red"))
    assert b"\x1b[" in stream.written
    stream = stdout(terminal=False)
    Output().show(Text("红", "red"))
    assert stream.written == "红\n".encode()


@pytest.mark.parametrize(("variable", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colour_when_it_is_not_wanted(
    stdout, monkeypatch: pytest.MonkeyPatch, variable: str, value: str
) -> None:
    monkeypatch.setenv(variable, value)
    stream = stdout(terminal=True)
    Output().show(Text("红", "bold red"))
    assert b"\x1b" not in stream.written


def test_lines_are_wrapped_by_width_on_a_terminal_only(stdout) -> None:
    text = Text("记忆" * 30)
    stream = stdout(terminal=False)
    Output().show(text)
    assert stream.written.decode().count("\n") == 1
    stream = stdout(terminal=True)
    Output().show(text)
    lines = stream.written.decode().splitlines()
    assert len(lines) == 3
    assert max(map(len, lines)) == 20


def test_square_brackets_and_colons_stay(stdout) -> None:
    stream = stdout()
    Output().show(Text("[red]不是标记[/red] :cat:"))
    assert stream.written.decode() == "[red]不是标记[/red] :cat:\n"


def test_control_characters_of_a_memory_do_not_reach_the_terminal(stdout) -> None:
    stream = stdout(terminal=True)
    Output().show(Text.assemble("清屏\x1b[2J", ("红", "red")))
    assert stream.written.decode().startswith("清屏␛[2J\x1b[31m红")
    stream = stdout(terminal=True)
    Output().plain("\x1b[2J")
    assert stream.written.decode() == "␛[2J\n"


def test_a_closed_pipe_is_told_apart(stdout, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = stdout()

    def closed(data: bytes) -> int:
        raise BrokenPipeError

    monkeypatch.setattr(stream, "write", closed)
    with pytest.raises(OutputClosed), quiet_when_closed():
        Output().plain("a")
    stdout_again = Output()
    monkeypatch.setattr(sys, "stdout", stream)
    with pytest.raises(OutputClosed):
        stdout_again.show(Text("a"))


def test_a_fault_is_two_lines_on_stderr_or_a_document(capsys: pytest.CaptureFixture[str]) -> None:
    Output(language="en").fault("vault-not-found", "no vault at /x", "pass --vault DIR")
    seen = capsys.readouterr()
    assert seen.out == ""
    assert seen.err == "memvault: no vault at /x\n  pass --vault DIR\n"
    Output(as_json=True).fault("vault-not-found", "no vault at /x", "")
    seen = capsys.readouterr()
    assert seen.err == ""
    assert json.loads(seen.out) == {
        "error": {"code": "vault-not-found", "message": "no vault at /x", "hint": ""}
    }


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_full_disk_at_the_other_end_is_told_in_a_line(tmp_path: Path, options: list[str]) -> None:
    place = make_place(tmp_path / "vault")
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "vault", "--vault", str(place.root), "list", *options],
            stdout=full,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            check=False,
            timeout=100,
        )
    assert ran.returncode == 3
    assert ran.stderr.splitlines() == ["结果无法输出：No space left on device"]
