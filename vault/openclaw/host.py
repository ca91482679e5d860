"""OpenClaw's own command line: the only way in which its configuration is changed here."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vault.errors import OpenClawFailed, OpenClawMissing

SECONDS = 180.0


_BY_DEFAULT: tuple[dict[str, Any], ...] = ({}, {"config": {}})


@dataclass(frozen=True, slots=True)
class Done:
    """What a command of OpenClaw left.

    Attributes:
        code: of its exit.
        out: its standard output.
        said: its standard error.
    """

    code: int
    out: str
    said: str

    @property
    def document(self) -> object:
        """The JSON that it printed, also after other lines; None when there is none."""
        decoded = (_decoded(self.out, start) for start in _starts(self.out))
        return next((value for value in decoded if value is not None), None)

    @property
    def reason(self) -> str:
        """What it says is wrong, else its last words."""
        document = self.document
        error = document.get("error") if isinstance(document, dict) else None
        if isinstance(error, dict) and str(error.get("message", "")).strip():
            return str(error["message"]).strip().splitlines()[0][:300]
        lines = [line.strip() for line in (self.out + "\n" + self.said).splitlines() if line.strip()]
        return lines[-1][:300] if lines else f"exit code {self.code}"


@dataclass(frozen=True, slots=True)
class Host:
    """An installed OpenClaw.

    Attributes:
        program: its command.
    """

    program: str

    def run(self, *words: str, given: str = "", seconds: float = SECONDS) -> Done:
        """Run one of its commands, whatever it says.

        Raises:
            OpenClawFailed: it cannot be run, or does not end.
        """
        try:
            done = subprocess.run(  # noqa: S603 - the person's own program, no shell
                [self.program, *words],
                input=given,
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=seconds,
                check=False,
                env={**os.environ, "NO_COLOR": "1"},
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise OpenClawFailed(" ".join(words[:2]), str(error)) from error
        return Done(done.returncode, done.stdout, done.stderr)

    def must(self, *words: str, given: str = "") -> Done:
        """The same, but it has to succeed.

        Raises:
            OpenClawFailed: it did not.
        """
        done = self.run(*words, given=given)
        if done.code != 0:
            raise OpenClawFailed(" ".join(words[:2]), done.reason)
        return done

    def version(self) -> str:
        """As it names itself, e.g. `OpenClaw 2026.9.6 (eb377ac)`."""
        return self.must("--version").out.strip().splitlines()[-1]

    def config_file(self) -> Path:
        """Where its configuration is; it need not exist yet."""
        line = self.must("config", "file").out.strip().splitlines()[-1]
        return Path(line).expanduser()

    def plugins(self) -> dict[str, Any]:
        """The plugins' part of the configuration, without entries by default; secrets are covered."""
        done = self.run("config", "get", "plugins", "--json")
        document = done.document if done.code == 0 else None
        return _authored(document) if isinstance(document, dict) else {}

    def patch(self, changes: dict[str, Any]) -> None:
        """Change the configuration in one go; None removes.

        Raises:
            OpenClawFailed: it was refused; nothing was changed.
        """
        self.must("config", "patch", "--stdin", given=json.dumps(changes, ensure_ascii=False))

    def live_status(self) -> dict[str, Any] | None:
        """What the plugin says of itself in a running gateway; None: no gateway, or no plugin in it."""
        done = self.run("gateway", "call", "memvault.status", "--json", "--params", "{}", seconds=60)
        document = done.document if done.code == 0 else None
        return document if isinstance(document, dict) and "findings" in document else None


def find_host(program: str = "") -> Host:
    """OpenClaw, by its path or on PATH.

    Raises:
        OpenClawMissing: it is not there.
    """
    found = shutil.which(program or "openclaw")
    if found is None:
        raise OpenClawMissing(program or "openclaw")
    return Host(found)


def _authored(plugins: dict[str, Any]) -> dict[str, Any]:
    """OpenClaw names every plugin that it brings, with an empty `config`, as soon as one is configured."""
    entries = {name: entry for name, entry in plugins.get("entries", {}).items() if entry not in _BY_DEFAULT}
    rest = {name: part for name, part in plugins.items() if name != "entries"}
    return {**rest, "entries": entries} if entries else rest


def _decoded(text: str, start: int) -> object:
    try:
        value: object = json.JSONDecoder().raw_decode(text, start)[0]
    except ValueError:
        return None
    return value


def _starts(text: str) -> list[int]:
    at_line = [0, *(place + 1 for place, character in enumerate(text) if character == "\n")]
    return [place for place in at_line if text[place : place + 1] in tuple('{["tfn-0123456789')]
