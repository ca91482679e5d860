"""Warm recall, measured: how long one question takes at several sizes, and which part of it.

    python -m tests.bench.bench_recall                           # 1,000, 10,000 and 100,000 memories
    python -m tests.bench.bench_recall --sizes 1000 10000 --questions 100

Memories and their vectors are generated (see `generated_vault`), since embedding 100,000 texts takes minutes
and says nothing about recall. Every question is embedded by the installed default model as well, so that its
time counts, and its generated vector is used. Times are wall-clock medians and 95th percentiles of questions
asked one after another, none twice; run it on a quiet machine. Each size runs in a process of its own.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from datetime import datetime, timedelta, timezone
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from tests.bench.generated_vault import HashedModel, sentences, write_vault
from vault.config.locations import models_dir
from vault.embedding.models import DEFAULT_MODEL, open_model
from vault.embedding.provider import EmbeddingModel, Vectors
from vault.index.index import Index
from vault.recall.query import RecallRequest
from vault.recall.search import Recaller

NOW = datetime(2026, 11, 30, tzinfo=timezone.utc)
CHINA = timezone(timedelta(hours=8))
PARTS = ("embed", "words", "vectors", "rank", "read")


class QuestionsByBoth(HashedModel):
    """Embeds a question with the real model, for the time it takes, and answers with the generated vector."""

    def __init__(self, real: EmbeddingModel) -> None:
        super().__init__()
        self._real = real

    def embed_query(self, text: str) -> Vectors:
        self._real.embed_query(text)
        return super().embed_query(text)


def measure(size: int, questions: int) -> None:
    """Index a generated vault and ask it; prints one block."""
    with tempfile.TemporaryDirectory(prefix="memvault-bench-") as place:
        hashed = HashedModel()
        vault = write_vault(Path(place) / "vault", sentences(size))
        index = Index.open(Path(place) / "index", model_facts=hashed.facts)
        index.reconcile(vault, hashed, None, now=NOW)
        recaller = Recaller(index, QuestionsByBoth(open_model(DEFAULT_MODEL, models_dir())))
        asked = [f"{text[:18]}是怎么回事" for text in sentences(questions + 5, seed=99)]
        for warm in asked[:5]:
            recaller.recall(RecallRequest(warm, "u"), NOW, CHINA)
        times: dict[str, list[float]] = defaultdict(list)
        for question in asked[5:]:
            started = time.perf_counter()
            result = recaller.recall(RecallRequest(question, "u"), NOW, CHINA)
            times["all"].append(1000 * (time.perf_counter() - started))
            for part in PARTS:
                times[part].append(result.timings.get(part, 0.0))
        index.close()
    print(f"{size:>9,} memories, {questions} questions")
    for name in ("all", *PARTS):
        ordered = sorted(times[name])
        print(
            f"  {name:<10} median {statistics.median(ordered):7.2f} ms   p95 {ordered[int(len(ordered) * 0.95)]:7.2f}"
        )
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1024 if sys.platform != "darwin" else 1024**2
    )
    print(f"  peak memory, building the index included {peak:,.0f} MB", flush=True)


def main() -> None:
    """Run each size in its own process."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--questions", type=int, default=200)
    parser.add_argument("--here", action="store_true", help="one size in this process")
    options = parser.parse_args()
    if options.here:
        measure(options.sizes[0], options.questions)
        return
    for size in options.sizes:
        subprocess.run(
            [sys.executable, "-m", "tests.bench.bench_recall", "--here", "--sizes", str(size),
             "--questions", str(options.questions)],
            check=True,
        )  # fmt: skip


if __name__ == "__main__":
    main()
