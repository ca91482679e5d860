"""`memvault reflect`: what a day leaves behind: facts, the profile, and old days in a few words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer
from rich.text import Text

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import chosen_now, invocation_of
from vault.cli.model_setup import ready_model
from vault.cli.problem_lines import diff_lines
from vault.cli.remembered_lines import tell_remembered
from vault.cli.words import explain_fault, type_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from vault.api.results import Reflection, ReflectReport
    from vault.cli.output import Output
    from vault.model.memory import Memory

_EXAMPLES = examples(
    "memvault reflect --dry-run",
    "memvault reflect",
    "memvault reflect --day 2026-11-29",
    "memvault reflect --all-users --json",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("reflect", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    days: Annotated[
        list[str] | None,
        typer.Option(
            "--day",
            metavar="DATE",
            help="Look at this day; may be repeated. Default: the days since the last time, and today.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would be written, and write nothing.")
    ] = False,
    all_users: Annotated[bool, typer.Option("--all-users", help="Everybody's days.")] = False,
) -> ExitCode:
    """Look back at conversations: keep the few facts of a day that matter, and refresh the profile.

    The profile is the part of notes/profile.md between its two markers; what stands outside of them is never
    changed. Days older than lifecycle.summarise_after_days get a summary each; the conversations themselves
    stay until lifecycle.journal_retention_days are over. A second run changes nothing. Exit code 3 when a
    profile or a journal had to be left alone.
    """
    from vault.api.period import begin_of
    from vault.api.shapes import reflect_shape

    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault() as vault:
        zone = ZoneInfo(vault.settings.timezone)
        wanted = [begin_of(day, zone, "--day").astimezone(zone).date() for day in days or ()]
        ready_model(vault, output)
        report = vault.reflect(wanted or None, all_users=all_users, dry_run=dry_run, now=chosen_now())
    if output.as_json:
        output.document(reflect_shape(report))
    else:
        _print(output, report)
    return ExitCode.DEGRADED if report.failed else ExitCode.OK


def _print(output: Output, report: ReflectReport) -> None:
    for reflection in report.reflections:
        if len(report.reflections) > 1 and reflection.changes_something:
            output.tell("reflect-user", "bold", user=reflection.user)
        if report.dry_run:
            _preview(output, reflection)
        else:
            _tell(output, reflection)
    for path in report.removed:
        output.tell("reflect-would-remove" if report.dry_run else "reflect-removed", path=path)
    if not report.changes_something:
        output.say("reflect-nothing")
    elif report.dry_run:
        output.say("reflect-dry-run")
    for _, error in report.failed:
        message, hint = explain_fault(output.language, error)
        output.say("reflect-left-alone", "yellow", what=message)
        if hint:
            output.aside(Text(f"  {hint}", "dim"))


def _tell(output: Output, reflection: Reflection) -> None:
    tell_remembered(output, (*reflection.remembered, *reflection.summarised))
    if reflection.profile is not None:
        output.tell("reflect-profile", "green", path=reflection.profile.path)


def _preview(output: Output, reflection: Reflection) -> None:
    for heading, memories in (
        ("reflect-facts", reflection.proposed),
        ("reflect-summaries", reflection.summaries),
    ):
        if memories:
            output.tell(heading, "bold", count=len(memories))
            _show(output, memories)
    if reflection.profile is not None:
        for line in diff_lines(reflection.profile):
            output.show(line)


def _show(output: Output, memories: Iterable[Memory]) -> None:
    for memory in memories:
        kind = f"[{type_name(output.language, memory.type)}] "
        output.show(Text.assemble(("+ ", "green"), (kind, "dim"), memory.content))
