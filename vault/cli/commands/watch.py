"""`memvault watch`: keep the index in step until stopped."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from types import FrameType
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import invocation_of
from vault.cli.model_setup import ready_model
from vault.cli.words import explain_fault

if TYPE_CHECKING:
    from vault.api.watch import WatchEvent
    from vault.cli.output import Output

_EXAMPLES = examples(
    "memvault watch", "memvault watch --json", "memvault --vault ~/memories watch --no-model"
)
_NAMED = 3


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("watch", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    no_model: Annotated[bool, typer.Option("--no-model", help="Words only, no vectors.")] = False,
) -> ExitCode:
    """Notice changes of the vault's files and take them into the index, until Ctrl-C or SIGTERM.

    One line a set of changes; with --json one JSON document a line. The vault is only read. One watcher
    a vault: a second one ends at once.
    """
    invocation = invocation_of(context)
    output = invocation.output
    events: SimpleQueue[WatchEvent | None] = SimpleQueue()
    with _stopped_by(signal.SIGTERM, events), invocation.open_vault(use_model=not no_model) as vault:
        ready_model(vault, output)
        zone = ZoneInfo(vault.settings.timezone)
        with vault.watch(events.put), _stopped_by(signal.SIGINT, events):
            output.say("watching", root=vault.root)
            while (event := events.get()) is not None:
                _print(output, event, zone)
        output.say("watch-stopped")
    return ExitCode.OK


@contextmanager
def _stopped_by(signal_number: int, events: SimpleQueue[WatchEvent | None]) -> Iterator[None]:
    """The signal ends the loop as if it were the last event; the queue may be used in a signal handler."""

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        events.put(None)

    before = signal.signal(signal_number, stop)
    try:
        yield
    finally:
        signal.signal(signal_number, before)


def _print(output: Output, event: WatchEvent, zone: ZoneInfo) -> None:
    if output.as_json:
        from vault.api.shapes import event_shape

        output.document(event_shape(event))
    elif event.fault is not None:
        message, hint = explain_fault(output.language, event.fault)
        output.remark(f"{message}  {hint}".rstrip())
    elif event.report is not None:
        output.tell(
            "watch-changes",
            clock=event.at.astimezone(zone).strftime("%H:%M:%S"),
            what=_what(output, event.paths),
            added=event.report.added,
            changed=event.report.changed,
            moved=event.report.moved,
            removed=event.report.removed,
            seconds=event.report.seconds,
        )


def _what(output: Output, paths: tuple[str, ...]) -> str:
    if not paths:
        return output.text("whole-vault")
    named = ", ".join(paths[:_NAMED])
    more = len(paths) - _NAMED
    return output.text("and-more", paths=named, count=more) if more > 0 else named
