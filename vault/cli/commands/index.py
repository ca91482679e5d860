"""`memvault index`: bring the index in step with the files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import chosen_now, invocation_of
from vault.cli.model_setup import ready_model
from vault.cli.progress import Bar

if TYPE_CHECKING:
    from vault.api.results import IndexReport
    from vault.cli.output import Output

_EXAMPLES = examples("memvault index", "memvault index --rebuild", "memvault index --json")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("index", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Build it anew; also accepts that the vault became empty.")
    ] = False,
    no_model: Annotated[bool, typer.Option("--no-model", help="Words only, no vectors.")] = False,
) -> ExitCode:
    """Bring the index in step with the vault's files, once.

    The index lies in the cache folder and holds nothing of yours; the vault is only read. `recall` does
    this by itself, so the command is for large vaults, for scripts, and after removing files on purpose.
    """
    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault(use_model=not no_model) as vault:
        told = ready_model(vault, output)
        with Bar(output) as bar:
            report = vault.index(rebuild=rebuild, now=chosen_now(), progress=bar.step)
        shortcomings = vault.shortcomings
    if output.as_json:
        from vault.api.shapes import report_shape

        output.document({**report_shape(report), "notices": [*shortcomings, *report.notices]})
    else:
        _print(output, report, [each for each in shortcomings if each not in told])
    return ExitCode.DEGRADED if shortcomings else ExitCode.OK


def _print(output: Output, report: IndexReport, shortcomings: list[str]) -> None:
    output.tell(
        "indexed",
        records=report.records,
        added=report.added,
        changed=report.changed,
        moved=report.moved,
        removed=report.removed,
    )
    output.tell("embedded", embedded=report.embedded, reused=report.reused, seconds=report.seconds)
    if report.problems:
        output.say("problems-known", "yellow", count=len(report.problems))
    for notice in (*shortcomings, *report.notices):
        output.remark(notice)
