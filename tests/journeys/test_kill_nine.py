"""The process is killed while it writes, at every single step; what a person wrote is still there.

The same file runs as a script in a process of its own. There each operation is forked again and again on
a fresh copy of the vault, and the child kills itself at the next step: before and after each system call
that changes the disk, and in the middle of each write.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from tests.journeys.killing import Aftermath, Killer, as_program, in_a_child, was_killed
from vault.files import usage_file
from vault.files.atomic_write import replace_file
from vault.files.fingerprint import read_file
from vault.files.journal_file import append_turns
from vault.files.lock import WriteLock, write_lock
from vault.files.memory_batch import Edit, change_memories, move_memories
from vault.files.memory_file import append_memory, change_memory, move_memory, open_memories, remove_memory
from vault.files.note_file import change_section, move_section
from vault.files.repair import apply_repairs, plan_repairs
from vault.files.scan import scan
from vault.files.usage_file import add_usage
from vault.files.vault_folder import create_vault, open_folder
from vault.format.defaults import Defaults
from vault.format.note_markdown import parse_note
from vault.format.turn_line import parse_turns
from vault.format.usage_line import parse_usage
from vault.model.memory import Memory
from vault.model.turn import Turn
from vault.model.usage import Usage

DEFAULTS = Defaults(user_id="lin")
NOW = datetime(2026, 11, 29, 10, tzinfo=timezone.utc)
DAY = "journal/pi/2026/2026-11-29.jsonl"
COUNTS = "usage/pi.jsonl"

FACTS = [
    '{"id": "mem_cat",  "vendor": {"a": [1]}, "content": "养了一只叫年糕的猫"}',
    '{"id":"mem_home","content":"家住阳光小区"}',
    '{"id": "mem_tea", "content": "下午爱喝龙井"}',
]
FILES = {
    "vault.yaml": "format: 1\nid: vault_kill\ndefault_user: lin\nlanguage: zh\ntimezone: Asia/Shanghai\n",
    "facts/a.jsonl": "\n".join(FACTS) + "\n",
    "facts/open_end.jsonl": "\r\n".join(FACTS),
    "facts/no_ids.jsonl": '{"content": "会弹吉他"}\n{"content": "怕黑"}',
    "archive/old.jsonl": '{"id": "mem_old", "content": "曾住海棠湾", "status": "superseded"}\n',
    "notes/猫.md": "---\nx:   kept\n---\n# 猫\n\n年糕\n\n## 吃的\n\n罐头\n\n# 家\n\n阳光小区\n",
    "notes/旧.md": "# 旧事\n\n记不清了\n",
    COUNTS: '{"id": "mem_cat", "hits": 2}\n{"id": "mem_tea", "hits": 1}\n{"id": "mem_cat", "hits": 3}\n',
    DAY: '{"session_id": "s", "turn": 1, "role": "user", "content": "你好"}\n',
}
NEW = Memory(id="mem_new", content="下周三去体检 🩺" * 20, user_id="lin")
RESTS = {"status": "inactive"}
TURNS = [Turn("s", n, "user", f"第 {n} 句话" * 10, NOW + timedelta(minutes=n)) for n in (2, 3)]


def changing(root: Path, lock: WriteLock) -> None:
    change_memory(
        root, "facts/a.jsonl", "mem_home", {"content": "搬到了梧桐路"}, lock=lock, defaults=DEFAULTS
    )


def removing(root: Path, lock: WriteLock) -> None:
    remove_memory(root, "facts/a.jsonl", "mem_home", lock=lock, defaults=DEFAULTS)


def appending(root: Path, lock: WriteLock) -> None:
    append_memory(root, "facts/a.jsonl", NEW, lock=lock, defaults=DEFAULTS)


def appending_to_an_open_end(root: Path, lock: WriteLock) -> None:
    append_memory(root, "facts/open_end.jsonl", NEW, lock=lock, defaults=DEFAULTS)


def appending_to_a_new_file(root: Path, lock: WriteLock) -> None:
    append_memory(root, "facts/auto/pi/2026-11.jsonl", NEW, lock=lock, defaults=DEFAULTS)


def moving(root: Path, lock: WriteLock) -> None:
    ended = {"status": "superseded", "superseded_by": ["mem_new"]}
    move_memory(
        root, "facts/a.jsonl", "archive/old.jsonl", "mem_home", lock=lock, defaults=DEFAULTS, changes=ended
    )


def changing_several(root: Path, lock: WriteLock) -> None:
    edits = [Edit("mem_tea", 3, "下午爱喝龙井", RESTS), Edit("mem_cat", 1, "养了一只叫年糕的猫", RESTS)]
    change_memories(root, "facts/a.jsonl", edits, lock=lock, defaults=DEFAULTS)


def moving_several(root: Path, lock: WriteLock) -> None:
    ended = {"status": "forgotten"}
    edits = [Edit("mem_home", 2, "家住阳光小区", ended), Edit("mem_cat", 1, "养了一只叫年糕的猫", ended)]
    move_memories(root, "facts/a.jsonl", "archive/old.jsonl", edits, lock=lock, defaults=DEFAULTS)


def counting(root: Path, lock: WriteLock) -> None:
    add_usage(root, COUNTS, [Usage("mem_cat", hits=1), Usage("mem_home", useful=1)], lock=lock)


def counting_and_adding_up(root: Path, lock: WriteLock) -> None:
    usage_file.SUM_BYTES = 1
    add_usage(root, COUNTS, [Usage("mem_cat", hits=1), Usage("mem_tea", hits=1)], lock=lock)


def changing_a_section(root: Path, lock: WriteLock) -> None:
    change_section(root, "notes/猫.md", ["家"], "梧桐路 12 号\n三单元", lock=lock)


def moving_a_section(root: Path, lock: WriteLock) -> None:
    move_section(root, "notes/猫.md", ["猫"], "notes/旧.md", lock=lock)


def recording_turns(root: Path, lock: WriteLock) -> None:
    append_turns(root, TURNS, device="pi", zone=ZoneInfo("Asia/Shanghai"), now=NOW, lock=lock)


def making_a_file(root: Path, lock: WriteLock) -> None:
    replace_file(root / "notes" / "new.md", "# 新\n".encode(), expected=None, lock=lock)


def repairing(root: Path, lock: WriteLock) -> None:
    repairs = plan_repairs(root, scan(root).files.values(), defaults=DEFAULTS, now=NOW, device="pi")
    apply_repairs(root, repairs, lock=lock)


def creating(root: Path, lock: WriteLock) -> None:
    assert lock.held
    create_vault(
        root / "new", vault_id="vault_x", default_user="lin", language="zh", timezone="Asia/Shanghai"
    )


OPERATIONS: tuple[Callable[[Path, WriteLock], None], ...] = (
    changing,
    removing,
    appending,
    appending_to_an_open_end,
    appending_to_a_new_file,
    moving,
    changing_several,
    moving_several,
    counting,
    counting_and_adding_up,
    changing_a_section,
    moving_a_section,
    recording_turns,
    making_a_file,
    repairing,
    creating,
)


# --- in a process of its own

CALLS = tuple(
    (os, name)
    for name in (
        "open", "write", "fsync", "replace", "link", "unlink", "mkdir", "ftruncate", "chmod", "close",
    )
)  # fmt: skip
"""What changes a disk."""


def kill_at_every_step(operation: Callable[[Path, WriteLock], None], vault: Path, folder: Path) -> None:
    """Leaves one folder a step, and one more in which nobody was killed; `steps` names the steps."""
    for number in range(10_000):
        root = folder / f"{number:03}"
        shutil.copytree(vault, root)
        if not was_killed(in_a_child(partial(killed, root, number, folder, operation))):
            return


def killed(root: Path, at: int, folder: Path, operation: Callable[[Path, WriteLock], None]) -> None:
    with write_lock(folder / f"{at:03}.lock") as lock:
        Killer(at, folder / "steps", CALLS)
        operation(root, lock)
        os._exit(0)


if __name__ == "__main__":
    chosen = next(operation for operation in OPERATIONS if operation.__name__ == sys.argv[1])
    kill_at_every_step(chosen, Path(sys.argv[2]), Path(sys.argv[3]))


# --- what is left


@pytest.fixture
def aftermath(request: pytest.FixtureRequest, tmp_path: Path) -> Aftermath:
    if not hasattr(os, "fork"):
        pytest.skip("no fork here")
    vault, folder = tmp_path / "vault", tmp_path / "killed"
    for path, text in FILES.items():
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_bytes(text.encode())
    folder.mkdir()
    as_program(__file__, request.param.__name__, str(vault), str(folder))
    return Aftermath(folder)


def after(*operations: Callable[[Path, WriteLock], None]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("aftermath", operations, indirect=True, ids=lambda each: each.__name__)


def memory_ids(root: Path, path: str) -> list[str]:
    if not (root / path).exists():
        return []
    return [located.memory.id for located in open_memories(root, path, defaults=DEFAULTS).file.memories]


def untouched(root: Path, *changed: str) -> bool:
    return all(
        (root / path).read_bytes() == text.encode() for path, text in FILES.items() if path not in changed
    )


def everything(root: Path) -> dict[str, bytes]:
    return {path: read_file(root, path).data for path in scan(root).files}


def passed_in_order(steps: list[str], *expected: str) -> bool:
    """Whether the first times that these steps were taken came in this order."""
    first = [steps.index(step) for step in expected]
    return first == sorted(first)


@after(changing, removing, changing_several, changing_a_section)
def test_a_rewritten_file_is_the_old_one_or_the_new_one(aftermath: Aftermath) -> None:
    old = {path: text.encode() for path, text in FILES.items()}
    new = everything(aftermath.finished)
    (changed,) = (path for path in old if old[path] != new[path])
    seen = set()
    for _, root in aftermath:
        assert scan(root).problems == ()
        left = everything(root)
        assert left in (old, new)
        seen.add(left[changed])
    assert seen == {old[changed], new[changed]}
    in_order = ("after open", "before write", "amid write", "after write", "before fsync", "after fsync")
    assert passed_in_order(aftermath.steps, *in_order, "before replace", "after replace")


@after(appending, appending_to_an_open_end, appending_to_a_new_file)
def test_an_append_cut_short_loses_nothing_and_the_next_one_mends_it(aftermath: Aftermath) -> None:
    (path,) = (
        path for path, data in everything(aftermath.finished).items() if data != FILES.get(path, "").encode()
    )
    old = FILES.get(path, "").encode()
    known = ["mem_cat", "mem_home", "mem_tea"] if old else []
    halves = 0
    for step, root in aftermath:
        data = (root / path).read_bytes() if (root / path).exists() else b""
        assert data.startswith(old)
        assert everything(aftermath.finished)[path].startswith(data)
        assert memory_ids(root, path) in (known, [*known, "mem_new"])
        halves += data != old and memory_ids(root, path) == known
        assert untouched(root, path)

        again = Memory(id="mem_again", content="再记一条", user_id="lin")
        with write_lock(root.with_suffix(".lock"), timeout=5) as lock:
            append_memory(root, path, again, lock=lock, defaults=DEFAULTS)
        assert memory_ids(root, path) in ([*known, "mem_again"], [*known, "mem_new", "mem_again"]), step
        assert (root / path).read_bytes().startswith(data)
    assert halves, "no kill came in the middle of a line"
    assert passed_in_order(aftermath.steps, "before write", "amid write", "after write", "before fsync")


@after(moving)
def test_a_moved_record_is_never_nowhere_and_the_same_move_finishes(aftermath: Aftermath) -> None:
    finished = everything(aftermath.finished)
    places = set()
    for step, root in aftermath:
        here = "mem_home" in memory_ids(root, "facts/a.jsonl")
        there = "mem_home" in memory_ids(root, "archive/old.jsonl")
        places.add((here, there))
        assert here or there, step
        assert {"mem_cat", "mem_tea"} <= set(memory_ids(root, "facts/a.jsonl"))
        assert "mem_old" in memory_ids(root, "archive/old.jsonl")
        assert (root / "archive/old.jsonl").read_bytes().startswith(FILES["archive/old.jsonl"].encode())
        assert untouched(root, "facts/a.jsonl", "archive/old.jsonl")
        if here:
            with write_lock(root.with_suffix(".lock"), timeout=5) as lock:
                moving(root, lock)
        assert memory_ids(root, "facts/a.jsonl") == ["mem_cat", "mem_tea"]
        assert memory_ids(root, "archive/old.jsonl") == ["mem_old", "mem_home"]
        assert everything(root)["facts/a.jsonl"] == finished["facts/a.jsonl"]
    assert places == {(True, False), (True, True), (False, True)}


@after(moving_several)
def test_of_moved_records_none_is_ever_nowhere_and_the_same_move_finishes(aftermath: Aftermath) -> None:
    finished = everything(aftermath.finished)
    assert memory_ids(aftermath.finished, "archive/old.jsonl") == ["mem_old", "mem_home", "mem_cat"]
    halves = 0
    for step, root in aftermath:
        here, there = memory_ids(root, "facts/a.jsonl"), memory_ids(root, "archive/old.jsonl")
        assert {"mem_cat", "mem_home", "mem_tea", "mem_old"} == {*here, *there}, step
        assert here in (["mem_cat", "mem_home", "mem_tea"], ["mem_tea"])
        halves += there == ["mem_old", "mem_home"]
        assert untouched(root, "facts/a.jsonl", "archive/old.jsonl")
        with write_lock(root.with_suffix(".lock"), timeout=5) as lock:
            moving_several(root, lock)
        assert everything(root)["facts/a.jsonl"] == finished["facts/a.jsonl"]
        assert sorted(memory_ids(root, "archive/old.jsonl")) == ["mem_cat", "mem_home", "mem_old"]
    assert halves, "no kill came between two lines"


@after(counting, counting_and_adding_up)
def test_what_was_counted_is_counted_once(aftermath: Aftermath) -> None:
    old = counts(FILES[COUNTS].encode())
    new = counts((aftermath.finished / COUNTS).read_bytes())
    seen = 0
    for step, root in aftermath:
        left = counts((root / COUNTS).read_bytes())
        assert all(left.get(each, 0) in (old.get(each, 0), new[each]) for each in new), step
        seen += left == new
        assert untouched(root, COUNTS)
        with write_lock(root.with_suffix(".lock"), timeout=5) as lock:
            add_usage(root, COUNTS, [Usage("mem_late", hits=1)], lock=lock)
        assert counts((root / COUNTS).read_bytes()) == {**left, "mem_late": 1}
    assert seen


def counts(data: bytes) -> dict[str, int]:
    return {each.id: each.hits + each.useful for each in parse_usage(data, path=COUNTS).usage.values()}


@after(moving_a_section)
def test_a_moved_section_is_never_nowhere(aftermath: Aftermath) -> None:
    finished = everything(aftermath.finished)
    for _, root in aftermath:
        left = everything(root)
        assert left["notes/猫.md"] in (FILES["notes/猫.md"].encode(), finished["notes/猫.md"])
        assert left["notes/旧.md"] in (FILES["notes/旧.md"].encode(), finished["notes/旧.md"])
        texts = [
            section.text
            for path in ("notes/猫.md", "notes/旧.md")
            for note in [parse_note(left[path], path=path, defaults=DEFAULTS).note]
            if note is not None
            for section in note.sections
        ]
        assert {"年糕", "罐头", "阳光小区", "记不清了"} <= set(texts)
        assert untouched(root, "notes/猫.md", "notes/旧.md")


@after(recording_turns)
def test_turns_that_were_recorded_stay_recorded(aftermath: Aftermath) -> None:
    for step, root in aftermath:
        data = (root / DAY).read_bytes()
        assert data.startswith(FILES[DAY].encode()), step
        assert everything(aftermath.finished)[DAY].startswith(data)
        with write_lock(root.with_suffix(".lock"), timeout=5) as lock:
            recording_turns(root, lock)
        parsed = parse_turns((root / DAY).read_bytes(), path=DAY, defaults=DEFAULTS)
        assert [located.turn.turn for located in parsed.turns][:1] == [1]
        assert [located.turn.turn for located in parsed.turns][-2:] == [2, 3]
        assert len(parsed.problems) <= 1


@after(making_a_file)
def test_a_new_file_is_there_whole_or_not_at_all(aftermath: Aftermath) -> None:
    seen = set()
    for _, root in aftermath:
        assert untouched(root)
        seen.add(everything(root).get("notes/new.md"))
        assert scan(root).problems == ()
    assert seen == {None, "# 新\n".encode()}


@after(repairing)
def test_a_repair_cut_short_is_whole_in_each_file_and_can_be_repeated(aftermath: Aftermath) -> None:
    finished = everything(aftermath.finished)
    for _, root in aftermath:
        left = everything(root)
        assert all(data in (FILES[path].encode(), finished[path]) for path, data in left.items())
        with write_lock(root.with_suffix(".lock"), timeout=5) as lock:
            repairing(root, lock)
        assert everything(root) == finished, "the ids are the same, too"


@after(creating)
def test_a_creation_cut_short_can_be_repeated(aftermath: Aftermath) -> None:
    for _, root in aftermath:
        if not (root / "new" / "vault.yaml").exists():
            with write_lock(root.with_suffix(".lock"), timeout=5) as lock:
                creating(root, lock)
        assert open_folder(root / "new").settings.id == "vault_x"
        assert untouched(root)


def test_the_operations_are_all_looked_at() -> None:
    looked_at = {
        operation
        for name, test in globals().items()
        if name.startswith("test_")
        for mark in getattr(test, "pytestmark", [])
        if mark.name == "parametrize"
        for operation in mark.args[1]
    }
    assert looked_at == set(OPERATIONS)
