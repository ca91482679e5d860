"""`memvault forget` and `restore`: out of recall and back; with --erase out of all files, for good."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import Invocation, chosen_now, invocation_of
from vault.cli.progress import Bar
from vault.cli.record_lines import INDENT, list_line, short_text
from vault.cli.through_service import ask

if TYPE_CHECKING:
    from vault.api.results import Cut, Erasure, ErasurePlan, Moved
    from vault.api.vault import Vault
    from vault.cli.output import Output

_FORGET = examples(
    "memvault forget mem_1k34gqrw0h7ntd2m9c4xe",
    "memvault forget mem_1k34 mem_1kcx --json",
    "memvault forget mem_1k34 --erase",
)
_RESTORE = examples(
    "memvault restore mem_1k34gqrw0h7ntd2m9c4xe",
    "memvault restore mem_1k34 mem_1kcx --json",
)
_SHORT_COMMIT = 12
_WIDTH = 110

Ids = Annotated[list[str], typer.Argument(metavar="ID...", help="Ids, or how one begins.")]


def register(app: typer.Typer) -> None:
    """Add both commands."""
    app.command("forget", epilog=_FORGET)(_forget)
    app.command("restore", epilog=_RESTORE)(_restore)


def _forget(
    context: typer.Context,
    *,
    ids: Ids,
    erase: Annotated[
        bool, typer.Option("--erase", help="Remove the text from all files, index and caches; no way back.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Erase without asking.")] = False,
) -> ExitCode:
    """Take memories out of recall. They are archived, and `memvault restore` brings them back.

    With --erase their text is removed for good: from facts, archive, the messages they were drawn from,
    machine-written sections of notes, index, caches and usage. Then everything is searched for what is left,
    the history of git included, which is never rewritten. Exit code 1 when something is left, 3 when a file
    could not be written.
    """
    invocation = invocation_of(context)
    moved = None if erase else _move_there(invocation, "forget", ids)
    if moved is None:
        with invocation.open_vault() as vault:
            if erase:
                return _erase(invocation, vault, ids, yes=yes)
            moved = _shapes(vault.forget(*ids, now=chosen_now()))
    _print_moved(invocation.output, moved, "forgotten")
    return ExitCode.OK


def _restore(context: typer.Context, *, ids: Ids) -> ExitCode:
    """Make memories count again that were forgotten, superseded, expired or inactive."""
    invocation = invocation_of(context)
    moved = _move_there(invocation, "restore", ids)
    if moved is None:
        with invocation.open_vault() as vault:
            moved = _shapes(vault.restore(*ids, now=chosen_now()))
    _print_moved(invocation.output, moved, "restored")
    return ExitCode.OK


def _move_there(invocation: Invocation, verb: str, ids: list[str]) -> list[dict[str, Any]] | None:
    """What a running service made of it; None: do it here."""
    told = ask(invocation, f"/v1/{verb}", {"ids": ids})
    return None if told is None else told.fields["memories"]


def _shapes(moved: tuple[Moved, ...]) -> list[dict[str, Any]]:
    from vault.api.erasure_shape import moved_shape

    return [moved_shape(each) for each in moved]


def _print_moved(output: Output, moved: list[dict[str, Any]], verb: str) -> None:
    if output.as_json:
        output.document({verb: moved})
        return
    for each in moved:
        key = each["action"] if each["action"] != "unchanged" else f"not-{verb}"
        output.tell(key, id=each["id"], text=short_text(each), path=each["path"])
        if each["revived"]:
            output.say("revived", id=each["id"], fields=", ".join(each["revived"]))
        if each["conflicts"]:
            output.say("restored-beside", "yellow", id=each["id"], others=", ".join(each["conflicts"]))


def _erase(invocation: Invocation, vault: Vault, ids: list[str], *, yes: bool) -> ExitCode:
    from vault.api.erasure_shape import erasure_shape

    output = invocation.output
    plan = vault.plan_erasure(*ids, now=chosen_now())
    if not yes:
        if output.as_json or not sys.stdin.isatty():
            output.fault("not-confirmed", output.text("erase-refused"), "")
            return ExitCode.USAGE
        _print_plan(output, plan)
        if not typer.confirm(output.text("erase-question"), err=True):
            output.say("repair-declined")
            return ExitCode.OK
    with Bar(output) as bar:
        erasure = vault.erase(*ids, now=chosen_now(), progress=bar.step)
    if output.as_json:
        output.document(erasure_shape(erasure, plan, vault.root))
    else:
        _print_erasure(output, erasure, vault)
        _print_related(output, plan, vault)
    if not erasure.done:
        return ExitCode.DEGRADED
    return ExitCode.OK if erasure.gone else ExitCode.PROBLEMS


def _print_plan(output: Output, plan: ErasurePlan) -> None:
    from vault.api.shapes import memory_shape

    for record in plan.records:
        output.aside(Text.assemble((record.id, "dim"), "  ", short_text(memory_shape(record))))
    _print_cuts(output, plan.cuts, "erase-places")
    others = sorted({*plan.ids} - {record.id for record in plan.records})
    if others:
        output.say("erase-others", "yellow", ids=", ".join(others))


def _print_related(output: Output, plan: ErasurePlan, vault: Vault) -> None:
    from zoneinfo import ZoneInfo

    from vault.api.shapes import conceal

    if plan.related:
        output.say("erase-related", "yellow")
    for record in plan.related:
        line = list_line(conceal(record), output.language, ZoneInfo(vault.settings.timezone), _WIDTH)
        output.aside(Text.assemble(INDENT, line))


def _print_cuts(output: Output, cuts: tuple[Cut, ...], heading: str) -> None:
    output.say(heading, count=len(cuts))
    for cut in cuts:
        output.aside(Text(f"{INDENT}{cut.path}:{cut.line}  {output.text(f'cut-{cut.kind}')}", "dim"))


def _print_erasure(output: Output, erasure: Erasure, vault: Vault) -> None:
    from vault.api.erasure_shape import shown_path

    output.tell("erased", count=len(erasure.ids), ids=", ".join(erasure.ids))
    _print_cuts(output, erasure.cuts, "erased-places")
    for path in erasure.drafts:
        output.say("erased-draft", path=path)
    for path, error in erasure.failed:
        output.say("repair-failed", "yellow", path=path, reason=error)
    for fault in erasure.faults:
        output.say("erase-fault", "yellow", what=fault)
    for left in erasure.left:
        place = shown_path(left.path, vault.root) + (f":{left.line}" if left.line else "")
        output.tell("erase-left", "red", place=place, form=output.text(f"form-{left.form}"))
    for path in erasure.unread:
        output.tell("erase-unread", "yellow", path=shown_path(path, vault.root))
    _print_history(output, erasure)
    if not erasure.known:
        output.tell("erase-unknown")
    elif erasure.gone:
        output.tell("erase-gone", "green")
    if erasure.shared:
        output.tell("erase-shared", "dim")


def _print_history(output: Output, erasure: Erasure) -> None:
    history = erasure.history
    for commit in history.commits:
        output.tell(
            "erase-commit", "red", id=commit.id[:_SHORT_COMMIT], at=commit.at, paths=", ".join(commit.paths)
        )
    if history.loose:
        output.tell("erase-loose", "red", count=history.loose)
    if history.remotes:
        output.tell("erase-remotes", "yellow", names=", ".join(history.remotes))
    if history.commits or history.loose:
        output.say("erase-history-hint")
    if not history.complete:
        output.tell("erase-history-part", "yellow")
