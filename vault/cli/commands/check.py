"""`memvault check`: what is wrong in the vault's text, and the repairs that are safe."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import Invocation, chosen_now, invocation_of
from vault.cli.problem_lines import diff_lines, problem_lines
from vault.cli.progress import Bar

if TYPE_CHECKING:
    from vault.api.check import CheckReport
    from vault.api.results import Applied
    from vault.cli.output import Output

_EXAMPLES = examples(
    "memvault check",
    "memvault check --fix",
    "memvault check --fix --yes",
    "memvault check --json | jq '.problems[].path'",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("check", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    fix: Annotated[
        bool,
        typer.Option("--fix", help="Repair what is safe: missing ids and final newlines, doubled lines."),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Write the repairs without asking.")] = False,
) -> ExitCode:
    """Print what is wrong in the vault's text, as `path:line:column code message`.

    Nothing is written without --fix, which shows the difference and asks first. In place of a line or
    file that cannot be read, recall uses its last version that could, until it is corrected or the
    index is made anew. Exit code 1 when problems remain, 3 when a repair could not be written.
    """
    from vault.api.check import check

    invocation = invocation_of(context)
    root = invocation.locate_vault()
    applied = _repair(invocation, yes=yes) if fix else None
    with Bar(invocation.output) as bar:
        report = check(root, bar.step)
    if invocation.output.as_json:
        invocation.output.document(_document(report, applied))
    else:
        _print(invocation.output, report)
    if applied is not None and applied.failed:
        return ExitCode.DEGRADED
    return ExitCode.PROBLEMS if report.problems else ExitCode.OK


def _repair(invocation: Invocation, *, yes: bool) -> Applied | None:
    output = invocation.output
    with invocation.open_vault(use_model=False) as vault:
        planned = vault.plan_repairs(now=chosen_now())
        if not planned.changes:
            output.say("nothing-to-repair")
            return None
        for change in planned.changes:
            for line in diff_lines(change):
                output.aside(line)
        if not yes and not _agreed(output):
            return None
        applied = vault.apply_repairs(planned)
    output.say("repaired", count=len(applied.written))
    for path, error in applied.failed:
        output.say("repair-failed", "yellow", path=path, reason=error)
    return applied


def _agreed(output: Output) -> bool:
    if output.as_json or not sys.stdin.isatty():
        output.say("repair-refused", "yellow")
        return False
    if typer.confirm(output.text("repair-question"), err=True):
        return True
    output.say("repair-declined")
    return False


def _print(output: Output, report: CheckReport) -> None:
    for line in problem_lines(report.problems):
        output.show(line)
    if report.problems:
        warnings = len(report.problems) - report.errors
        output.say(
            "check-found", files=report.files, records=report.records, errors=report.errors, warnings=warnings
        )
    else:
        output.say("check-clean", files=report.files, records=report.records)


def _document(report: CheckReport, applied: Applied | None) -> dict[str, object]:
    from vault.api.shapes import problem_shape

    document: dict[str, object] = {"problems": [problem_shape(each) for each in report.problems]}
    if applied is not None:
        document["repaired"] = applied.written
        document["not_repaired"] = [{"path": path, "message": str(error)} for path, error in applied.failed]
    return document
