"""The embedding model, measured: load time, query latency, throughput, memory; and whether it understands.

    python -m tests.bench.bench_embedding                       # times and memory of the default model
    python -m tests.bench.bench_embedding --pairs DIR            # also sentence pairs, DIR/zh_pairs_*/pairs.jsonl
    python -m tests.bench.bench_embedding --models DIR --threads 2

Medians; what is compared runs side by side in one process, alternating, so that a busy machine is fair to
both. Memory is measured in fresh processes.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import platformdirs

from vault.embedding import onnx_model
from vault.embedding.models import DEFAULT_MODEL, install, open_model
from vault.embedding.onnx_model import OnnxModel
from vault.embedding.reference import reference_sentences

QUERY = "你记得我住哪吗"
LONG = "春天的时候我们去爬山，看到满山的杜鹃花都开了，下山以后在镇上吃了一碗热汤面。" * 6


def median_ms(action: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def texts_per_second(model: OnnxModel, texts: Sequence[str], rounds: int = 3) -> float:
    return len(texts) / (median_ms(lambda: model.embed_passages(texts), rounds) / 1000)


def in_fresh_process(models_dir: Path, threads: int, what: str) -> str:
    command = [sys.executable, "-m", "tests.bench.bench_embedding", "--models", str(models_dir)]
    command += ["--threads", str(threads), "--only", what]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def peak_mb() -> float:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1024 if sys.platform != "darwin" else peak / 1024 / 1024


def measure_here(what: str, models_dir: Path, threads: int) -> None:
    """One measurement that needs a process of its own; prints a number."""
    start = time.perf_counter()
    model = open_model(DEFAULT_MODEL, models_dir, threads)
    model.embed_query(QUERY)
    first = (time.perf_counter() - start) * 1000
    if what == "first":
        print(f"{first:.0f}")
        return
    if what == "short":
        model.embed_passages(reference_sentences())
    elif what == "long":
        model.embed_passages([LONG] * 64)
    print(f"{peak_mb():.0f}")


def batch_sizes(model: OnnxModel, texts: Sequence[str]) -> dict[int, float]:
    """Texts a second for several sizes of batch, alternating."""
    sizes, rates = (128, 256, 512, 1024, 2048, 4096), {}
    times: dict[int, list[float]] = {size: [] for size in sizes}
    usual = onnx_model.MOST_TOKENS
    for _ in range(3):
        for size in sizes:
            onnx_model.MOST_TOKENS = size
            times[size].append(median_ms(lambda: model.embed_passages(texts), 1))
    onnx_model.MOST_TOKENS = usual
    for size in sizes:
        rates[size] = len(texts) / statistics.median(times[size]) * 1000
    return rates


def threads_compared(models_dir: Path) -> dict[int, tuple[float, float]]:
    """(query ms, texts a second) for 1, 2, 4 threads, alternating."""
    models = {count: open_model(DEFAULT_MODEL, models_dir, count) for count in (1, 2, 4)}
    texts = reference_sentences()[:128]
    queries: dict[int, list[float]] = {count: [] for count in models}
    passages: dict[int, list[float]] = {count: [] for count in models}
    for _ in range(3):
        for count, model in models.items():
            model.embed_query(QUERY)
            queries[count].append(median_ms(lambda model=model: model.embed_query(QUERY), 40))
            passages[count].append(median_ms(lambda model=model: model.embed_passages(texts), 1))
    return {
        count: (statistics.median(queries[count]), len(texts) / statistics.median(passages[count]) * 1000)
        for count in models
    }


def ranks(values: np.ndarray) -> np.ndarray:
    """Ranks with ties shared."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts - 1) / 2)[inverse]


def spearman(a: np.ndarray, b: np.ndarray) -> float:
    return float(np.corrcoef(ranks(a), ranks(b))[0, 1])


def area_under_curve(scores: np.ndarray, labels: np.ndarray) -> float:
    positive = labels > 0
    count = int(positive.sum())
    above = ranks(scores)[positive].sum() - count * (count + 1) / 2
    return float(above / (count * (len(labels) - count)))


def pairs(model: OnnxModel, file: Path, centred: bool) -> tuple[int, float]:
    """How well cosines order sentence pairs: Spearman for graded labels, area under the curve for 0/1."""
    rows = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    texts = list(dict.fromkeys(text for row in rows for text in (row["a"], row["b"])))
    vectors = model.embed_queries(texts)
    if centred:
        vectors = onnx_model.l2_normalised(vectors - model.reference_mean)
    place = {text: number for number, text in enumerate(texts)}
    first, second = (vectors[[place[row[key]] for row in rows]] for key in ("a", "b"))
    scores = (first * second).sum(axis=1)
    labels = np.array([float(row["label"]) for row in rows])
    score = area_under_curve if set(labels.tolist()) <= {0.0, 1.0} else spearman
    return len(rows), score(scores, labels)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--models",
        type=Path,
        default=Path(platformdirs.user_cache_dir("memvault-tests", appauthor=False)) / "models",
    )
    parser.add_argument("--threads", type=int, default=onnx_model.default_threads())
    parser.add_argument("--pairs", type=Path, help="folder with zh_pairs_*/pairs.jsonl")
    parser.add_argument("--only", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.only:
        measure_here(options.only, options.models, options.threads)
        return
    install(DEFAULT_MODEL, options.models)
    model = open_model(DEFAULT_MODEL, options.models, options.threads)
    model.embed_query(QUERY)
    short = reference_sentences()
    characters = statistics.mean(map(len, short))
    firsts = [int(in_fresh_process(options.models, options.threads, "first")) for _ in range(5)]
    print(f"threads                              {options.threads}")
    print(f"first answer, from nothing           {statistics.median(firsts):.0f} ms")
    print(f"one query, warm                      {median_ms(lambda: model.embed_query(QUERY), 200):.1f} ms")
    print(f"short texts ({characters:.0f} characters)           {texts_per_second(model, short):.0f} /s")
    print(f"long texts ({len(LONG)} characters)           {texts_per_second(model, [LONG] * 64):.1f} /s")
    for what, words in (("query", "one query"), ("short", "425 short texts"), ("long", "64 long texts")):
        peak = in_fresh_process(options.models, options.threads, what)
        print(f"{'peak memory after ' + words:37}{peak} MB")
    rates = batch_sizes(model, short)
    usual = rates[onnx_model.MOST_TOKENS]
    print(
        "tokens a batch, throughput           " + ", ".join(f"{s}: {r / usual:.2f}" for s, r in rates.items())
    )
    for count, (query, rate) in threads_compared(options.models).items():
        print(f"{count} threads                            {query:.1f} ms a query, {rate:.0f} short texts/s")
    if options.pairs:
        for file in sorted(options.pairs.glob("zh_pairs_*/pairs.jsonl")):
            (count, raw), (_, centred) = (pairs(model, file, centred) for centred in (False, True))
            print(f"{file.parent.name:37}{raw:.3f} raw, {centred:.3f} centred ({count} pairs)")


if __name__ == "__main__":
    main()
