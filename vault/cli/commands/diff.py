"""`memvault diff`: what is different since a day or a commit, in words."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.text import Text

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.history_lines import tale_text
from vault.cli.invocation import chosen_now, invocation_of
from vault.cli.record_lines import INDENT
from vault.cli.visible_text import on_one_line

_EXAMPLES = examples("memvault diff 2026-11-01", "memvault diff HEAD~3", "memvault diff 3f2a91c --json")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("diff", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    point: Annotated[str, typer.Argument(metavar="DATE|COMMIT", help="A date, a time, or a commit of git.")],
) -> ExitCode:
    """Say what was learned, changed and forgotten since a date or a commit.

    A date is compared with the commit of that time; where git has none, with what the dates of the memories
    tell.
    """
    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault(use_model=False) as vault:
        found = vault.difference(point, now=chosen_now())
    if output.as_json:
        output.document(found)
        return ExitCode.OK
    if not found.since:
        output.say("diff-by-dates")
    if not (found.tales or found.notes or found.summary):
        output.tell("diff-nothing")
        return ExitCode.OK
    output.show(Text(on_one_line(found.summary), "bold"))
    for tale in found.tales:
        output.show(
            Text.assemble(
                INDENT, tale_text(output, tale.deed, tale.text, tale.fields), (f"  {tale.id}", "dim")
            )
        )
    for path in found.notes:
        output.show(Text(f"{INDENT}{on_one_line(path)}"))
    return ExitCode.OK
