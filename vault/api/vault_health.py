"""What `doctor` asks of one vault: its folder, its settings, its index and its model."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from typing import TYPE_CHECKING

from vault.api.finding import Finding, Level
from vault.api.git_health import inspect_git
from vault.api.status import Status, watcher_died
from vault.errors import MemvaultError, ModelBroken, ModelNotInstalled, UnknownModel
from vault.watch.heartbeat import WatcherStatus
from vault.watch.network_drive import silent_drive

if TYPE_CHECKING:
    from vault.api.backup_schedule import BackupStatus
    from vault.api.vault import Vault

_NAME_PROBLEMS = ("case-twin", "unicode-twin", "conflict-copy", "undecodable-name")


def inspect_vault(vault: Vault, now: datetime) -> Iterator[Finding]:
    """Findings about an open vault, in the order in which they are shown."""
    yield Finding("vault", "ok", f"{vault.root}, id {vault.id}, language {vault.settings.language}")
    yield from _folder(vault)
    yield from _text(vault)
    yield from inspect_git(vault._resources)
    try:
        status = vault.status(now=now)
    except MemvaultError as error:
        topic = "model" if isinstance(error, (UnknownModel, ModelBroken)) else "index"
        yield Finding(topic, "fail", str(error), error.hint)
        return
    yield from _index(status)
    yield _model(vault, status)
    yield _watcher(status.watcher)
    yield from _device(vault, now)
    yield from _backup(status.backup)
    for copy in status.copies:
        hint = "work on one of them, or give the copy an `id` of its own in vault.yaml"
        yield Finding("copies", "warn", f"{copy} has the same vault id", hint)


def _folder(vault: Vault) -> Iterator[Finding]:
    if not os.access(vault.root, os.W_OK):
        yield Finding("vault folder", "warn", "is read-only: it can be recalled from, not written to")
    network = silent_drive(vault.root)
    if network:
        hint = "changes are noticed by looking; set watch.polling: always if some are missed"
        yield Finding("vault folder", "warn", f"is on a network drive ({network})", hint)
    for told in vault.loaded_settings.passed_over:
        yield Finding("vault.yaml", "warn", told, "correct or delete the line")


def _text(vault: Vault) -> Iterator[Finding]:
    report = vault.check()
    found = Counter(problem.code for problem in report.problems)
    names = {code: found[code] for code in _NAME_PROBLEMS if found[code]}
    if names:
        told = ", ".join(f"{count} {code}" for code, count in names.items())
        yield Finding("file names", "warn", told, "run `memvault check`")
    if report.problems:
        told = f"{report.errors} errors and {len(report.problems) - report.errors} warnings in the text"
        yield Finding("text", "warn", told, "run `memvault check`")
    else:
        yield Finding("text", "ok", f"{report.files} files, {report.records} memories, no problems")


def _index(status: Status) -> Iterator[Finding]:
    told = (
        f"{status.indexed} of {status.on_disk} files in step, {status.records} memories, "
        f"{status.passages} passages, {status.behind} behind"
    )
    if status.behind:
        yield Finding("index", "warn", told, "run `memvault index`")
    else:
        yield Finding("index", "ok", told)
    if status.quarantined:
        hint = "run `memvault check`; the last good version of each is served"
        yield Finding("index", "warn", f"{status.quarantined} files could not be understood", hint)


def _model(vault: Vault, status: Status) -> Finding:
    name = status.model.name
    if not name:
        return Finding("model", "warn", "none is wanted: recall goes by words only")
    fault = vault.prove_model()
    if isinstance(fault, ModelNotInstalled):
        return Finding("model", "warn", f"{fault}; recall goes by words only", fault.hint)
    if fault is not None:
        return Finding("model", "fail", str(fault), fault.hint)
    told = f"{name} loads, {status.model.dimension} dimensions"
    if not status.model.fits_index:
        return Finding("model", "warn", f"{told}; the index lacks vectors of it", "run `memvault index`")
    return Finding("model", "ok", told)


def _device(vault: Vault, now: datetime) -> Iterator[Finding]:
    for each in vault.devices(now=now):
        if each.shared:
            hint = "run `memvault devices --new-id` on one of them, or set another MEMVAULT_DEVICE"
            yield Finding("device", "warn", f"another machine writes as {each.id}, too: a clone?", hint)
        if each.clock is not None:
            hours = round(abs(each.clock.off.total_seconds()) / 3600, 1)
            way = "fast" if each.clock.off.total_seconds() > 0 else "slow"
            told = f"the clock of {each.id} is {way} by {hours} hours at least"
            yield Finding("device", "warn", told, "set it right; `memvault devices` says how it is known")


def _backup(backup: BackupStatus) -> Iterator[Finding]:
    if backup.last is not None:
        level: Level = "warn" if backup.overdue else "ok"
        hint = "is `memvault serve` running, and the folder there?" if backup.overdue else ""
        yield Finding("backup", level, f"the last one is of {backup.last:%Y-%m-%d %H:%M} UTC", hint)
    elif backup.scheduled:
        yield Finding("backup", "warn", "there is none yet", "`memvault serve` makes one a day")


def _watcher(watcher: WatcherStatus) -> Finding:
    beat = watcher.heartbeat
    if watcher_died(watcher):
        return Finding("watcher", "fail", watcher.reason, "start `memvault watch` again")
    if beat is None or not watcher.alive:
        return Finding("watcher", "ok", f"{watcher.reason}; each command looks at the disk by itself")
    told = f"alive, process {beat.pid}, {beat.state}, {beat.mode}"
    if beat.mode_reason:
        told += f" because {beat.mode_reason}"
    if beat.error:
        return Finding("watcher", "warn", f"{told}; {beat.error}")
    return Finding("watcher", "ok", told)
