"""`memvault devices`: which devices write into the vault."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import chosen_now, invocation_of
from vault.cli.record_lines import INDENT
from vault.cli.visible_text import on_one_line

if TYPE_CHECKING:
    from datetime import datetime, tzinfo

    from vault.api.results import Device
    from vault.cli.output import Output

_EXAMPLES = examples(
    "memvault devices", "memvault devices --json | jq '.devices[].id'", "memvault devices --new-id"
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("devices", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    new_id: Annotated[
        bool,
        typer.Option(
            "--new-id", help="Give this device another id: another machine writes under the present one."
        ),
    ] = False,
) -> ExitCode:
    """List the devices that write into the vault: when they did last, and whose clock is wrong.

    A wrong clock matters: of a field that two devices changed, the later one counts. Where a machine was
    cloned, two of them write under one id, into the same files; each takes an id of its own as soon as it
    notices, or with --new-id. Exit code 1 when a clock is wrong or an id is shared.
    """
    if new_id:
        return _renamed(invocation_of(context).output)
    from zoneinfo import ZoneInfo

    from vault.api.sync_shapes import device_shape

    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault(use_model=False) as vault:
        found = vault.devices(now=chosen_now())
        zone = ZoneInfo(vault.settings.timezone)
    if output.as_json:
        output.document({"devices": [device_shape(each) for each in found]})
    else:
        for each in found:
            _print(output, each, zone)
        if any(each.clock for each in found):
            output.say("clock-hint")
        if any(each.shared for each in found):
            output.say("device-shared-hint", "yellow")
        if not any(each.last_seen for each in found):
            output.say("no-devices")
    return ExitCode.PROBLEMS if any(each.clock or each.shared for each in found) else ExitCode.OK


def _renamed(output: Output) -> ExitCode:
    from vault.api.devices import new_device_id

    old, new = new_device_id()
    if output.as_json:
        output.document({"former": old, "id": new})
    else:
        output.tell("device-renamed", old=old, new=new)
    return ExitCode.OK


def _print(output: Output, device: Device, zone: tzinfo) -> None:
    here = f"  ({output.text('device-here')})" if device.here else ""
    name = f"  {on_one_line(device.name)}" if device.name != device.id else ""
    output.show(Text.assemble((on_one_line(device.id), "bold"), name, here))
    facts = [
        output.text("device-holds", memories=device.memories, turns=device.turns),
        f"{output.text('device-wrote')} {_time(device.last_write, zone)}",
        f"{output.text('device-seen')} {_time(device.last_seen, zone)}",
    ]
    output.show(Text(INDENT + " · ".join(facts)))
    if device.shared:
        output.show(Text(INDENT + output.text("device-shared", device=device.id), "yellow"))
    if device.former:
        output.show(Text(INDENT + output.text(f"device-former-{device.former}"), "dim"))
    clock = device.clock
    if clock is None:
        return
    stamp = clock.stamp
    reason = output.text("clock-future", path=stamp.path, line=stamp.line, at=_time(stamp.at, zone))
    if clock.cause is not None:
        reason = output.text(
            "clock-order",
            path=stamp.path,
            line=stamp.line,
            at=_time(stamp.at, zone),
            other=clock.cause.id,
            other_at=_time(clock.cause.at, zone),
        )
    key = "device-fast" if clock.off > timedelta(0) else "device-slow"
    amount = str(timedelta(minutes=round(abs(clock.off) / timedelta(minutes=1)))).rpartition(":")[0]
    output.show(Text(INDENT + output.text(key, device=device.id, amount=amount, reason=reason), "yellow"))


def _time(when: datetime | None, zone: tzinfo) -> str:
    return when.astimezone(zone).strftime("%Y-%m-%d %H:%M") if when else "–"
