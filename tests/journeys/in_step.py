"""A vault whose index a watcher keeps in step, in this process or (`python -m`) in one of its own."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timezone
from pathlib import Path

from tests.stand_in_model import StandInModel
from vault.embedding.vector_cache import VectorCache
from vault.files.scan import scan
from vault.files.vault_folder import create_vault, open_folder
from vault.index.index import Index
from vault.watch.changes import Changes
from vault.watch.watcher import Timing, Watcher

TIMING = Timing(supervise=0.1, poll=0.1, check=600.0)
"""The usual delays. The periodic look is put off: what is found was told of."""
Said = list[tuple[str, int, str]]
"""Path, line and text of every record."""


class InStep:
    """A vault, its index and what changed between them.

    Args:
        root: of the vault, made if it is missing.
        state: folder for index, vector cache and signs of life.
    """

    def __init__(self, root: Path, state: Path) -> None:
        if not root.exists():
            create_vault(
                root, vault_id="vault_x", default_user="lin", language="zh", timezone="Asia/Shanghai"
            )
        self.root = root
        self.state = state
        self.model = StandInModel()
        self.cache = VectorCache(state / "vectors.sqlite", self.model.facts)
        self.index = Index.open(state / "index", model_facts=self.model.facts)
        self.sets: list[Changes] = []
        self.full_sets = 0
        self._watcher: Watcher | None = None
        self._cost = 0.0

    @property
    def heartbeat(self) -> Path:
        return self.state / "watcher.json"

    def act(self, changes: Changes) -> None:
        self.sets.append(changes)
        self.full_sets += changes.full
        report = self.index.reconcile(
            open_folder(self.root),
            self.model,
            self.cache,
            now=datetime.now(timezone.utc),
            under=None if changes.full else sorted(changes.paths),
        )
        if report.unsettled and self._watcher is not None:
            self._watcher.changed(report.unsettled)

    @contextmanager
    def watched(self, timing: Timing = TIMING, **options: object) -> Iterator[Watcher]:
        options = {"heartbeat": self.heartbeat, **options}
        self._watcher = Watcher(self.root, self.act, timing=timing, **options)  # type: ignore[arg-type]
        try:
            with self._watcher:
                self.settle()
                yield self._watcher
        finally:
            self._watcher = None

    def settle(self, seconds: float = 30.0) -> None:
        """Wait until the index says what the files say."""
        started = time.monotonic()
        while not self.is_in_step():
            assert time.monotonic() - started < seconds, (
                f"not in step: index {said_by_index(self.index)[:5]}, files {said_by_files(self.root)[:5]}"
            )
            time.sleep(max(0.02, self._cost))

    def is_in_step(self) -> bool:
        started = time.monotonic()
        same = said_by_index(self.index) == said_by_files(self.root)
        self._cost = time.monotonic() - started  # a test that looks all the time leaves none to what it tests
        return same

    def close(self) -> None:
        self.index.close()
        self.cache.close()


def said_by_files(root: Path) -> Said:
    """Read with nothing of memvault's but the list of files."""
    said: Said = []
    for path, seen in scan(root).files.items():
        try:
            text = (root / path).read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:  # since the scan
            continue
        if seen.kind == "note":
            said.append((path, 1, plain(text)))
        elif seen.kind in ("memories", "archive"):
            said += [(path, number, content(each)) for number, each in enumerate(text.splitlines(), 1)]
    return sorted(each for each in said if each[2])


def said_by_index(index: Index) -> Said:
    return sorted((record.path, record.line, plain(record.text)) for record in index.records())


def content(json_line: str) -> str:
    """Of a line that is finished."""
    try:
        return plain(json.loads(json_line)["content"])
    except ValueError:
        return ""


def plain(text: str) -> str:
    """A note's text in the index is without the marks of Markdown."""
    return re.sub(r"[#\s]+", "", text)


def built_anew(root: Path, state: Path) -> list[object]:
    """Every record of an index that has never known anything but these files."""
    fresh = Index.open(state, model_facts=None)
    try:
        fresh.reconcile(open_folder(root), None, None, now=datetime.now(timezone.utc))
        return comparable_records(fresh)
    finally:
        fresh.close()


def comparable_records(index: Index) -> list[object]:
    return sorted((replace(record) for record in index.records()), key=lambda each: (each.path, each.line))


def until(happens: Callable[[], bool], what: str, seconds: float = 30.0) -> None:
    started = time.monotonic()
    while not happens():
        assert time.monotonic() - started < seconds, f"not within {seconds:.0f} s: {what}"
        time.sleep(0.02)


def main() -> None:
    """Keep a vault in step until standard input closes; then say what there was to do."""
    in_step = InStep(Path(sys.argv[1]), Path(sys.argv[2]))
    with in_step.watched() as watcher:
        print("ready", flush=True)
        sys.stdin.read()
        restarts, reason = watcher.heartbeat.restarts, watcher.heartbeat.restart_reason
    print(json.dumps({"restarts": restarts, "reason": reason, "embedded": in_step.model.passages_embedded}))
    in_step.close()


if __name__ == "__main__":
    main()
