"""`devices`: which devices write into the vault, when they did last, and whose clock is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from vault.api.own_writes import is_shared
from vault.config.device import Reason, device_id, former_names, rename_device
from vault.files.fingerprint import read_or_none
from vault.files.layout import folder_name
from vault.files.memory_places import CONFLICTS
from vault.format.memory_line import parse_memories
from vault.format.turn_line import parse_turns
from vault.format.usage_line import parse_usage
from vault.history.clock import ClockFault, Stamp, clock_faults

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.model.memory import Memory

_PLACES = (
    re.compile(r"(?P<kind>facts)/auto/(?P<device>[^/]+)/[^/]+\.jsonl"),
    re.compile(r"(?P<kind>archive)/(?P<device>[^/]+)/\d{4}-\d\d\.jsonl"),
    re.compile(r"(?P<kind>journal)/(?P<device>[^/]+)/.+\.jsonl"),
    re.compile(r"(?P<kind>usage)/(?P<device>[^/]+)\.jsonl"),
)
_RANDOM_END = re.compile(r"-[0-9a-z]{4}\Z")


@dataclass(frozen=True, slots=True)
class Device:
    """A device that has written into the vault.

    Attributes:
        id: of it, the name of its folders.
        name: what people call it.
        here: it is this one.
        last_write: the latest time among what it wrote; None: nothing has one.
        last_seen: the same with what was only counted.
        memories: in its own files, archived ones too.
        turns: messages in its journals.
        clock: what is wrong with its clock; None when nothing is known to be.
        shared: another machine writes under the name of this one.
        former: why this device does not go by this name (any more); empty for devices of their own.
    """

    id: str
    name: str
    here: bool
    last_write: datetime | None
    last_seen: datetime | None
    memories: int = 0
    turns: int = 0
    clock: ClockFault | None = None
    shared: bool = False
    former: Reason | Literal[""] = ""


@dataclass(slots=True)
class _Traces:
    """What is known of one device."""

    wrote: list[Stamp] = field(default_factory=list)
    used: list[Stamp] = field(default_factory=list)
    of_others: list[Stamp] = field(default_factory=list)
    memories: int = 0
    turns: int = 0


def devices(resources: Resources, *, now: datetime) -> tuple[Device, ...]:
    """The devices of a vault, the one that wrote last first.

    Args:
        resources: of the open vault; its files are read, not its index.
        now: aware; by it times are judged that are still to come.
    """
    here = folder_name(device_id())
    traces: dict[str, _Traces] = {here: _Traces()}
    scan = resources.folder.scan()
    for path in scan.files:
        place = next(filter(None, (each.fullmatch(path) for each in _PLACES)), None)
        if place is not None and not path.startswith(f"{CONFLICTS}/"):
            of = traces.setdefault(place["device"], _Traces())
            _take_in(of, place["kind"], path, place["device"], resources)
    stamps = [each for of in traces.values() for each in (*of.wrote, *of.used, *of.of_others)]
    faults = {each.device: each for each in clock_faults(stamps, now)}
    names = resources.folder.settings.devices
    former = {folder_name(each.name): each.reason for each in former_names()}
    found = [
        replace(
            _device(name, names.get(name, ""), of, faults.get(name), here=name == here),
            shared=name == here and is_shared(resources, device_id(), scan.copies, now),
            former=former.get(name, "") if name != here else "",
        )
        for name, of in traces.items()
    ]
    return tuple(sorted(found, key=_latest_first))


def new_device_id() -> tuple[str, str]:
    """Give this device another id; what it has written stays under the old one.

    Returns:
        The old one and the new one.

    Raises:
        ConfigError: the environment names it.
        WriteFailed: it cannot be kept.
    """
    old = device_id()
    return old, rename_device("asked")


def _take_in(of: _Traces, kind: str, path: str, device: str, resources: Resources) -> None:
    data = read_or_none(resources.folder.root, path) or b""
    defaults = resources.folder.defaults
    if kind == "usage":
        counts = parse_usage(data, path=path).usage.values()
        of.used += [
            Stamp(device, each.last_hit_at, path, 0, after=(each.id,)) for each in counts if each.last_hit_at
        ]
    elif kind == "journal":
        turns = parse_turns(data, path=path, defaults=defaults).turns
        of.turns += len(turns)
        of.wrote += [Stamp(device, each.turn.at, path, each.line) for each in turns if each.turn.at]
    else:
        located = parse_memories(data, path=path, defaults=defaults).memories
        of.memories += len(located)
        for each in located:
            of.wrote += _stamps(each.memory, path, each.line, device, own=kind == "facts")
            of.of_others += _learned(each.memory, path, each.line) if kind == "archive" else ()


def _stamps(memory: Memory, path: str, line: int, device: str, *, own: bool) -> Iterator[Stamp]:
    """When a device wrote a memory down, and archived it. Imports tell of times of other programs."""
    imported = memory.source is not None and memory.source.kind == "import"
    if own and memory.created_at is not None and not imported:
        yield Stamp(device, memory.created_at, path, line, memory.id, memory.supersedes)
    if not own and memory.updated_at is not None:
        yield Stamp(device, memory.updated_at, path, line, after=(memory.id,))


def _learned(memory: Memory, path: str, line: int) -> Iterator[Stamp]:
    """When the device that wrote an archived memory down did so: before somebody archived it."""
    source = memory.source
    if source is not None and source.device and source.kind != "import" and memory.created_at is not None:
        yield Stamp(folder_name(source.device), memory.created_at, path, line, memory.id)


def _device(name: str, called: str, of: _Traces, clock: ClockFault | None, *, here: bool) -> Device:
    wrote = max((each.at for each in of.wrote), default=None)
    seen = max((each.at for each in (*of.wrote, *of.used)), default=None)
    return Device(name, called or _RANDOM_END.sub("", name), here, wrote, seen, of.memories, of.turns, clock)


def _latest_first(device: Device) -> tuple[float, str]:
    return -(device.last_seen.timestamp() if device.last_seen else 0.0), device.id
