"""`memvault conflicts`: memories that contradict each other, and the person's decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import chosen_now, invocation_of
from vault.cli.record_lines import INDENT, list_line, short_text

if TYPE_CHECKING:
    from datetime import tzinfo

    from vault.api.results import Conflict, Settled
    from vault.cli.output import Output

_EXAMPLES = examples(
    "memvault conflicts",
    "memvault conflicts --keep mem_1k34gqrw0h7ntd2m9c4xe",
    "memvault conflicts --json | jq '.conflicts[].preferred.content'",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("conflicts", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    keep: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="This one is right: archive what contradicts it; may be repeated."),
    ] = None,
) -> ExitCode:
    """List memories that contradict each other where no rule can decide.

    Recall goes by the first of each two.

    --keep decides: what contradicts that memory is archived as superseded, and can be restored. Exit code 1
    when contradictions are listed.
    """
    from zoneinfo import ZoneInfo

    from vault.api.erasure_shape import conflict_shape, settled_shape

    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault() as vault:
        zone = ZoneInfo(vault.settings.timezone)
        settled = vault.keep(*keep, now=chosen_now()) if keep else ()
        found = () if keep else vault.conflicts(now=chosen_now())
    if output.as_json and keep:
        output.document({"settled": [settled_shape(each) for each in settled]})
    elif output.as_json:
        output.document({"conflicts": [conflict_shape(each) for each in found]})
    elif keep:
        _print_settled(output, settled, zone)
    else:
        _print_conflicts(output, found, zone)
    return ExitCode.PROBLEMS if found else ExitCode.OK


def _print_settled(output: Output, settled: tuple[Settled, ...], zone: tzinfo) -> None:
    from vault.api.erasure_shape import settled_shape
    from vault.api.shapes import conceal

    for each in settled:
        output.tell("conflict-settled", id=each.id, text=short_text(settled_shape(each)))
        for other in each.archived:
            output.show(Text.assemble(INDENT, list_line(conceal(other), output.language, zone, None)))


def _print_conflicts(output: Output, found: tuple[Conflict, ...], zone: tzinfo) -> None:
    from vault.api.shapes import conceal

    width = output.results.width if output.results.is_terminal else None
    for number, each in enumerate(found, 1):
        if number > 1:
            output.plain("")
        output.show(Text(f"{number}.", "bold"))
        for record in (each.preferred, each.other):
            output.show(list_line(conceal(record), output.language, zone, width))
    if found:
        output.say("conflicts-hint")
    else:
        output.say("no-conflicts")
