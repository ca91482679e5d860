"""`memvault capture`: what was said, into the journal, and from there into memories."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any
from zoneinfo import ZoneInfo

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import Invocation, chosen_now, invocation_of
from vault.cli.model_setup import ready_model
from vault.cli.problem_lines import problem_lines
from vault.cli.remembered_lines import tell_remembered
from vault.cli.through_service import ask

if TYPE_CHECKING:
    from vault.api.capture import Captured
    from vault.api.extraction import Extracted
    from vault.cli.output import Output
    from vault.model.turn import Turn
    from vault.problem import Problem

_EXAMPLES = examples(
    "memvault capture < turns.jsonl",
    "memvault capture --session today --now < turns.jsonl",
    "memvault capture --pending",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("capture", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    now: Annotated[
        bool, typer.Option("--now", help="Wait until everything is extracted, and print what it gave.")
    ] = False,
    pending: Annotated[
        bool,
        typer.Option("--pending", help="Read nothing; extract what was journalled before and still waits."),
    ] = False,
    session: Annotated[str, typer.Option(metavar="ID", help="Of turns that name no session_id.")] = "",
) -> ExitCode:
    """Journal a conversation: turns as JSON lines on stdin, each with session_id, turn, role and content.

    They are written at once, masked; facts are extracted from them by a process in the background. Turns
    that were captured before (same session, number, role and content) are not written again. Exit code 1
    when lines could not be used; the others were.
    """
    invocation = invocation_of(context)
    if pending:
        return _extract(invocation)
    from vault.api.locate import locate_vault, settings_there
    from vault.api.turn_input import read_turns

    output = invocation.output
    data = sys.stdin.buffer.read()
    if not now:
        settings = settings_there(locate_vault(invocation.vault or None))
        zone = ZoneInfo(settings.timezone if settings is not None else "UTC")
        read = read_turns(data, zone=zone, session=session)
        told = ask(invocation, "/v1/capture", {"turns": [_fields(turn) for turn in read.turns]})
        if told is not None:
            return _print_told(output, told.fields, read.problems)
    with invocation.open_vault() as vault:
        zone = ZoneInfo(vault.settings.timezone)
        read = read_turns(data, zone=zone, session=session)
        if now:
            ready_model(vault, output)
        captured = vault.capture(read.turns, extract="now" if now else "process", now=chosen_now())
    if output.as_json:
        output.document(_document(captured, read.problems))
    else:
        _print(output, captured, read.problems)
    return ExitCode.PROBLEMS if read.problems else ExitCode.OK


def _extract(invocation: Invocation) -> ExitCode:
    from vault.api.shapes import extracted_shape

    output = invocation.output
    with invocation.open_vault() as vault:
        ready_model(vault, output)
        extracted = vault.extract_pending(now=chosen_now())
    if output.as_json:
        output.document({"extracted": extracted_shape(extracted)})
    else:
        _tell_extracted(output, extracted)
    return ExitCode.OK


def _fields(turn: Turn) -> dict[str, object]:
    """A turn as the service takes it."""
    return {
        "session_id": turn.session_id,
        "turn": turn.turn,
        "role": turn.role,
        "content": turn.content,
        "agent_id": turn.agent_id,
        "channel": turn.channel,
        **({"at": turn.at.isoformat()} if turn.at is not None else {}),
        **({"user_id": turn.user_id} if turn.user_id else {}),
    }


def _print_told(output: Output, told: dict[str, Any], problems: tuple[Problem, ...]) -> ExitCode:
    """What the service answered."""
    from vault.api.shapes import problem_shape

    if output.as_json:
        output.document({**told, "problems": [problem_shape(each) for each in problems]})
        return ExitCode.PROBLEMS if problems else ExitCode.OK
    for line in problem_lines(problems):
        output.aside(line)
    output.tell("captured", journalled=told["journalled"], known=told["known"], skipped=told["skipped"])
    if told["pending"]:
        output.say("capture-pending", count=told["pending"])
    return ExitCode.PROBLEMS if problems else ExitCode.OK


def _print(output: Output, captured: Captured, problems: tuple[Problem, ...]) -> None:
    for line in problem_lines(problems):
        output.aside(line)
    output.tell("captured", journalled=captured.journalled, known=captured.known, skipped=captured.skipped)
    if captured.extracted is not None:
        _tell_extracted(output, captured.extracted)
    elif captured.pending:
        output.say("capture-pending", count=captured.pending)


def _tell_extracted(output: Output, extracted: Extracted) -> None:
    output.tell("extracted", turns=extracted.turns, memories=len(extracted.remembered))
    tell_remembered(output, (*extracted.remembered, *extracted.summaries))
    if extracted.failed:
        output.say("extract-failed", "yellow", count=extracted.failed)


def _document(captured: Captured, problems: tuple[Problem, ...]) -> dict[str, object]:
    from vault.api.shapes import captured_shape, problem_shape

    return {**captured_shape(captured), "problems": [problem_shape(each) for each in problems]}
