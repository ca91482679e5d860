"""Puts memvault into OpenClaw's memory slot, through OpenClaw's own commands, and takes it out again."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from vault.errors import MemvaultError, WriteFailed
from vault.openclaw.host import MISSING, Host
from vault.openclaw.plugin_folder import PLUGIN_ID, plugin_folder
from vault.openclaw.undo_record import UndoRecord, drop_record, read_record, write_record

SLOT = "plugins.slots.memory"
ALLOW = "plugins.allow"
PATHS = "plugins.load.paths"
ENTRY = f"plugins.entries.{PLUGIN_ID}"
DREAMING = "plugins.entries.memory-core"
_TOUCHED = (SLOT, ALLOW, PATHS, ENTRY, DREAMING)


@dataclass(frozen=True, slots=True)
class Installed:
    """What was done.

    Attributes:
        config: OpenClaw's configuration.
        backup: copy from before, or None when there was no configuration.
        plugin: the linked folder.
        version: of OpenClaw.
    """

    config: Path
    backup: Path | None
    plugin: Path
    version: str


Told = Callable[[str], None]


def install(
    host: Host, vault: Path, settings: Mapping[str, object], *, now: datetime, told: Told = lambda _: None
) -> Installed:
    """Link the plugin, give it the slot and its permissions, and stop memory-core's dreaming.

    When a step fails the configuration is put back as it was.

    Args:
        host: OpenClaw.
        vault: absolute path of the vault.
        settings: of the plugin, beside the vault and the command.
        now: aware; names the backup.
        told: is called with the name of each step.

    Raises:
        OpenClawFailed: OpenClaw refused a step.
        WriteFailed: the backup could not be made.
    """
    version = host.version()
    config = host.config_file()
    folder = plugin_folder()
    told("backup")
    backup = _backup(config, now)
    earlier = read_record(config)
    before = {path: _plain(host.setting(path)) for path in _TOUCHED}
    # Installing anew must not take the state that the first time left for the one from before.
    record = earlier or UndoRecord(str(config), str(backup or ""), str(folder), before)
    write_record(record)
    try:
        told("link")
        host.must("plugins", "install", "--link", str(folder), "--force", "--accept-capabilities")
        told("configure")
        host.patch(_changes(host, vault, settings))
        told("validate")
        host.must("config", "validate")
    except MemvaultError:
        if backup is not None:
            shutil.copy2(backup, config)
        if earlier is None:
            drop_record(config)
        raise
    return Installed(config, backup, folder, version)


def uninstall(host: Host, *, told: Told = lambda _: None) -> bool:
    """Unlink the plugin and put back what was changed; other settings stay as they are now.

    Returns:
        Whether there was anything to undo.

    Raises:
        OpenClawFailed: OpenClaw refused.
    """
    config = host.config_file()
    record = read_record(config)
    entry = host.setting(ENTRY)
    if record is None and entry is MISSING and host.setting(SLOT) != PLUGIN_ID:
        return False
    before = dict(record.before) if record else {}
    told("unlink")
    done = host.run("plugins", "uninstall", PLUGIN_ID, "--force", "--keep-files")
    told("restore")
    host.patch(_undo(host, before, Path(record.plugin) if record else plugin_folder()))
    for path in ("plugins.slots", "plugins.load", "plugins.entries", "plugins"):
        if host.setting(path) == {}:
            host.run("config", "unset", path)
    told("validate")
    host.must("config", "validate")
    drop_record(config)
    return done.code == 0 or record is not None


def command_of_memvault(program: Sequence[str] | None = None) -> list[str]:
    """How others run the memvault that is running now."""
    if program:
        return list(program)
    beside = Path(sys.executable).with_name("memvault")
    return [str(beside)] if beside.is_file() else [sys.executable, "-m", "vault"]


def _changes(host: Host, vault: Path, settings: Mapping[str, object]) -> dict[str, Any]:
    allow = host.setting(ALLOW)
    plugins: dict[str, Any] = {
        "slots": {"memory": PLUGIN_ID},
        "entries": {
            PLUGIN_ID: {
                "enabled": True,
                "hooks": {"allowConversationAccess": True},
                "config": {"vault": str(vault), "command": command_of_memvault(), **settings},
            },
            "memory-core": {"enabled": False},
        },
    }
    if isinstance(allow, list) and PLUGIN_ID not in allow:
        plugins["allow"] = [*allow, PLUGIN_ID]
    return {"plugins": plugins}


def _undo(host: Host, before: Mapping[str, Any], plugin: Path) -> dict[str, Any]:
    """Only what memvault had changed, and only where nobody changed it since."""
    slot = host.setting(SLOT)
    former = before.get(SLOT)
    changes: dict[str, Any] = {"entries": {PLUGIN_ID: None, "memory-core": before.get(DREAMING)}}
    if slot in (PLUGIN_ID, "memory-core", MISSING):
        changes["slots"] = {"memory": None if former == PLUGIN_ID else former}
    for path, key, ours in ((ALLOW, "allow", PLUGIN_ID), (PATHS, "load", str(plugin))):
        listed = host.setting(path)
        if isinstance(listed, list) and ours in listed and ours not in (before.get(path) or ()):
            rest: list[Any] | None = [each for each in listed if each != ours]
            rest = rest if rest or before.get(path) is not None else None
            changes[key] = {"paths": rest} if key == "load" else rest
    return {"plugins": changes}


def _plain(value: object) -> object:
    return None if value is MISSING else value


def _backup(config: Path, now: datetime) -> Path | None:
    if not config.is_file():
        return None
    place = config.with_name(f"{config.name}.before-memvault-{now:%Y%m%dT%H%M%SZ}")
    try:
        shutil.copy2(config, place)
        place.chmod(0o600)  # it holds the gateway's token
    except OSError as error:
        raise WriteFailed(place, error.strerror or str(error)) from error
    return place
