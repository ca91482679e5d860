"""The entry point: runs one command line and turns whatever happens into words and an exit code."""

from __future__ import annotations

import os
import re
import sys
import traceback
from collections.abc import Sequence
from typing import TYPE_CHECKING

from vault.errors import MemvaultError

if TYPE_CHECKING:
    from vault.cli.output import Output


def main() -> None:
    """The `memvault` command."""
    try:
        _speak_utf8()
        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


def _speak_utf8() -> None:
    """Begin anew in Python's UTF-8 mode where file names would be read in another encoding.

    The names of a vault's files are UTF-8 whatever the locale says. What is printed stays in the
    encoding of the terminal.
    """
    if os.name != "posix" or sys.getfilesystemencoding().lower() == "utf-8" or sys.flags.utf8_mode:
        return
    environment = {**os.environ, "PYTHONUTF8": "1"}
    if sys.stdout is not None:
        environment.setdefault("PYTHONIOENCODING", sys.stdout.encoding)
    os.execve(sys.executable, sys.orig_argv, environment)  # noqa: S606 - this very program, no shell


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; nothing is raised."""
    try:
        return _run(arguments)
    except KeyboardInterrupt:
        return 130


def _run(arguments: Sequence[str]) -> int:
    from vault.api.telling import log_only_told
    from vault.cli.arguments import readable, wants_json, with_globals_first
    from vault.cli.exit_codes import ExitCode
    from vault.cli.output import (
        Output,
        OutputClosed,
        OutputFailed,
        discard_output,
        prepare_streams,
        quiet_when_closed,
    )

    words = [readable(argument) for argument in arguments]
    prepare_streams()
    log_only_told()
    output = Output(as_json=wants_json(words))
    try:
        with quiet_when_closed():
            return _command(with_globals_first(words), output)
    except OutputClosed:
        discard_output()
        return ExitCode.PIPE_CLOSED
    except OutputFailed as error:
        discard_output()
        output.say("output-failed", "red", reason=error)
        return ExitCode.DEGRADED


def _command(words: list[str], output: Output) -> int:
    import typer

    from vault.cli.app import application
    from vault.cli.exit_codes import ExitCode, exit_code_of
    from vault.cli.output import OutputClosed, OutputFailed
    from vault.cli.words import explain_fault, say

    try:
        result = application()(args=words, prog_name="memvault", standalone_mode=False, obj=output)
        output.end()
        return int(result or ExitCode.OK)
    except MemvaultError as error:
        _trace()
        message, hint = explain_fault(output.language, error)
        output.fault(_code(error), message, hint)
        return exit_code_of(error)
    except typer.TyperException as error:
        output.fault("usage", error.format_message(), _usage_hint(error, output))
        return ExitCode.USAGE
    except (typer.Abort, KeyboardInterrupt):
        return ExitCode.INTERRUPTED
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else ExitCode.OK
    except (OutputClosed, OutputFailed):
        raise
    except Exception as error:  # noqa: BLE001 - the last line of defence against tracebacks
        _trace()
        summary = f"{type(error).__name__} in {_place(error)}"
        output.fault(
            "internal", say(output.language, "internal", what=summary), say(output.language, "internal-hint")
        )
        return ExitCode.INTERNAL


def _code(error: MemvaultError) -> str:
    """`VaultNotFound` -> `vault-not-found`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", type(error).__name__).lower()


def _usage_hint(error: Exception, output: Output) -> str:
    from vault.cli.words import say

    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "memvault"
    return say(output.language, "usage-hint", command=f"{path} --help")


def _place(error: Exception) -> str:
    """Where it happened, without any content: `recall/search.py:41`."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if f"{os.sep}vault{os.sep}" in frame.filename] or list(frames)
    if not ours:
        return "memvault"
    return f"{ours[-1].filename.rpartition(f'{os.sep}vault{os.sep}')[2]}:{ours[-1].lineno}"


def _trace() -> None:
    if os.environ.get("MEMVAULT_DEBUG", "") not in ("", "0"):
        from vault.api.telling import telling

        sys.stderr.write(telling(traceback.format_exc()))
