"""`memvault conflicts`: what contradicts each other, what devices changed, and the person's decision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, cast

import typer
from rich.text import Text

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import chosen_now, invocation_of
from vault.cli.record_lines import INDENT, list_line, short_text
from vault.cli.visible_text import on_one_line

if TYPE_CHECKING:
    from datetime import tzinfo

    from vault.api.results import Conflict, Settled, Way
    from vault.cli.output import Output

_WAYS = ("auto", "ours", "theirs", "both")
_EXAMPLES = examples(
    "memvault conflicts",
    "memvault conflicts --keep mem_1k34gqrw0h7ntd2m9c4xe",
    "memvault conflicts --json | jq '.conflicts[].preferred.content'",
    "memvault conflicts --resolve auto",
    "memvault conflicts --resolve theirs 'notes/trip 2.md'",
    "memvault conflicts --undo 'notes/trip 2.md'",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("conflicts", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="[COPY_OR_ID]...", help="With --resolve: these only. Default: all."),
    ] = None,
    *,
    keep: Annotated[
        list[str] | None,
        typer.Option(metavar="ID", help="This one is right: archive what contradicts it; may be repeated."),
    ] = None,
    resolve: Annotated[
        str,
        typer.Option(
            metavar="[auto|ours|theirs|both]",
            help="Settle conflict copies: auto merges, ours keeps the file, theirs takes the copy.",
        ),
    ] = "",
    undo: Annotated[
        str, typer.Option(metavar="COPY", help="Take the resolution of this conflict copy back.")
    ] = "",
) -> ExitCode:
    """List what contradicts each other, and what several devices changed.

    Of memories that contradict each other recall goes by the first of each two. --keep decides: what
    contradicts that memory is archived as superseded, and can be restored.

    Conflict copies of sync tools, memories that stand at several places and versions that lost in a merge are
    shown field by field; --resolve settles them and --undo takes that back. Exit code 1 when something is
    listed, or could not be resolved.
    """
    if sum(map(bool, (keep, resolve, undo))) > 1 or (names and not resolve):
        raise typer.BadParameter(invocation_of(context).output.text("conflicts-one-wish"))
    if resolve or undo:
        return _settle(context, names or [], resolve, undo)
    from zoneinfo import ZoneInfo

    from vault.api.erasure_shape import conflict_shape, settled_shape
    from vault.api.sync_shapes import sync_shape
    from vault.cli.conflict_lines import print_sync_conflicts

    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault() as vault:
        zone = ZoneInfo(vault.settings.timezone)
        settled = vault.keep(*keep, now=chosen_now()) if keep else ()
        found = () if keep else vault.conflicts(now=chosen_now())
        between = None if keep else vault.sync_conflicts(now=chosen_now())
    if output.as_json and keep:
        output.document({"settled": [settled_shape(each) for each in settled]})
    elif output.as_json:
        devices = sync_shape(between) if between is not None else {}
        output.document({"conflicts": [conflict_shape(each) for each in found], **devices})
    elif keep:
        _print_settled(output, settled, zone)
    else:
        _print_conflicts(output, found, zone, quiet=bool(between))
        if between:
            print_sync_conflicts(output, between)
    return ExitCode.PROBLEMS if found or between else ExitCode.OK


def _settle(context: typer.Context, names: list[str], way: str, undo: str) -> ExitCode:
    """`--resolve` and `--undo`."""
    from vault.api.sync_shapes import resolved_shape
    from vault.cli.conflict_lines import print_resolved

    if way and way not in _WAYS:
        raise typer.BadParameter(", ".join(_WAYS), param_hint="--resolve")
    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault() as vault:
        if undo:
            paths = vault.undo_resolution(undo, now=chosen_now())
            if output.as_json:
                output.document({"undone": undo, "paths": list(paths)})
            else:
                restored = [each for each in paths if not each.startswith("archive/conflicts/")]
                output.tell("resolution-undone", paths=on_one_line(", ".join(restored)))
            return ExitCode.OK
        done = vault.resolve(*names, way=cast("Way", way), now=chosen_now())
    if output.as_json:
        output.document({"resolved": [resolved_shape(each) for each in done]})
    else:
        print_resolved(output, done)
    return ExitCode.PROBLEMS if any(each.obstacle for each in done) else ExitCode.OK


def _print_settled(output: Output, settled: tuple[Settled, ...], zone: tzinfo) -> None:
    from vault.api.erasure_shape import settled_shape
    from vault.api.shapes import conceal

    for each in settled:
        output.tell("conflict-settled", id=each.id, text=short_text(settled_shape(each)))
        for other in each.archived:
            output.show(Text.assemble(INDENT, list_line(conceal(other), output.language, zone, None)))


def _print_conflicts(output: Output, found: tuple[Conflict, ...], zone: tzinfo, *, quiet: bool) -> None:
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
    elif not quiet:
        output.say("no-conflicts")
