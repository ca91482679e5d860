"""The index, measured: building it, keeping it in step, searching it, and what the graph misses.

    python -m tests.bench.bench_index                            # 1,000, 10,000 and 100,000 memories
    python -m tests.bench.bench_index --sizes 1000 10000
    python -m tests.bench.bench_index --models DIR               # also the indexing rate with the real model

Memories are generated. Their vectors are generated too (sums of random vectors, one a bigram, half precision,
cosines crowded as the default model's are), because embedding 100,000 texts takes minutes and says nothing
about the index; only the indexing rate is measured with the real model. Each size runs in a process of its
own, so that its peak memory is its own. Times are medians (and 95th percentiles) of one thread's CPU time, so
that a busy machine does not count.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import datetime, timezone
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from tests.bench.generated_vault import HashedModel, sentences, write_vault
from vault.embedding.models import DEFAULT_MODEL, open_model
from vault.embedding.vector_cache import VectorCache
from vault.index import words as words_module
from vault.index.hnsw import HnswVectors
from vault.index.ids import Ids
from vault.index.index import Index
from vault.index.row_filter import RowFilter
from vault.index.user_index import UserIndex
from vault.index.vectors import ExactVectors

NOW = datetime(2026, 11, 30, tzinfo=timezone.utc)
QUESTIONS = 200


def peak_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1024 if sys.platform != "darwin" else peak / 1024 / 1024


def row(name: str, *values: object) -> None:
    print(f"  {name:<44}", *values, flush=True)


class Times:
    """CPU times of one thread, by name, in milliseconds."""

    def __init__(self) -> None:
        self.by_name: dict[str, list[float]] = {}

    def measure(self, name: str, action: Callable[[], object]) -> object:
        start = time.thread_time()
        result = action()
        self.by_name.setdefault(name, []).append((time.thread_time() - start) * 1000)
        return result

    def print(self) -> None:
        for name, times in self.by_name.items():
            p95 = sorted(times)[int(len(times) * 0.95)]
            row(name, f"{statistics.median(times):8.2f} ms   p95 {p95:6.2f}")


class Stages:
    """Wall time of each stage of a reconcile."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._stage, self._since = "", time.perf_counter()

    def __call__(self, stage: str, done: int, total: int) -> None:
        if stage != self._stage:
            self.close()
            self._stage = stage

    def close(self) -> None:
        now = time.perf_counter()
        if self._stage:
            self.seconds[self._stage] = self.seconds.get(self._stage, 0.0) + now - self._since
        self._since = now


def build_and_follow(size: int, folder: Path, model: HashedModel) -> Index:
    vault = write_vault(folder / "vault", sentences(size))
    index = Index.open(folder / "index", model_facts=model.facts)
    stages = Stages()
    report = index.reconcile(vault, model, None, now=NOW, progress=stages)
    stages.close()
    row("first run", f"{report.seconds:8.2f} s   {report.seconds / size * 1000:.3f} ms a memory")
    for stage, seconds in stages.seconds.items():
        row(f"  {stage}", f"{seconds:8.2f} s")
    again = index.reconcile(vault, model, None, now=NOW)
    row("nothing changed", f"{again.seconds * 1000:8.1f} ms")
    status_start = time.perf_counter()
    assert index.status(vault).clean
    row("status", f"{(time.perf_counter() - status_start) * 1000:8.1f} ms")
    index.user("u")
    place = vault.root / "facts" / "0000.jsonl"
    place.write_text(place.read_text("utf-8").replace("2025", "2023", 1), "utf-8")
    edit = index.reconcile(vault, model, None, now=NOW, under=["facts/0000.jsonl"])
    start = time.perf_counter()
    index.user("u")
    follow = time.perf_counter() - start
    row("one line edited: reconcile, then follow", f"{edit.seconds * 1000:8.1f} ms + {follow * 1000:.1f} ms")
    index.close()
    index = Index.open(folder / "index", model_facts=model.facts)
    start = time.perf_counter()
    index.user("u")
    row("opened by a new process", f"{(time.perf_counter() - start) * 1000:8.1f} ms")
    files = sum(path.stat().st_size for path in (folder / "index").iterdir())
    row("on disk", f"{files / 2**20:8.1f} MB")
    return index


def search(user: UserIndex, model: HashedModel) -> None:
    times = Times()
    for question in sentences(QUESTIONS, seed=9):
        vector = model.embed_query(question)
        tokens = times.measure("tokenise the question", lambda q=question: user.tokenise(q))
        allowed = times.measure("filter", lambda: user.passage_ids(RowFilter(current_at=NOW)))
        by_words = times.measure(
            "100 candidates by words",
            lambda t=tokens, a=allowed: user.word_candidates(t.words, t.bigrams, a, 100),
        )
        by_vector, _ = times.measure(
            "200 candidates by vectors", lambda v=vector, a=allowed: user.vector_candidates(v, a, 200)
        )
        ids = np.union1d(by_words, by_vector)
        times.measure(
            "terms of the candidates", lambda i=ids, t=tokens: user.term_frequencies(i, t.words, t.bigrams)
        )
        times.measure("vectors of the candidates", lambda i=ids: user.vectors(i))
        times.measure("columns of the candidates", lambda i=ids: user.columns_of(i))
        times.measure("texts of 5 hits", lambda i=ids: user.passages(i[:5]))
    times.print()
    total = [sum(each) for each in zip(*times.by_name.values(), strict=True)]
    row("all of it", f"{statistics.median(total):8.2f} ms   p95 {sorted(total)[int(len(total) * 0.95)]:6.2f}")


def recall_at(limit: int, found: Ids, expected: Ids) -> float:
    return len(set(found[:limit].tolist()) & set(expected[:limit].tolist())) / limit


def graph_against_exact(user: UserIndex, model: HashedModel) -> None:
    """Recall@10 of the graph; nothing is printed for users who are searched exactly anyway."""
    graph = user.state.vectors
    ids = user.passage_ids()
    if not isinstance(graph, HnswVectors):
        return
    exact = ExactVectors(ids, graph.vectors(ids))
    chance = np.random.default_rng(1)
    gone = np.sort(chance.choice(ids, int(len(ids) * 0.3), replace=False))
    left = np.setdiff1d(ids, gone)
    nothing = np.empty((0, user.dimension), dtype=np.float32)
    thinned = graph.changed(gone, ids[:0], nothing)
    cases: list[tuple[str, HnswVectors, Ids | None]] = [("no filter", graph, None)]
    for share in (0.5, 0.1, 0.02):
        allowed = np.sort(chance.choice(ids, int(len(ids) * share), replace=False))
        cases.append((f"a filter that leaves {share:.0%}", graph, allowed))
    cases.append(("30 % removed since", thinned, None))
    cases.append(
        (
            "30 % removed, a filter of 50 %",
            thinned,
            np.sort(chance.choice(left, len(left) // 2, replace=False)),
        )
    )
    for name, index, allowed in cases:
        shares, mine, theirs = [], [], []
        for question in sentences(100, seed=9):
            vector = model.embed_query(question)
            among = left if index is thinned and allowed is None else allowed
            start = time.thread_time()
            found, _ = index.search(vector, allowed, 200)
            middle = time.thread_time()
            expected, _ = exact.search(vector, among, 200)
            theirs.append((time.thread_time() - middle) * 1000)
            mine.append((middle - start) * 1000)
            shares.append(recall_at(10, found, expected))
        row(
            f"recall@10, {name}",
            f"{statistics.mean(shares):8.4f}      {statistics.median(mine):.2f} ms, exact {statistics.median(theirs):.2f} ms",
        )


def budget_against_all(user: UserIndex) -> None:
    """Whether leaving out frequent words loses the text that a question was made from."""
    texts = user.passages(user.sample_ids(100))
    usual = words_module.POSTINGS
    for name, postings in (("all words", 10**9), (f"at most {usual:,} postings", usual)):
        words_module.POSTINGS = postings
        hits, times = [], []
        for passage in texts:
            tokens = user.tokenise(passage.text[: len(passage.text) * 2 // 3])
            start = time.thread_time()
            found = user.word_candidates(tokens.words, tokens.bigrams, None, 100)
            times.append((time.thread_time() - start) * 1000)
            same = {each.text for each in user.passages(found)}
            hits.append(passage.text in same)
        row(
            f"text found by a part of it, {name}",
            f"{statistics.mean(hits):8.3f}      {statistics.median(times):.2f} ms",
        )
    words_module.POSTINGS = usual


def indexing_rate(models: Path, size: int = 1500) -> None:
    """The real model alone and inside a reconcile, one after the other, three times."""
    model = open_model(DEFAULT_MODEL, models, 2)
    texts = sentences(size, seed=3)
    model.embed_passages(texts[:64])
    ratios, alone = [], []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as name:
            start = time.perf_counter()
            for first in range(0, size, 512):
                model.embed_passages(texts[first : first + 512])
            raw = time.perf_counter() - start
            vault = write_vault(Path(name) / "vault", texts)
            index = Index.open(Path(name) / "index", model_facts=model.facts)
            cache = VectorCache(Path(name) / "vectors.sqlite", model.facts)
            report = index.reconcile(vault, model, cache, now=NOW)
            again = index.reconcile(vault, model, cache, now=NOW)
            assert (report.embedded + report.reused, again.embedded) == (size, 0)
            alone.append(size / raw)
            ratios.append(raw / report.seconds)
            cache.close()
            index.close()
    print(f"\n{size:,} memories with {DEFAULT_MODEL}")
    row("the model alone", f"{statistics.median(alone):8.0f} texts/s")
    row("indexing, as a share of that", f"{statistics.median(ratios):8.2f}")
    row("peak memory with the model", f"{peak_mb():8.0f} MB")


def measure(size: int) -> None:
    print(f"\n{size:,} memories, generated vectors")
    model = HashedModel()
    with tempfile.TemporaryDirectory() as name:
        index = build_and_follow(size, Path(name), model)
        user = index.user("u")
        row("vectors are searched", "through the graph" if user.state.snapshot else "exactly")
        search(user, model)
        graph_against_exact(user, model)
        budget_against_all(user)
        index.close()
    row("peak memory, building included", f"{peak_mb():8.0f} MB (without a model)")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="*", default=[1_000, 10_000, 100_000])
    parser.add_argument("--models", type=Path, help="folder of installed models")
    parser.add_argument("--only", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.only:
        only = json.loads(chosen.only)
        indexing_rate(chosen.models) if only == "rate" else measure(int(only))
        return
    parts: list[object] = list(chosen.sizes) + (["rate"] if chosen.models else [])
    for part in parts:
        command = [sys.executable, "-m", "tests.bench.bench_index", "--only", json.dumps(part)]
        if chosen.models:
            command += ["--models", str(chosen.models)]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
