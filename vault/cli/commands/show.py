"""`memvault show`: memories in full, by id."""

from __future__ import annotations

from typing import Annotated

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import as_known, chosen_now, invocation_of
from vault.cli.record_lines import record_lines

_EXAMPLES = examples(
    "memvault show mem_1k34gqrw0h7ntd2m9c4xe",
    "memvault show mem_1k34",
    "memvault show mem_1k34 --reveal --json",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("show", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Ids, or how one begins.")],
    reveal: Annotated[bool, typer.Option("--reveal", help="Show what is marked as sensitive.")] = False,
) -> ExitCode:
    """Show memories in full, history included."""
    from vault.api.shapes import memory_shape

    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault(use_model=False) as vault:
        try:
            records = vault.show(*ids, now=chosen_now())
        finally:
            code = as_known(vault, output)
    memories = [memory_shape(record, reveal=reveal) for record in records]
    if output.as_json:
        output.document({"memories": memories})
        return code
    for number, memory in enumerate(memories):
        if number:
            output.plain("")
        for line in record_lines(memory):
            output.show(line)
    return code
