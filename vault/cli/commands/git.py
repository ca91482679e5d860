"""`memvault git`: merging by id, and what git's history tells of memories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer
from rich.text import Text

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.history_lines import day_and_time, origin_text, tale_text
from vault.cli.invocation import chosen_now, invocation_of
from vault.cli.problem_lines import problem_lines
from vault.cli.record_lines import INDENT
from vault.cli.selection import Since
from vault.cli.visible_text import on_one_line
from vault.errors import VaultSettingsBroken

if TYPE_CHECKING:
    from vault.api.git_history import BlamedField, LifeEvent, LogEntry
    from vault.api.git_setup import GitInstalled
    from vault.cli.output import Output

SHORT = 12
"""Digits of a commit that are shown."""
_MOST_LINES = 20
"""About one commit, of memories and of notes; `git log ID` and `--json` tell all."""


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        no_args_is_help=True,
        rich_markup_mode=None,
        help="Merge memories with git, and see in its history what was learned, when, and why.",
        epilog=examples("memvault git install", "memvault git log", "memvault git undo mem_1k34gqrw0h7"),
    )
    group.command("install", epilog=examples("memvault git install", "memvault git install --no-hook"))(
        _install
    )
    group.command("check", epilog=examples("memvault git check", "memvault git check --json"))(_check)
    group.command(
        "log",
        epilog=examples(
            "memvault git log", "memvault git log --since 2026-11-01", "memvault git log mem_1k34gqrw0h7"
        ),
    )(_log)
    group.command("blame", epilog=examples("memvault git blame mem_1k34gqrw0h7"))(_blame)
    group.command("undo", epilog=examples("memvault git undo 3f2a91c", "memvault git undo mem_1k34gqrw0h7"))(
        _undo
    )
    app.add_typer(group, name="git")


def _install(
    context: typer.Context,
    *,
    no_hook: Annotated[
        bool, typer.Option("--no-hook", help="Do not check what is committed before it is.")
    ] = False,
) -> ExitCode:
    """Teach this repository to merge memories by id and notes by section, and to check commits.

    Writes git's settings of this repository, a hook before commits unless there is one, and what is missing
    in .gitattributes and .gitignore. Each clone needs it once.
    """
    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault(use_model=False) as vault:
        done = vault.install_git(hook=not no_hook)
    if output.as_json:
        output.document(done)
    else:
        _print_installed(output, done)
    return ExitCode.OK


def _print_installed(output: Output, done: GitInstalled) -> None:
    output.tell("git-driver", command=done.driver)
    if done.written:
        output.tell("git-lines", paths=", ".join(done.written))
    if done.hook != "off":
        output.tell(f"git-hook-{done.hook}", path=done.hook_path, line=done.hook_line)
    if not done.auto_commit:
        output.say("git-auto-commit")


def _check(context: typer.Context) -> ExitCode:
    """Look through what is about to be committed: the hook before commits runs this.

    Only lines that are new in the commit count: those that cannot be read, conflicts that git left, and keys,
    tokens and passwords that memvault would have masked. Exit code 1 when there are any.
    """
    from vault.api.git_check import check_staged_unopened
    from vault.api.shapes import problem_shape

    invocation = invocation_of(context)
    output = invocation.output
    try:
        with invocation.open_vault(use_model=False) as vault:
            problems = vault.check_staged()
    except VaultSettingsBroken:
        problems = check_staged_unopened(invocation.locate_vault())
    if output.as_json:
        output.document({"problems": [problem_shape(each) for each in problems]})
    for line in () if output.as_json else problem_lines(problems):
        output.show(line)
    if problems:
        output.say("git-check-failed", "yellow")
    return ExitCode.PROBLEMS if problems else ExitCode.OK


def _log(
    context: typer.Context,
    *,
    memory: Annotated[
        str, typer.Argument(metavar="[ID]", help="Of a memory: its whole life. Default: the latest commits.")
    ] = "",
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="Commits at most.")] = 20,
    since: Since = "",
) -> ExitCode:
    """Tell from git's history what was learned, changed and forgotten: when, by whom, in which session."""
    from vault.api.period import begin_of

    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault(use_model=False) as vault:
        zone = ZoneInfo(vault.settings.timezone)
        if memory:
            events = vault.life(memory, now=chosen_now())
            _print_life(output, memory, events, zone)
            return ExitCode.OK
        begin = begin_of(since, zone) if since else None
        entries = vault.git_log(limit=limit, since=begin, now=chosen_now())
    _print_log(output, entries, zone)
    return ExitCode.OK


def _print_life(output: Output, memory: str, events: tuple[LifeEvent, ...], zone: ZoneInfo) -> None:
    if output.as_json:
        output.document({"id": memory, "events": events})
        return
    for event in events:
        when = day_and_time(event.origin.at, zone)
        output.show(tale_text(output, event.deed, event.text, event.fields, when))
        where = f"{INDENT}{origin_text(output, event.origin)}  {on_one_line(event.path)}"
        output.show(Text(where.rstrip(), "dim"))
        if event.replaced_by:
            output.show(Text(INDENT + output.text("replaced-by", ids=", ".join(event.replaced_by))))


def _print_log(output: Output, entries: tuple[LogEntry, ...], zone: ZoneInfo) -> None:
    if output.as_json:
        output.document({"commits": entries})
        return
    if not entries:
        output.say("git-log-empty")
    for entry in entries:
        origin = entry.origin
        output.show(
            Text.assemble(
                (origin.commit[:SHORT], "yellow"),
                f"  {day_and_time(origin.at, zone)}  ",
                (on_one_line(entry.summary or origin.subject), "bold"),
            )
        )
        output.show(Text(f"{INDENT}{origin_text(output, origin)}", "dim"))
        tales = entry.tales if len(entry.tales) > 1 else ()
        _print_some(output, [tale_text(output, each.deed, each.text, each.fields) for each in tales])
        _print_some(output, [Text(on_one_line(path)) for path in entry.notes])


def _print_some(output: Output, lines: Sequence[Text]) -> None:
    for line in lines[:_MOST_LINES]:
        output.show(Text.assemble(INDENT, line))
    if len(lines) > _MOST_LINES:
        output.show(Text(f"{INDENT}… {len(lines) - _MOST_LINES}"))


def _blame(
    context: typer.Context, *, memory: Annotated[str, typer.Argument(metavar="ID", help="Of a memory.")]
) -> ExitCode:
    """Show of each field of a memory who wrote it, when, and in which conversation."""
    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault(use_model=False) as vault:
        zone = ZoneInfo(vault.settings.timezone)
        fields = vault.blame(memory, now=chosen_now())
    if output.as_json:
        output.document({"id": memory, "fields": fields})
        return ExitCode.OK
    for each in fields:
        output.show(_blamed(output, each, zone))
    return ExitCode.OK


def _blamed(output: Output, each: BlamedField, zone: ZoneInfo) -> Text:
    return Text.assemble(
        (f"{(each.origin.commit[:SHORT] or '-'):<{SHORT}}", "yellow"),
        f"  {day_and_time(each.origin.at, zone)}  ",
        (on_one_line(f"{each.field}: {each.value}"), "bold"),
        (f"  {origin_text(output, each.origin)}", "dim"),
    )


def _undo(
    context: typer.Context,
    *,
    name: Annotated[
        str,
        typer.Argument(metavar="COMMIT|ID", help="A commit; or a memory, of which the last change is meant."),
    ],
) -> ExitCode:
    """Take back what one commit did, or what last happened to a memory, as a new commit.

    What was learned goes to the archive, what was changed gets its old values, what was forgotten comes back.
    What somebody has changed since is left as it is, and named: exit code 1.
    """
    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault(use_model=False) as vault:
        done = vault.undo(name, now=chosen_now())
    if output.as_json:
        output.document(
            {
                "taken_back": [{"id": each, "content": text} for each, text in done.taken_back],
                "left": [{"id": each, "why": why} for each, why in done.left],
                "undone": done.undone,
                "commit": done.commit,
                "fault": str(done.fault) if done.fault else None,
            }
        )
    else:
        for each, text in done.taken_back:
            output.tell("undone", id=each, text=on_one_line(text))
        for each, why in done.left:
            output.tell("undo-left", "yellow", id=each, why=output.text(f"undo-{why}"))
        if done.commit:
            output.say("undo-commit", commit=done.commit[:SHORT])
    if done.fault is not None:
        output.say("undo-not-committed", "yellow", reason=str(done.fault))
        return ExitCode.DEGRADED
    return ExitCode.PROBLEMS if done.left else ExitCode.OK
