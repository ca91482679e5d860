"""`memvault doctor`: the whole installation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING

import typer
from rich.text import Text

from vault.api.finding import Finding
from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import Invocation, invocation_of
from vault.cli.service_state import service_state
from vault.errors import VaultNotFound

if TYPE_CHECKING:
    from vault.api.doctor import Diagnosis, SettingInForce

_EXAMPLES = examples("memvault doctor", "memvault --vault ~/memories doctor --json")
_STYLES = {"ok": "green", "warn": "yellow", "fail": "bold red"}


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("doctor", epilog=_EXAMPLES)(_run)


def _run(context: typer.Context) -> ExitCode:
    """Look at the whole installation: packages, model, folders, limits, settings, and the vault.

    Each line is ok, warn (it works, but less well) or fail, with the next step. Nothing is changed.
    Exit code 1 when something fails.
    """
    from vault.api.doctor import doctor

    invocation = invocation_of(context)
    output = invocation.output
    now = datetime.now(timezone.utc)
    found = doctor(invocation.vault or None, user=invocation.user or None, now=now)
    diagnosis = replace(found, findings=(*found.findings, *_service(invocation)))
    if output.as_json:
        output.document(_document(diagnosis))
    else:
        for finding in diagnosis.findings:
            output.show(_line(finding))
            if finding.hint:
                output.show(Text(f"      {finding.hint}", "dim"))
        for setting in diagnosis.settings:
            output.show(_setting_line(setting))
    return ExitCode.OK if diagnosis.healthy else ExitCode.PROBLEMS


def _service(invocation: Invocation) -> Iterator[Finding]:
    """Whether one serves the vault; nothing where there is no vault."""
    try:
        root = invocation.locate_vault()
    except VaultNotFound:
        return
    state = service_state(root)
    if state is None:
        yield Finding("service", "ok", "none runs; commands do everything themselves")
        return
    told = f"process {state.pid} at {state.url} since {state.since}, version {state.version}"
    if not state.answers:
        hint = "stop it and start `memvault serve` again"
        yield Finding("service", "warn", f"{told}, does not answer", hint)
        return
    building = f", first index: {state.files_read} files" if state.files_read else ""
    yield Finding("service", "ok", f"{told}, model {state.model}{building}")
    if state.settings_fault:
        yield Finding("service", "warn", f"goes on with its old settings: {state.settings_fault}")
    if state.restart:
        yield Finding("service", "warn", f"must be started again for: {', '.join(state.restart)}")


def _line(finding: Finding) -> Text:
    return Text.assemble(
        (f"{finding.level:<4}  ", _STYLES[finding.level]), (finding.topic, "bold"), f": {finding.message}"
    )


def _setting_line(setting: SettingInForce) -> Text:
    value = "unset" if setting.value in (None, "") else str(setting.value)
    return Text.assemble("set   ", (setting.name, "bold"), f" = {value}  ", (f"({setting.origin})", "dim"))


def _document(diagnosis: Diagnosis) -> dict[str, object]:
    return {
        "healthy": diagnosis.healthy,
        "findings": [
            {"topic": each.topic, "level": each.level, "message": each.message, "hint": each.hint}
            for each in diagnosis.findings
        ],
        "settings": [
            {"name": each.name, "value": each.value, "origin": each.origin} for each in diagnosis.settings
        ],
    }
