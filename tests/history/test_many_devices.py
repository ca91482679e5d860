"""Devices that change a vault while they are apart, and a sync tool that carries files in any order.

A model of Syncthing: each file has a version vector; what was changed at both ends becomes the file and a conflict
copy. Whatever happens, and whatever is cut short, in the end all devices hold the same and nothing is lost.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from vault.files.conflict_copy import conflict_copy_of
from vault.files.layout import classify
from vault.format.defaults import Defaults
from vault.format.memory_line import LocatedMemory, parse_memories
from vault.history.conflict_copies import ConflictCopy, resolve_copy, resolve_twins
from vault.history.file_edit import FileEdit

DEFAULTS = Defaults(user_id="lin")
DEVICES = ("laptop", "phone", "tablet")
NAMES = {"laptop": "LAPTOPA", "phone": "PHONEAA", "tablet": "TABLETA"}
HOME, NOTE = "facts/home.jsonl", "notes/trip.md"
ROUNDS = 40

Vector = dict[str, int]


@dataclass(frozen=True)
class Entry:
    """A file as a device has it; without data it was deleted."""

    data: bytes | None
    vector: Vector
    changed: int


@dataclass
class Device:
    """One device with its copy of the vault."""

    name: str
    files: dict[str, Entry] = field(default_factory=dict)

    def read(self, path: str) -> bytes:
        return (self.files[path].data or b"") if path in self.files else b""

    @property
    def present(self) -> dict[str, bytes]:
        return {path: each.data for path, each in self.files.items() if each.data is not None}

    def memory_files(self) -> dict[str, bytes]:
        kinds = {"memories", "archive"}
        return {
            path: data
            for path, data in self.present.items()
            if classify(path) in kinds and conflict_copy_of(path.rpartition("/")[2]) is None
        }

    def copies(self) -> list[ConflictCopy]:
        present = self.present
        found = []
        for path, data in sorted(present.items()):
            folder, _, name = path.rpartition("/")
            original = conflict_copy_of(name)
            kind = classify(f"{folder}/{original}") if original else None
            if kind is not None:
                of = f"{folder}/{original}"
                found.append(ConflictCopy(path, of, kind, data, present.get(of)))
        return found

    def standing(self) -> list[tuple[str, LocatedMemory]]:
        """Memories below facts/, those without an end."""
        return [
            (path, located)
            for path, data in sorted(self.memory_files().items())
            if classify(path) == "memories"
            for located in parse_memories(data, path=path, defaults=DEFAULTS).memories
        ]


def is_older(one: Vector, other: Vector) -> bool:
    return all(other.get(name, 0) >= count for name, count in one.items())


def merged(one: Vector, other: Vector) -> Vector:
    return {name: max(one.get(name, 0), other.get(name, 0)) for name in {**one, **other}}


@settings(max_examples=60, stateful_step_count=25, suppress_health_check=list(HealthCheck))
class ManyDevices(RuleBasedStateMachine):
    """What people and assistants do, and what the sync tool does with it."""

    def __init__(self) -> None:
        super().__init__()
        self.devices = {name: Device(name) for name in DEVICES}
        self.clock = 0
        self.count = 0
        self.must_stay: set[str] = set()
        self.forgotten: set[str] = set()

    @initialize()
    def same_vault_everywhere(self) -> None:
        lines = [{"id": f"m{n}", "content": self.words(), "created_at": self.now()} for n in range(3)]
        home = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()
        note = f"# 旅行\n\n{self.words()}\n\n## 第一天\n\n{self.words()}\n\n## 第二天\n\n{self.words()}\n".encode()
        for device in self.devices.values():
            device.files = {HOME: Entry(home, {"laptop": 1}, 0), NOTE: Entry(note, {"laptop": 1}, 0)}

    def words(self) -> str:
        """A text that stands nowhere else."""
        self.count += 1
        text = f"text{self.count:04}"
        self.must_stay.add(text)
        return text

    def now(self) -> str:
        self.clock += 1
        return f"2026-11-{1 + self.clock // 1440:02}T{self.clock // 60 % 24:02}:{self.clock % 60:02}:00Z"

    def write(self, device: Device, edits: list[FileEdit], cut_after: int = 99) -> None:
        """Make edits on one device, the first ones only where a crash comes in between."""
        for edit in edits[:cut_after]:
            before = device.files.get(edit.path)
            if (before.data if before else None) == edit.after:
                continue
            self.clock += 1
            vector = merged(before.vector if before else {}, {})
            vector[device.name] = vector.get(device.name, 0) + 1
            device.files[edit.path] = Entry(edit.after, vector, self.clock)

    def add(self, device: Device, path: str, **record: object) -> FileEdit:
        data = device.read(path)
        line = json.dumps(record, ensure_ascii=False) + "\n"
        return FileEdit(path, data, data + line.encode())

    @rule(name=st.sampled_from(DEVICES))
    def learn(self, name: str) -> None:
        device = self.devices[name]
        path = f"facts/auto/{name}/2026-11.jsonl"
        text = self.words()
        self.write(device, [self.add(device, path, id=f"m_{text}", content=text, created_at=self.now())])

    @rule(name=st.sampled_from(DEVICES), pick=st.integers(0, 99), dated=st.booleans())
    def edit_by_hand(self, name: str, pick: int, dated: bool) -> None:
        device = self.devices[name]
        for path, located in self.picked(device, pick):
            record = json.loads(located.raw.raw)
            self.must_stay.discard(record["content"])
            record["content"] = self.words()
            if dated:
                record["updated_at"] = self.now()
            line = json.dumps(record, ensure_ascii=False) + "\n"
            data = device.read(path).replace(located.raw.raw, line.encode())
            self.write(device, [FileEdit(path, None, data)])

    @rule(name=st.sampled_from(DEVICES), pick=st.integers(0, 99), cut=st.integers(1, 3), forget=st.booleans())
    def supersede_or_forget(self, name: str, pick: int, cut: int, forget: bool) -> None:
        """New line, archived line, old line gone; perhaps cut short."""
        device = self.devices[name]
        for path, located in self.picked(device, pick):
            record = json.loads(located.raw.raw)
            text = self.words()
            new = self.add(
                device,
                f"facts/auto/{name}/2026-11.jsonl",
                id=f"m_{text}",
                content=text,
                created_at=self.now(),
                **({} if forget else {"supersedes": [record["id"]]}),
            )
            over = (
                {"status": "forgotten"}
                if forget
                else {"status": "superseded", "superseded_by": [f"m_{text}"]}
            )
            old = self.add(
                device, f"archive/{name}/2026-11.jsonl", **{**record, **over, "updated_at": self.now()}
            )
            self.write(device, [new])
            if cut > 1:
                self.write(device, [old])
                self.forgotten.add(record["id"])
            if cut > 2:
                gone = device.read(path).replace(located.raw.raw, b"")
                self.write(device, [FileEdit(path, None, gone)])

    @rule(name=st.sampled_from(DEVICES), pick=st.integers(0, 99))
    def delete_by_hand(self, name: str, pick: int) -> None:
        device = self.devices[name]
        for path, located in self.picked(device, pick):
            self.must_stay.discard(located.memory.content)
            self.write(device, [FileEdit(path, None, device.read(path).replace(located.raw.raw, b""))])

    @rule(name=st.sampled_from(DEVICES), new=st.booleans())
    def write_into_the_note(self, name: str, new: bool) -> None:
        device = self.devices[name]
        data = device.read(NOTE).decode()
        text = self.words()
        if new or not data:
            data += f"\n## {text}\n\n{text}\n"
        else:
            data = data.replace("## 第二天\n", f"## 第二天\n\n{text}\n", 1)
            if text not in data:
                self.must_stay.discard(text)
        self.write(device, [FileEdit(NOTE, None, data.encode())])

    @rule(name=st.sampled_from(DEVICES))
    def talk(self, name: str) -> None:
        device = self.devices[name]
        path = f"journal/{name}/2026/2026-11-29.jsonl"
        line = {"session_id": "s", "turn": self.count, "role": "user", "content": self.words()}
        self.write(device, [self.add(device, path, **line, at=self.now())])

    @rule(name=st.sampled_from(DEVICES), cut=st.integers(0, 8))
    def resolve(self, name: str, cut: int) -> None:
        self.settle(self.devices[name], cut)

    def settle(self, device: Device, cut: int) -> None:
        for copy in device.copies()[:1]:
            planned = resolve_copy(copy, device.memory_files(), "auto", defaults=DEFAULTS)
            self.write(device, list(planned.edits), cut)
        if not device.copies():
            self.write(device, list(resolve_twins(device.memory_files(), defaults=DEFAULTS).edits), cut)

    @rule(data=st.data(), giver=st.sampled_from(DEVICES), taker=st.sampled_from(DEVICES))
    def deliver(self, data: st.DataObject, giver: str, taker: str) -> None:
        """Some files, in any order."""
        paths = sorted(self.devices[giver].files)
        for path in data.draw(st.lists(st.sampled_from(paths), unique=True, max_size=4)):
            self.carry(self.devices[giver], self.devices[taker], path)

    def picked(self, device: Device, pick: int) -> Iterator[tuple[str, LocatedMemory]]:
        standing = device.standing()
        if standing:
            yield standing[pick % len(standing)]

    def carry(self, source: Device, target: Device, path: str) -> None:
        """One file from one device to another one, as Syncthing does it."""
        theirs, ours = source.files[path], target.files.get(path)
        if ours is None or is_older(ours.vector, theirs.vector):
            target.files[path] = theirs
        elif not is_older(theirs.vector, ours.vector):
            both = merged(ours.vector, theirs.vector)
            if ours.data == theirs.data:
                target.files[path] = Entry(ours.data, both, max(ours.changed, theirs.changed))
                return
            wins = max(ours, theirs, key=lambda each: (each.data is not None, each.changed, each.data or b""))
            if wins is theirs:
                target.files[path] = Entry(theirs.data, both, theirs.changed)
                if ours.data is not None:
                    self.keep_copy(target, path, ours.data)

    def keep_copy(self, device: Device, path: str, data: bytes) -> None:
        self.clock += 1
        stem, _, ending = path.rpartition(".")
        name = f"{stem}.sync-conflict-20261129-{self.clock:06}-{NAMES[device.name]}.{ending}"
        device.files[name] = Entry(data, {device.name: 1}, self.clock)

    def teardown(self) -> None:
        self.meet_and_settle()
        one, *others = [device.present for device in self.devices.values()]
        assert all(other == one for other in others)
        device = self.devices["laptop"]
        assert not device.copies()
        texts = b"\n".join(
            data for path, data in one.items() if not path.endswith((".merged", ".undo"))
        ).decode()
        assert {text for text in self.must_stay if text not in texts} == set()
        standing = {located.memory.id for _, located in device.standing()}
        assert standing.isdisjoint(self.forgotten)

    def meet_and_settle(self) -> None:
        """Everything arrives everywhere, and all devices resolve what they see, at the same time."""
        for _ in range(ROUNDS):
            before = [dict(device.present) for device in self.devices.values()]
            for _ in DEVICES:
                for source in self.devices.values():
                    for target in self.devices.values():
                        for path in sorted(source.files):
                            self.carry(source, target, path)
            for name in DEVICES:
                for _ in range(len(self.devices[name].copies()) + 1):
                    self.settle(self.devices[name], 99)
            after = [device.present for device in self.devices.values()]
            if before == after and all(each == after[0] for each in after):
                return
        raise AssertionError("the devices do not come to an end")


TestManyDevices = ManyDevices.TestCase
