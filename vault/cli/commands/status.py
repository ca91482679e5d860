"""`memvault status`: how the index stands against the disk."""

from __future__ import annotations

from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

import typer
from rich.text import Text

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import chosen_now, invocation_of
from vault.cli.service_state import ServiceState, service_state

if TYPE_CHECKING:
    from vault.api.status import Status
    from vault.cli.output import Output

_EXAMPLES = examples("memvault status", "memvault status --json", "memvault status || memvault index")


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("status", epilog=_EXAMPLES)(_run)


def _run(context: typer.Context) -> ExitCode:
    """Compare the files with the index, now, and tell how service, watcher and model are. Changes nothing.

    Exit code 3 unless everything was found in step.
    """
    from vault.api.shapes import status_shape

    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault() as vault:
        status = vault.status(now=chosen_now())
    service = service_state(status.root)
    if output.as_json:
        output.document({**status_shape(status), "service": service.shape if service is not None else None})
    else:
        _print(output, status, service)
    return ExitCode.OK if status.clean else ExitCode.DEGRADED


def _print(output: Output, status: Status, service: ServiceState | None) -> None:
    output.show(Text.assemble((str(status.root), "bold"), (f"  {status.id}", "dim")))
    output.tell(
        "status-files",
        on_disk=status.on_disk,
        indexed=status.indexed,
        quarantined=status.quarantined,
        behind=status.behind,
    )
    output.tell("status-records", records=status.records, users=len(status.users), problems=status.problems)
    _print_service(output, service)
    beat = status.watcher.heartbeat
    if status.watcher.alive and beat is not None:
        output.tell("watcher-alive", pid=beat.pid, mode=beat.mode, state=beat.state)
    else:
        output.tell("watcher-never" if beat is None else "watcher-none", reason=status.watcher.reason)
    if status.model.fault:
        output.show(Text(status.model.fault, "yellow"))
    elif status.model.name:
        key = "model-fits" if status.model.fits_index else "model-behind"
        output.tell(key, name=status.model.name)
    for copy in status.copies:
        output.say("same-id", "yellow", path=copy)
    _print_backup(output, status)
    if status.device_shared:
        output.tell("device-shared", "yellow", device=status.device)
    if status.conflicts:
        output.tell("status-conflicts", "yellow", count=status.conflicts)
    if status.quarantined:
        output.tell("status-quarantined", "yellow")
    elif status.problems:
        output.tell("status-problems", "yellow")
    if status.clean or status.behind or not status.quarantined:
        style = "green" if status.clean else "yellow"
        output.tell("status-clean" if status.clean else "status-not-clean", style)


def _print_service(output: Output, service: ServiceState | None) -> None:
    if service is None:
        output.tell("service-none")
        return
    known: dict[str, Any] = {
        "pid": service.pid,
        "url": service.url,
        "since": service.since,
        "version": service.version,
    }
    if not service.answers:
        output.tell("service-silent", "yellow", **known)
        return
    output.tell("service-runs", **known, model=output.text(f"service-model-{service.model}"))
    if service.files_read:
        output.tell("service-building", "yellow", files=service.files_read)
    if service.settings_fault:
        output.tell("service-settings", "yellow", why=service.settings_fault)
    if service.restart:
        output.tell("service-restart", "yellow", names=", ".join(service.restart))


def _print_backup(output: Output, status: Status) -> None:
    backup, style = status.backup, "yellow" if status.backup.overdue else ""
    if backup.last is not None:
        output.tell("backup-last", style, age=_age(output, backup.last, chosen_now()), path=backup.path or "")
    elif backup.scheduled:
        output.tell("backup-none", style)


def _age(output: Output, at: datetime, now: datetime | None) -> str:
    hours = max(0, round(((now or datetime.now(timezone.utc)) - at).total_seconds() / 3600))
    return output.text("age-hours", hours=hours) if hours < 48 else output.text("age-days", days=hours // 24)
