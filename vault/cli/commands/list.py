"""`memvault list`: memories, newest first."""

from __future__ import annotations

from typing import Annotated

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import as_known, chosen_now, invocation_of
from vault.cli.record_lines import list_line
from vault.cli.selection import Namespaces, Since, Tags, Types, Until, chosen

_EXAMPLES = examples(
    "memvault list",
    "memvault list --type preference --limit 20",
    "memvault list --since 2026-11-01 --tag 旅行",
    "memvault list --forgotten",
    "memvault list --all --json",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("list", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    types: Types = None,
    tags: Tags = None,
    namespaces: Namespaces = None,
    since: Since = "",
    until: Until = "",
    limit: Annotated[int | None, typer.Option(metavar="N", min=1, max=10**9, help="At most so many.")] = None,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what is superseded, expired, forgotten or archived.")
    ] = False,
    forgotten: Annotated[
        bool, typer.Option("--forgotten", help="Only what was forgotten; `memvault restore` brings it back.")
    ] = False,
    superseded: Annotated[
        bool, typer.Option("--superseded", help="Only what something else has taken the place of.")
    ] = False,
    reveal: Annotated[bool, typer.Option("--reveal", help="Show what is marked as sensitive.")] = False,
) -> ExitCode:
    """List memories that are true now, newest first; or those that are over."""
    from zoneinfo import ZoneInfo

    from vault.api.shapes import conceal, memory_shape

    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault(use_model=False) as vault:
        zone = ZoneInfo(vault.settings.timezone)
        wanted = chosen(zone, types=types, tags=tags, namespaces=namespaces, since=since, until=until)
        records = vault.list(
            types=wanted.types,
            tags=wanted.tags,
            namespaces=wanted.namespaces,
            since=wanted.since,
            until=wanted.until,
            everything=everything,
            statuses=[
                *(["forgotten"] if forgotten else ()),
                *(["superseded"] if superseded else ()),
            ],
            limit=limit,
            now=chosen_now(),
        )
        code = as_known(vault, output)
    if output.as_json:
        output.document({"memories": [memory_shape(record, reveal=reveal) for record in records]})
        return code
    width = output.results.width if output.results.is_terminal else None
    for record in records:
        output.show(list_line(record if reveal else conceal(record), output.language, zone, width))
    if not records:
        output.say("nothing-listed")
    return code
