"""How long merging takes: files of memories with an ancestor, a conflict copy, and the look for conflicts.

python tests/bench/bench_merge.py [MEMORIES]
"""

from __future__ import annotations

import json
import statistics
import sys
import time
from collections.abc import Callable

from vault.format.defaults import Defaults
from vault.history.conflict_copies import ConflictCopy, resolve_copy
from vault.history.merge_records import merge_records
from vault.history.twins import find_twins

DEFAULTS = Defaults(user_id="lin")
REPEATS = 5


def lines(count: int, changed: int = 0, word: str = "") -> bytes:
    records = (
        {
            "id": f"mem_{number:06}",
            "content": f"第 {number} 件事{word if number < changed else ''}",
            "created_at": "2026-01-01T00:00:00Z",
            "tags": ["a", "b"],
        }
        for number in range(count)
    )
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in records).encode()


def median(what: str, run: Callable[[], object]) -> None:
    times = []
    for _ in range(REPEATS):
        started = time.perf_counter()
        run()
        times.append(time.perf_counter() - started)
    print(f"{statistics.median(times) * 1000:10.1f} ms  {what}")


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    base, ours, theirs = lines(count), lines(count, count // 10, "甲"), lines(count, count // 5, "乙")
    added = base + b'{"id":"mem_new","content":"x"}\n'
    median(
        f"{count:,} memories, 10 % and 20 % changed, with the ancestor",
        lambda: merge_records(ours, theirs, base, defaults=DEFAULTS),
    )
    median("the same without the ancestor", lambda: merge_records(ours, theirs, defaults=DEFAULTS))
    files = {"facts/home.jsonl": base}
    copy = ConflictCopy("facts/home 2.jsonl", "facts/home.jsonl", "memories", added, base)
    median(
        "a conflict copy with one memory more", lambda: resolve_copy(copy, files, "auto", defaults=DEFAULTS)
    )
    median("looking for memories that stand twice", lambda: find_twins(files, defaults=DEFAULTS))


if __name__ == "__main__":
    main()
