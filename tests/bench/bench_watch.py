"""From saving a file to finding what it says: how long, and where the time goes.

    python -m tests.bench.bench_watch                          # 1,000 and 10,000 memories, the default model
    python -m tests.bench.bench_watch --sizes 1000 --saves 200
    python -m tests.bench.bench_watch --model none --polling    # no model, looking instead of being told

Runs what `memvault watch` runs, in this process, on a vault of generated memories. A save is over when the
program that saved has closed or renamed the file; a text is findable when it is committed to the index with
its vector. `noticed` ends when the index is asked to look, so it contains the quiet time that is waited for.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from tests.bench.generated_vault import sentences, write_vault
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.api.watch import WatchEvent, Watching
from vault.embedding.models import DEFAULT_MODEL, install, open_model
from vault.watch.changes import Changes
from vault.watch.watcher import Watcher

BOUND = 60.0


@dataclass(frozen=True)
class Delay:
    """One save, in milliseconds after it was over."""

    noticed: float
    findable: float


class Stopwatch:
    """Saves, and waits until the watcher of the same process has put the text into the index."""

    def __init__(self, vault: Vault) -> None:
        self.vault = vault
        self.asked = 0.0
        self.done = threading.Event()
        self.finished = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        watching = self.vault.watch(self.heard)
        watcher: Watcher = watching._watcher
        act: Callable[[Changes], None] = watcher._on_changes

        def timed(changes: Changes) -> None:
            self.asked = time.perf_counter()
            act(changes)

        watcher._on_changes = timed
        with watching:
            self.wait_for_first(watching)
            yield

    def wait_for_first(self, watching: Watching) -> None:
        started = time.monotonic()
        while watching._watcher.heartbeat.last_reconcile is None:
            assert time.monotonic() - started < 3600
            time.sleep(0.05)

    def heard(self, event: WatchEvent) -> None:
        if event.report is not None and event.report.embedded + event.report.reused + event.report.added:
            self.finished = time.perf_counter()
            self.done.set()

    def measure(self, save: Callable[[], object]) -> Delay:
        time.sleep(0.3)  # what the last save still has to settle does not count
        self.done.clear()
        save()
        saved = time.perf_counter()
        assert self.done.wait(BOUND), "never became findable"
        return Delay((self.asked - saved) * 1000, (self.finished - saved) * 1000)


def saves(root: Path, number: int) -> dict[str, Callable[[], object]]:
    """Ways to save one new text, as editors do it."""
    line = json.dumps({"content": f"第{number}次保存：下周三和周岚去看画展"}, ensure_ascii=False) + "\n"
    facts = root / "facts" / "typed.jsonl"
    note = root / "notes" / f"note-{number}.md"

    def append() -> None:
        with facts.open("a", encoding="utf-8") as file:
            file.write(line)

    def rename() -> None:
        text = facts.read_text(encoding="utf-8") if facts.exists() else ""
        facts.with_suffix(".tmp").write_text(text + line.replace("画展", "话剧"), encoding="utf-8")
        facts.with_suffix(".tmp").replace(facts)

    def as_vim() -> None:
        text = facts.read_text(encoding="utf-8") if facts.exists() else ""
        backup = facts.with_name("typed.jsonl~")
        if facts.exists():
            facts.rename(backup)
        facts.write_text(text + line.replace("画展", "电影"), encoding="utf-8")
        backup.unlink(missing_ok=True)

    def new_note() -> None:
        note.write_text(f"# 读书 {number}\n\n第{number}本书讲的是山里的邮差。\n", encoding="utf-8")

    return {"append": append, "rename": rename, "vim": as_vim, "new note": new_note}


def line_of(name: str, delays: Sequence[Delay]) -> str:
    noticed = sorted(delay.noticed for delay in delays)
    findable = sorted(delay.findable for delay in delays)
    rest = [delay.findable - delay.noticed for delay in delays]
    return (
        f"  {name:10} {len(delays):5} {statistics.median(noticed):9.0f} {statistics.median(rest):9.0f} "
        f"{statistics.median(findable):9.0f} {findable[int(0.95 * (len(findable) - 1))]:9.0f} {findable[-1]:9.0f}"
    )


def measure(size: int, count: int, model: str, *, polling: bool) -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ["MEMVAULT_CACHE"] = os.environ["MEMVAULT_STATE_DIR"] = f"{folder}/cache"
        os.environ["MEMVAULT_CONFIG_DIR"] = f"{folder}/config"
        os.environ["MEMVAULT_POLLING"] = "always" if polling else "auto"
        root = Path(folder) / "vault"
        write_vault(root, sentences(size))
        (root / "notes").mkdir(exist_ok=True)
        models = Path(platformdirs.user_cache_dir("memvault-tests")) / "models"
        opened = None
        if model != "none":
            install(model, models)
            opened = open_model(model, models, os.cpu_count() or 1)
        with open_vault(root, model=opened, use_model=opened is not None) as vault:
            stopwatch = Stopwatch(vault)
            with stopwatch.running():
                delays: dict[str, list[Delay]] = {}
                for number in range(count):
                    for name, save in saves(root, number).items():
                        delays.setdefault(name, []).append(stopwatch.measure(save))
        print(
            f"{size:,} memories, model {model}, {'polling' if polling else 'told by the system'}; ms, medians"
        )
        print("  saved by   saves   noticed   indexed  findable       p95       max")
        for name, measured in delays.items():
            print(line_of(name, measured))
        print(line_of("all", [delay for each in delays.values() for delay in each]))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 10000])
    parser.add_argument("--saves", type=int, default=25, help="of each kind")
    parser.add_argument("--model", default=DEFAULT_MODEL)
    parser.add_argument("--polling", action="store_true")
    options = parser.parse_args()
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    for size in options.sizes:
        measure(size, options.saves, options.model, polling=options.polling)


if __name__ == "__main__":
    main()
