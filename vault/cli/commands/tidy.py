"""`memvault tidy`: what has run out is archived, what nobody uses rests, what is used again wakes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import chosen_now, invocation_of
from vault.cli.record_lines import day, list_line

if TYPE_CHECKING:
    from datetime import tzinfo

    from vault.api.results import Tidied
    from vault.cli.output import Output

_EXAMPLES = examples(
    "memvault tidy --dry-run",
    "memvault tidy",
    "memvault tidy --all-users --json",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("tidy", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would be done.")] = False,
    all_users: Annotated[bool, typer.Option("--all-users", help="Everybody's memories.")] = False,
    all_days: Annotated[
        bool,
        typer.Option(
            "--all-days",
            help="Also count days without use from before recalls were counted on this device.",
        ),
    ] = False,
) -> ExitCode:
    """Archive what has run out, and let rest what was not used for long.

    A memory whose expires_at or valid_until is over goes to the archive. One that was neither recalled nor
    changed for lifecycle.inactive_after_days becomes inactive: kept, and not recalled until it is used again;
    pinned, important and exact ones never do. Exit code 3 when a file could not be written.
    """
    from zoneinfo import ZoneInfo

    from vault.api.shapes import tidied_shape

    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault() as vault:
        zone = ZoneInfo(vault.settings.timezone)
        tidied = vault.tidy(dry_run=dry_run, all_users=all_users, all_days=all_days, now=chosen_now())
    if output.as_json:
        output.document(tidied_shape(tidied))
    else:
        _print(output, tidied, zone, all_days=all_days)
    return ExitCode.DEGRADED if tidied.failed else ExitCode.OK


def _print(output: Output, tidied: Tidied, zone: tzinfo, *, all_days: bool) -> None:
    from vault.api.shapes import conceal

    width = output.results.width if output.results.is_terminal else None
    groups = (
        ("tidy-expired", tidied.expired),
        ("tidy-resting", tidied.resting),
        ("tidy-waking", tidied.waking),
    )
    for heading, records in groups:
        if records:
            output.tell(heading, "bold", count=len(records))
        for record in records:
            output.show(list_line(conceal(record), output.language, zone, width))
    if not tidied.any:
        output.say("tidy-nothing")
    if tidied.dry_run and tidied.any:
        output.say("tidy-dry-run")
    if tidied.counted_since is not None:
        output.say("tidy-counted-since", "dim", day=day(tidied.counted_since, zone))
    elif not all_days:
        output.say("tidy-not-counted", "yellow")
    for path, error in tidied.failed:
        output.say("repair-failed", "yellow", path=path, reason=error)
