"""`memvault openclaw`: memvault as the memory of an OpenClaw on this machine."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import chosen_now, invocation_of
from vault.cli.model_setup import ready_model
from vault.cli.progress import Bar

if TYPE_CHECKING:
    from vault.api.vault import Vault
    from vault.cli.output import Output
    from vault.openclaw.importing import ImportReport
    from vault.openclaw.verify import OpenClawReport

_MARKS = {"ok": ("✓", "green"), "warn": ("!", "yellow"), "bad": ("✗", "bold red")}
_SHOWN = 40
"""Lines of an import that are named; --json has all."""

Program = Annotated[
    str, typer.Option("--openclaw", metavar="PATH", help="The command openclaw. Default: the one on PATH.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    group = typer.Typer(
        help="Make memvault the memory of OpenClaw, see how it does, and take it out again.",
        no_args_is_help=True,
        rich_markup_mode=None,
    )
    group.command(
        "install",
        epilog=examples(
            "memvault --vault ~/memories openclaw install",
            "memvault --user xiaoming openclaw install --isolation sender",
        ),
    )(_install)
    group.command("status", epilog=examples("memvault openclaw status", "memvault openclaw status --json"))(
        _status
    )
    group.command(
        "import",
        epilog=examples(
            "memvault openclaw import ~/.openclaw/workspace --dry-run",
            "memvault openclaw import ~/.openclaw/workspace --sessions ~/.openclaw",
        ),
    )(_import)
    group.command("uninstall", epilog=examples("memvault openclaw uninstall"))(_uninstall)
    app.add_typer(group, name="openclaw")


def _install(
    context: typer.Context,
    *,
    openclaw: Program = "",
    isolation: Annotated[
        str, typer.Option(metavar="HOW", help="none, agent or sender: who has memories without a rule.")
    ] = "none",
    no_capture: Annotated[bool, typer.Option("--no-capture", help="Recall only, keep nothing.")] = False,
) -> ExitCode:
    """Link the plugin, give it the memory slot and its permissions, and ask something through it.

    OpenClaw's configuration is copied first, and changed by OpenClaw's own command. Exit code 1 when the
    plugin does not work afterwards.
    """
    from vault.cli.selection import one_of
    from vault.openclaw.host import find_host
    from vault.openclaw.install import install
    from vault.openclaw.verify import verify

    invocation = invocation_of(context)
    output = invocation.output
    root = invocation.locate_vault().resolve()
    settings: dict[str, object] = {"isolation": one_of("--isolation", isolation, ("none", "agent", "sender"))}
    if invocation.user:
        settings["user"] = invocation.user
    if no_capture:
        settings["capture"] = False
    host = find_host(openclaw)
    with invocation.open_vault(use_model=False) as vault:
        query, expected = _newest(vault)
    now = chosen_now() or datetime.now(timezone.utc)
    done = install(host, root, settings, now=now, told=lambda step: output.say(f"openclaw-{step}"))
    output.say("openclaw-verify")
    report = verify(host, root=root, query=query, expected=expected, language=output.language)
    if output.as_json:
        installed = {"config": str(done.config), "backup": str(done.backup or ""), "plugin": str(done.plugin)}
        output.document({**installed, **_document(report)})
    else:
        output.tell("openclaw-installed", version=done.version, plugin=done.plugin)
        if done.backup:
            output.tell("openclaw-backup-at", path=done.backup)
        _print(output, report)
    return ExitCode.OK if report.works else ExitCode.PROBLEMS


def _status(context: typer.Context, *, openclaw: Program = "") -> ExitCode:
    """Tell whether OpenClaw uses memvault, which vault, and which hook, permission or setting is missing.

    Exit code 1 when something essential is.
    """
    from vault.openclaw.host import find_host
    from vault.openclaw.verify import verify

    invocation = invocation_of(context)
    output = invocation.output
    root = Path(invocation.vault).expanduser().absolute() if invocation.vault else None
    report = verify(find_host(openclaw), root=root, language=output.language)
    if output.as_json:
        output.document(_document(report))
    else:
        _print(output, report)
    return ExitCode.OK if report.works else ExitCode.PROBLEMS


def _uninstall(context: typer.Context, *, openclaw: Program = "") -> ExitCode:
    """Unlink the plugin and put OpenClaw's configuration back. The vault stays as it is."""
    from vault.openclaw.host import find_host
    from vault.openclaw.install import uninstall

    output = invocation_of(context).output
    done = uninstall(find_host(openclaw), told=lambda step: output.say(f"openclaw-{step}"))
    if output.as_json:
        output.document({"uninstalled": done})
    else:
        output.tell("openclaw-uninstalled" if done else "openclaw-was-not")
    return ExitCode.OK


def _import(
    context: typer.Context,
    *,
    workspace: Annotated[Path, typer.Argument(metavar="DIR", help="With MEMORY.md, USER.md, memory/*.md.")],
    sessions: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="Old sessions, too: OpenClaw's state folder, or one of .jsonl logs."
        ),
    ] = None,
    sender: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ID", help="Whose messages in them; may be repeated. Default: the owner's only."
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Tell what would happen, in a copy; write nothing.")
    ] = False,
) -> ExitCode:
    """Take what OpenClaw remembered into the vault. Everything passes the gate for writing: masked, once.

    What is read is kept, merged with what is known, or skipped, and the report says why.
    """
    from vault.openclaw.importing import import_workspace

    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault() as vault:
        ready_model(vault, output)
        with Bar(output) as bar:
            report = import_workspace(
                vault,
                workspace.expanduser().absolute(),
                sessions=sessions.expanduser().absolute() if sessions else None,
                senders=tuple(sender or ()),
                dry_run=dry_run,
                now=chosen_now(),
                progress=bar.step,
            )
    if output.as_json:
        output.document(_import_document(report))
    else:
        _print_import(output, report)
    return ExitCode.OK


def _newest(vault: Vault) -> tuple[str, str]:
    """Something to ask, and the id of the memory that should come back; both empty when there is nothing."""
    from vault.errors import MemvaultError

    try:
        found = vault.list(types=("fact", "preference"), limit=20)
    except MemvaultError:  # of whom is not said
        return "", ""
    return next(((record.text[:200], record.id) for record in found if not record.sensitive), ("", ""))


def _print(output: Output, report: OpenClawReport) -> None:
    output.tell("openclaw-version", version=report.version)
    if report.vault:
        output.tell("openclaw-vault", vault=report.vault)
    for finding in report.findings:
        mark, style = _MARKS[finding.level]
        output.show(Text.assemble((f"{mark} ", style), finding.message))
        if finding.fix and finding.level != "ok":
            output.show(Text(f"    {finding.fix}", "dim"))
    output.tell("openclaw-gateway" if report.gateway else "openclaw-no-gateway")


def _document(report: OpenClawReport) -> dict[str, object]:
    findings = [
        {"level": each.level, "code": each.code, "message": each.message, "fix": each.fix}
        for each in report.findings
    ]
    return {
        "works": report.works,
        "version": report.version,
        "vault": report.vault,
        "findings": findings,
        "gateway": report.gateway,
    }


def _print_import(output: Output, report: ImportReport) -> None:
    output.tell(
        "openclaw-import-trial" if report.dry_run else "openclaw-import",
        read=report.read,
        kept=report.kept,
        merged=report.merged,
        skipped=report.skipped,
    )
    lines = [line for line in _import_lines(report) if line["action"] != "unchanged"]
    for line in lines[:_SHOWN]:
        reason = f" ({line['reason']})" if line["reason"] else ""
        output.show(Text(f"{line['action']:<10} {line['path']}:{line['line']}  {line['content']}{reason}"))
    if len(lines) > _SHOWN:
        output.tell("openclaw-import-more", count=len(lines) - _SHOWN)
    told = report.conversations
    if told is None:
        return
    output.tell(
        "openclaw-import-turns",
        read=told.read,
        kept=told.kept,
        known=told.known,
        skipped=sum(told.skipped.values()),
        memories=len(told.extracted.remembered) if told.extracted else 0,
    )
    for reason, count in sorted(told.skipped.items()):
        output.show(Text(f"{'skipped':<10} {count} ({reason})"))
    if told.senders:
        output.tell("openclaw-import-senders", senders=" ".join(told.senders))


def _import_lines(report: ImportReport) -> list[dict[str, object]]:
    kept = [
        {
            "path": each.statement.path,
            "line": each.statement.line,
            "action": each.result.action,
            "id": each.result.id,
            "content": each.result.content,
            "reason": each.result.reason,
        }
        for each in report.outcomes
    ]
    nothing = {"action": "skipped", "id": "", "content": ""}
    left_out = [
        {"path": each.path, "line": each.line, **nothing, "reason": each.reason} for each in report.left_out
    ]
    return [*kept, *left_out]


def _import_document(report: ImportReport) -> dict[str, object]:
    from vault.api.shapes import extracted_shape

    told = report.conversations
    return {
        "dry_run": report.dry_run,
        "read": report.read,
        "kept": report.kept,
        "merged": report.merged,
        "skipped": report.skipped,
        "lines": _import_lines(report),
        "conversations": None
        if told is None
        else {
            "read": told.read,
            "kept": told.kept,
            "known": told.known,
            "skipped": dict(told.skipped),
            "senders": list(told.senders),
            "extracted": extracted_shape(told.extracted) if told.extracted else None,
        },
    }
