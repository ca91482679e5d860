from __future__ import annotations

import io
import sys

import pytest

from vault.cli.output import Output
from vault.cli.progress import PATIENCE, Bar
from vault.embedding.installation import InstallStep


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Within the test: pytest puts its own stream back after the set-up of fixtures."""
    made = Terminal()
    monkeypatch.setattr(sys, "stderr", made)
    monkeypatch.setenv("TERM", "xterm")
    return made


def test_a_bar_appears_when_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    clock = Clock()
    with Bar(Output(language="zh"), clock) as bar:
        bar.step("embed", 1, 100)
        assert terminal.getvalue() == ""
        clock.now = PATIENCE
        bar.step("embed", 50, 100)
    assert "计算向量" in terminal.getvalue()
    assert "50/100" in terminal.getvalue()


def test_nothing_is_drawn_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    clock = Clock()
    with Bar(Output(), clock) as bar:
        clock.now = 10
        bar.step("embed", 50, 100)
    seen = capsys.readouterr()
    assert (seen.out, seen.err) == ("", "")


def test_downloads_are_told_in_megabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    clock = Clock()
    with Bar(Output(language="en"), clock) as bar:
        clock.now = 1
        bar.install_step(InstallStep("fetching", 30_000_000, 72_000_000, "weights"))
        bar.install_step(InstallStep("converting", 3, 9))
    assert "30/72" in terminal.getvalue()
    assert "3/9" in terminal.getvalue()
