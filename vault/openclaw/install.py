"""Puts memvault into OpenClaw's memory slot, through OpenClaw's own commands, and takes it out again."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import Any

from vault.errors import MemvaultError, WriteFailed
from vault.openclaw.host import Host
from vault.openclaw.plugin_folder import PLUGIN_ID, plugin_folder
from vault.openclaw.undo_record import UndoRecord, digest_of, drop_record, read_record, write_record

CORE = "memory-core"
"""OpenClaw's own memory: without the slot it still dreams at night, and writes MEMORY.md."""
_CONTAINERS = ("slots", "entries", "load")
_OURS = (PLUGIN_ID, CORE)
_NOT_AUTHORED = ("plugins", "meta", "wizard")

Told = Callable[[str], None]


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
    before = host.plugins()
    # Installing anew must not take the state that the first time left for the one from before.
    record = earlier or UndoRecord(str(config), str(backup or ""), str(folder), _worth_keeping(before))
    write_record(record)
    try:
        told("link")
        host.must("plugins", "install", "--link", str(folder), "--force", "--accept-capabilities")
        told("configure")
        host.patch({"plugins": _wanted(before, vault, settings)})
    except MemvaultError:
        if backup is not None:
            shutil.copy2(backup, config)
        if earlier is None:
            drop_record(config)
        raise
    if earlier is None:
        write_record(replace(record, rest=_rest_of(config)))
    elif backup is not None:
        backup.unlink()  # the first one is from before
    return Installed(config, Path(record.backup) if record.backup else None, folder, version)


def uninstall(host: Host, *, told: Told = lambda _: None) -> bool:
    """Unlink the plugin and put back what was changed; what others changed since stays.

    Returns:
        Whether there was anything to undo.

    Raises:
        OpenClawFailed: OpenClaw refused.
    """
    config = host.config_file()
    record = read_record(config)
    present = host.plugins()
    if record is None and PLUGIN_ID not in present.get("entries", {}):
        return False
    told("unlink")
    host.run("plugins", "uninstall", PLUGIN_ID, "--force", "--keep-files")
    told("restore")
    before = record.before if record else {}
    plugin = record.plugin if record else str(plugin_folder())
    changes = undoing(host.plugins(), before, plugin)
    if changes is None or changes:
        host.patch({"plugins": changes})
    if not before.get("containers") and _is_husk(config):
        host.patch({"plugins": None})
    if record is not None:
        _restore_exactly(host, record)
    drop_record(config)
    return True


def _restore_exactly(host: Host, record: UndoRecord) -> None:
    """Where nobody changed anything since, the file is written as before, with its comments, or is gone."""
    config, backup = Path(record.config), Path(record.backup)
    present, before = ({**kept, "containers": ()} for kept in (_worth_keeping(host.plugins()), record.before))
    if present != before or record.rest != _rest_of(config):
        return
    if not record.backup:
        config.unlink(missing_ok=True)
    elif backup.is_file():
        backup.replace(config)


def _rest_of(config: Path) -> str:
    """Of a configuration, all but what installing changes and OpenClaw's notes about itself."""
    try:
        data = json.loads(config.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return ""
    plugins = data.get("plugins", {})
    entries = {name: entry for name, entry in plugins.get("entries", {}).items() if name not in _OURS}
    more = {name: part for name, part in plugins.items() if name not in (*_CONTAINERS, "allow")}
    return digest_of([entries, more, {name: data[name] for name in data if name not in _NOT_AUTHORED}])


def undoing(present: Mapping[str, Any], before: Mapping[str, Any], plugin: str) -> dict[str, Any] | None:
    """What to change in the plugins' part of a configuration; None removes, as in OpenClaw's patches.

    Args:
        present: the part now.
        before: what was kept of it from before; see `UndoRecord`.
        plugin: the folder that was linked.
    """
    changes: dict[str, Any] = {}
    entries = present.get("entries", {})
    gone = [PLUGIN_ID] if PLUGIN_ID in entries else []
    if CORE in entries and before.get("core") is None:
        gone.append(CORE)
    elif CORE in entries and "enabled" in before["core"]:
        changes["entries"] = {CORE: {"enabled": before["core"]["enabled"]}}
    elif CORE in entries:
        changes["entries"] = {CORE: {"enabled": None}}
    if gone:
        changes.setdefault("entries", {}).update(dict.fromkeys(gone))
    slot, former = present.get("slots", {}).get("memory"), before.get("slot")
    if slot != former and slot in (PLUGIN_ID, CORE, None):
        changes["slots"] = {"memory": former}
    paths = present.get("load", {}).get("paths")
    if paths and plugin in paths and plugin not in before.get("paths", ()):
        changes["load"] = {"paths": [each for each in paths if each != plugin] or None}
    allow = present.get("allow")
    if allow and PLUGIN_ID in allow and before.get("allow") and PLUGIN_ID not in before["allow"]:
        changes["allow"] = [each for each in allow if each != PLUGIN_ID]
    return _without_husks(present, changes, before.get("containers", ()))


def _without_husks(
    present: Mapping[str, Any], changes: dict[str, Any], containers: tuple[str, ...]
) -> dict[str, Any] | None:
    """The same changes; parts that they leave empty go, unless they stood there before."""
    left = dict(present)
    for name in _CONTAINERS:
        merged = {**present.get(name, {}), **(changes.get(name) or {})}
        rest = {key: value for key, value in merged.items() if value is not None}
        if name in present and not rest and name not in containers:
            changes[name] = None
            left.pop(name, None)
    return changes if left else None


def _is_husk(config: Path) -> bool:
    """Whether nothing but empty parts for plugins is left; defaults are told by OpenClaw, not written."""
    try:
        plugins = json.loads(config.read_text(encoding="utf-8")).get("plugins")
    except (OSError, ValueError, AttributeError):
        return False
    return isinstance(plugins, dict) and not any(plugins.values())


def command_of_memvault() -> list[str]:
    """How others run the memvault that is running now."""
    beside = Path(sys.executable).with_name("memvault")
    return [str(beside)] if beside.is_file() else [sys.executable, "-m", "vault"]


def _worth_keeping(plugins: Mapping[str, Any]) -> dict[str, Any]:
    """What is changed by installing. Nothing of other plugins: it may be secret."""
    kept: dict[str, Any] = {
        "containers": [name for name in _CONTAINERS if name in plugins],
        "slot": plugins.get("slots", {}).get("memory"),
        "paths": plugins.get("load", {}).get("paths", []),
        "allow": plugins.get("allow"),
    }
    core = plugins.get("entries", {}).get(CORE)
    kept["core"] = None if core is None else {key: core[key] for key in ("enabled",) if key in core}
    return kept


def _wanted(before: Mapping[str, Any], vault: Path, settings: Mapping[str, object]) -> dict[str, Any]:
    wanted: dict[str, Any] = {
        "slots": {"memory": PLUGIN_ID},
        "entries": {
            PLUGIN_ID: {
                "enabled": True,
                "hooks": {"allowConversationAccess": True},
                "config": {"vault": str(vault), "command": command_of_memvault(), **settings},
            },
            CORE: {"enabled": False},
        },
    }
    allow = before.get("allow")
    if allow and PLUGIN_ID not in allow:
        wanted["allow"] = [*allow, PLUGIN_ID]
    return wanted


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
