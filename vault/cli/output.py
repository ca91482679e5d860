"""Where the command line writes: results on stdout, everything said beside them on stderr.

With `--json` stdout carries exactly one JSON document. Colour and line breaks are for terminals only.
"""

from __future__ import annotations

import codecs
import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from vault.api.as_json import as_json
from vault.api.telling import telling
from vault.cli.visible_text import visible
from vault.cli.words import language_of, say

if TYPE_CHECKING:
    from rich.table import Table


_TABLE_WIDTH = 120
"""Of tables that are written into a file or a pipe."""


class OutputClosed(Exception):
    """The reader of stdout or stderr went away, e.g. `| head`."""


class OutputFailed(Exception):
    """Results cannot be written, e.g. because the disk is full."""


@contextlib.contextmanager
def _writing() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise OutputClosed from None
    except OSError as error:
        raise OutputFailed(error.strerror or str(error)) from error


def prepare_streams() -> None:
    """Make stdout and stderr able to carry Chinese, whatever the locale.

    An encoding that cannot (ASCII, Latin-1) becomes UTF-8; a Chinese one (GBK of a console) stays, and
    what it lacks is written as escapes instead of failing.
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by whoever started us: `>&-`
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115 - for good
        stream = getattr(sys, name)
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            encoding = stream.encoding if _speaks_chinese(stream.encoding) else "utf-8"
            reconfigure(encoding=encoding, errors="backslashreplace")


def _speaks_chinese(encoding: str | None) -> bool:
    try:
        "记忆".encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class _Terminal(Console):
    """A console that reports a closed pipe instead of ending the process."""

    def on_broken_pipe(self) -> None:
        raise OutputClosed


def _console(stream: IO[str]) -> Console:
    colourful = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return _Terminal(
        file=stream,
        color_system="auto" if colourful else None,
        highlight=False,
        markup=False,
        emoji=False,
        legacy_windows=False,
    )


def _tamed(line: Text) -> Text:
    tamed = line.copy()
    tamed.plain = visible(line.plain)
    return tamed


class Output:
    """Both streams of one command.

    Args:
        as_json: results are one JSON document.
        language: of what is said; changes once a vault is open.
    """

    def __init__(self, *, as_json: bool = False, language: str = "") -> None:
        self.as_json = as_json
        self.language = language or language_of()
        self.at_end: list[Callable[[], Iterable[str]]] = []
        self.results = _console(sys.stdout)
        self.beside = _console(sys.stderr)

    def document(self, value: object) -> None:
        """Write one JSON document, on one line, to stdout."""
        unicode = codecs.lookup(sys.stdout.encoding or "utf-8").name == "utf-8"
        text = json.dumps(as_json(value), ensure_ascii=not unicode, allow_nan=False, separators=(", ", ": "))
        self.plain(text.encode("utf-8", "replace").decode("utf-8"))

    def plain(self, text: str) -> None:
        """Write text to stdout as it is, without colour or line breaks of its own."""
        with _writing():
            sys.stdout.write((visible(text) if self.results.is_terminal else text) + "\n")
            sys.stdout.flush()

    def show(self, line: Text) -> None:
        """Write a styled line to stdout; it is wrapped on a terminal only."""
        with _writing():
            self.results.print(_tamed(line), soft_wrap=not self.results.is_terminal)

    def table(self, table: Table) -> None:
        """Write a table of the program's own words and figures to stdout."""
        with _writing():
            self.results.print(table, width=None if self.results.is_terminal else _TABLE_WIDTH)

    def text(self, key: str, **values: object) -> str:
        """A text of the message table."""
        return say(self.language, key, **values)

    def tell(self, key: str, style: str = "", **values: object) -> None:
        """Write a text of the message table to stdout: it is the result."""
        self.show(Text(self.text(key, **values), style))

    def say(self, key: str, style: str = "", **values: object) -> None:
        """Say something on stderr: a line from the message table."""
        self.aside(Text(self.text(key, **values), style))

    def remark(self, notice: str) -> None:
        """Pass a notice on, on stderr."""
        self.aside(Text(notice, "yellow"))

    def end(self) -> None:
        """Pass on what is only known when everything is done and closed."""
        for notices in self.at_end:
            for notice in notices():
                self.remark(notice)

    def aside(self, line: Text) -> None:
        """Write a styled line to stderr."""
        self.beside.print(_tamed(line), soft_wrap=True)

    def fault(self, code: str, message: str, hint: str) -> None:
        """Report why the command ended: one line and the next step, or the JSON error document."""
        message, hint = telling(message), telling(hint)
        if self.as_json:
            self.document({"error": {"code": code, "message": message, "hint": hint}})
            return
        self.aside(Text.assemble(("memvault: ", "bold red"), (message, "red")))
        if hint:
            self.aside(Text(f"  {hint}", "dim"))


@contextlib.contextmanager
def quiet_when_closed() -> Iterator[None]:
    """Flush stdout at the end; when its reader is gone, raise `OutputClosed` and leave nothing to flush."""
    try:
        yield
        with _writing():
            sys.stdout.flush()
    except (BrokenPipeError, OutputClosed):
        discard_output()
        raise OutputClosed from None


def discard_output() -> None:
    """Point stdout at nothing, so that the interpreter's last flush finds no closed pipe."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, sys.stdout.fileno())
        os.close(nothing)
