"""Whether another machine writes under the name of this device: then both add to the same files.

A copy of the state folder on another machine gets a name of its own (`vault.config.device`), but a cloned
machine looks the same as its original. So this device notes the ids of the memories that it adds to its own
file, before it does; one that it finds there and has not noted was written by another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from vault.config.device import device_id, rename_device
from vault.config.locations import state_dir
from vault.errors import ConfigError, WriteFailed
from vault.files.fingerprint import read_or_none
from vault.files.journal_days import JOURNAL
from vault.files.layout import folder_name
from vault.files.memory_places import facts_path
from vault.files.usage_file import usage_path
from vault.model.identifier import is_new_id

if TYPE_CHECKING:
    from vault.api.resources import Resources

_ID = re.compile(rb'"id"\s*:\s*"(mem_[0-9a-z]+)"')
_BEGIN = "since "


def device_to_write(resources: Resources, now: datetime) -> str:
    """The name under which to write; a new one where another machine writes under the present one.

    Errors as in `vault.config.device.device_id`.
    """
    device = device_id()
    if foreign_writes(resources, device, now):
        with suppress(ConfigError, WriteFailed):  # `memvault devices` says so
            return rename_device("shared")
    return device


def foreign_writes(resources: Resources, device: str, now: datetime) -> tuple[str, ...]:
    """Ids of memories in this device's file of the month that it has not written itself.

    Only those that a program has made since this device has taken notes: lines that a person has put there,
    and memories that came back, are none.
    """
    data = read_or_none(resources.folder.root, facts_path(device, now))
    noted = _noted(_notes(resources, device, now)) if data else None
    if not data or noted is None:
        return ()
    begin, own = noted
    found = dict.fromkeys(each.decode() for each in _ID.findall(data))
    return tuple(each for each in found if each not in own and is_new_id(each, "mem", since=begin))


def is_shared(resources: Resources, device: str, copies: Mapping[str, str], now: datetime) -> bool:
    """Whether there are traces of another machine that writes under this name.

    Args:
        resources: of the open vault.
        device: the name.
        copies: conflict copies, each with the file that it is a copy of: of a file that only this device adds
            to there should be none.
        now: aware.
    """
    own = (f"{JOURNAL}/{folder_name(device)}/", usage_path(device))
    return bool(foreign_writes(resources, device, now)) or any(of.startswith(own) for of in copies.values())


def note_own(resources: Resources, device: str, ids: Iterable[str], now: datetime) -> None:
    """Note that this device is about to add these memories to its file of the month.

    That it cannot be noted keeps nobody from writing.
    """
    path = _notes(resources, device, now)
    lines = [*ids] if path.exists() else [_BEGIN + now.isoformat(), *ids]
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write("".join(f"{each}\n" for each in lines))


def _noted(path: Path) -> tuple[datetime, frozenset[str]] | None:
    """Since when notes have been taken, and the ids; None: there are none that can be relied on."""
    try:
        begin, *ids = path.read_text(encoding="utf-8").splitlines()
        return datetime.fromisoformat(begin.removeprefix(_BEGIN)), frozenset(ids)
    except (OSError, ValueError):
        return None


def _notes(resources: Resources, device: str, now: datetime) -> Path:
    month = facts_path(device, now).rpartition("/")[2].removesuffix(".jsonl")
    return state_dir() / "written" / resources.folder.settings.id / f"{device}-{month}.txt"
