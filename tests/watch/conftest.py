"""A small vault, a mirror that stands in for the index, and waiting with a bound."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from vault.errors import VaultVanished
from vault.files.scan import scan
from vault.watch.changes import Changes, Delays
from vault.watch.watcher import Timing, Watcher

BOUND = 20.0
"""Seconds after which waiting is given up. Nothing here is expected to take more than one."""
QUICK = Timing(Delays(quiet=0.03, gone=0.15, longest=0.5), supervise=0.05, beat=0.1, poll=0.05, check=600.0)
"""The periodic look is put off: what these tests see was told by the system or by their own polling."""


def until(happens: Callable[[], bool], what: str) -> None:
    """Look again and again until something is so."""
    started = time.monotonic()
    while not happens():
        assert time.monotonic() - started < BOUND, f"not within {BOUND:.0f} s: {what}"
        time.sleep(0.01)


def ends_thread_once(original: Callable[..., Any]) -> Callable[..., Any]:
    """`original`, but the first thread that calls it ends there, as by a fault in foreign code."""
    ended = threading.Event()

    def run(*arguments: Any, **options: Any) -> Any:
        if not ended.is_set():
            ended.set()
            raise SystemExit
        return original(*arguments, **options)

    return run


class Mirror:
    """Holds what the files say, as an index does: takes in only what it is told may have changed."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.files: dict[str, bytes] = {}
        self.seen: list[Changes] = []
        self.fails: Exception | None = None

    def take_in(self, changes: Changes) -> None:
        self.seen.append(changes)
        if self.fails:
            raise self.fails
        under = None if changes.full else sorted(changes.paths)
        found = scan(self.root, under)
        if self.files and not found.files and under is None:
            raise VaultVanished(self.root, len(self.files))
        for path in list(self.files):
            concerned = changes.full or any(f"{path}/".startswith(f"{each}/") for each in changes.paths)
            if concerned and path not in found.files:
                del self.files[path]
        for path in found.files:
            self.files[path] = (self.root / path).read_bytes()

    def is_in_step(self) -> bool:
        paths = scan(self.root).files
        return self.files == {path: (self.root / path).read_bytes() for path in paths}


class Watched:
    """A vault, its mirror and the watcher between them."""

    def __init__(self, root: Path, heartbeat: Path) -> None:
        self.root = root
        self.heartbeat = heartbeat
        self.mirror = Mirror(root)

    @contextmanager
    def watching(self, **options: object) -> Iterator[Watcher]:
        options = {"heartbeat": self.heartbeat, "timing": QUICK, **options}
        watcher = Watcher(self.root, self.mirror.take_in, **options)  # type: ignore[arg-type]
        with watcher:
            until(lambda: watcher.heartbeat.last_reconcile is not None, "the first reconcile")
            yield watcher
        assert no_thread_left(), threading.enumerate()

    def settle(self) -> None:
        until(self.mirror.is_in_step, "the mirror shows what the files say")


def no_thread_left() -> bool:
    """Of a watcher; other parts of the program have threads of their own."""
    return not [thread for thread in threading.enumerate() if thread.name in _OF_A_WATCHER]


_OF_A_WATCHER = frozenset(("memvault-supervise", "memvault-deliver", "memvault-look"))


@pytest.fixture
def watched(tmp_path: Path) -> Watched:
    root = tmp_path / "vault"
    (root / "facts" / "deep").mkdir(parents=True)
    (root / "notes").mkdir()
    (root / "vault.yaml").write_text("format: 1\nid: vault_test\n", encoding="utf-8")
    (root / "facts" / "home.jsonl").write_text('{"content": "住在北京"}\n', encoding="utf-8")
    (root / "facts" / "deep" / "job.jsonl").write_text('{"content": "写代码"}\n', encoding="utf-8")
    (root / "notes" / "plan.md").write_text("# 计划\n\n学游泳\n", encoding="utf-8")
    return Watched(root, tmp_path / "state" / "watcher.json")
