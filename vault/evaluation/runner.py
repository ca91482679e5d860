"""Runs a labelled set through recall: every question in every mode, beside plain grep.

The memories are written into a vault that is thrown away afterwards, and read, indexed and asked like any
other. Vectors of its texts stay in the vector cache, so that a second run embeds nothing.
"""

from __future__ import annotations

import json
import math
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.create import create
from vault.api.open import open_vault
from vault.evaluation.dataset import Dataset, EvalMemory, EvalQuery, load_dataset
from vault.evaluation.grep import grep_ranking
from vault.evaluation.metrics import Measures, mean, measure
from vault.model.memory import MEMORY_TYPES

if TYPE_CHECKING:
    from vault.api.vault import Vault
    from vault.embedding.provider import EmbeddingModel
    from vault.index.progress import Step
    from vault.recall.query import Mode

DEPTH = 10
"""Hits that are looked at."""
GATED_LIMIT = 5


@dataclass(frozen=True, slots=True)
class EvalRow:
    """How one way to search did on a set.

    Attributes:
        name: `hybrid`, `vectors`, `words` or `grep`.
        measures: means over the answerable questions, ranked without the gate.
        false_recall: share of unanswerable questions for which anything came back; None without any.
        kept: share of answerable questions for which anything passed the gate.
        p50_ms: median time of a question, warm, in milliseconds.
        p95_ms: 95 % take no longer.
    """

    name: str
    measures: Measures
    false_recall: float | None
    kept: float
    p50_ms: float
    p95_ms: float

    def as_dict(self) -> dict[str, object]:
        """With the keys of the command line's contract."""
        return {
            "name": self.name,
            "hit@1": self.measures.hit_at_1,
            "recall@5": self.measures.recall_at_5,
            "recall@10": self.measures.recall_at_10,
            "mrr@10": self.measures.mrr_at_10,
            "ndcg@10": self.measures.ndcg_at_10,
            "false_recall": self.false_recall,
            "kept": self.kept,
            "p50_ms": self.p50_ms,
            "p95_ms": self.p95_ms,
        }


@dataclass(frozen=True, slots=True)
class _Asked:
    """What came back for one question: ids without and with the gate, and the milliseconds it took."""

    ranking: tuple[str, ...]
    passed: bool
    milliseconds: float


Search = Callable[[EvalQuery], _Asked]


def evaluate(
    directory: Path, model: EmbeddingModel | None, *, progress: Step | None = None
) -> tuple[EvalRow, ...]:
    """Measure recall on the set in `directory`.

    Args:
        directory: see `vault.evaluation.dataset`.
        model: None: the rows `words` and `grep` only.
        progress: told how far it is; the stages behind the index's are the names of the rows.

    Raises:
        ConfigError: the set cannot be read.
    """
    dataset = load_dataset(directory)
    modes: tuple[Mode, ...] = ("hybrid", "vectors", "words") if model is not None else ("words",)
    with throw_away_vault(dataset.memories, model) as (vault, originals):
        vault.index(progress=progress)
        now = asking_times(dataset.memories)
        rows = [_row(mode, _recalling(vault, mode, originals, now), dataset, progress) for mode in modes]
    return (*rows, _row("grep", _grepping(dataset.memories), dataset, progress))


@contextmanager
def throw_away_vault(
    memories: Sequence[EvalMemory], model: EmbeddingModel | None
) -> Iterator[tuple[Vault, Mapping[str, str]]]:
    """A vault of these memories, gone afterwards with its index, and which memory each record is.

    Ids are unique within a user only, so that records get ids of their own.
    """
    with tempfile.TemporaryDirectory(prefix="memvault-eval-") as folder:
        made = create(Path(folder) / "vault", now=datetime.now(timezone.utc), timezone="UTC")
        originals: dict[str, str] = {}
        for number, (user, own) in enumerate(_by_user(memories).items()):
            lines = []
            for place, memory in enumerate(own):
                record_id = f"mem_{number}_{place}"
                originals[record_id] = memory.id
                lines.append(json.dumps(_line(record_id, user, memory), ensure_ascii=False))
            text = "\n".join(lines) + "\n"
            (made.root / "facts" / f"{number}.jsonl").write_text(text, encoding="utf-8", errors="replace")
        with open_vault(
            made.root, model=model, use_model=model is not None, index_folder=Path(folder) / "index"
        ) as vault:
            yield vault, originals


def _line(record_id: str, user: str, memory: EvalMemory) -> dict[str, object]:
    line: dict[str, object] = {"id": record_id, "user_id": user, "content": memory.content}
    if memory.type in MEMORY_TYPES:
        line["type"] = memory.type
    if memory.created_at is not None:
        line["created_at"] = memory.created_at.isoformat()
    return line


def _by_user(memories: Iterable[EvalMemory]) -> dict[str, list[EvalMemory]]:
    grouped: dict[str, list[EvalMemory]] = defaultdict(list)
    for memory in memories:
        grouped[memory.user_id].append(memory)
    return grouped


def asking_times(memories: Iterable[EvalMemory]) -> Mapping[str, datetime]:
    """When a user's questions are asked unless they say so: at the time of the newest memory."""
    return {
        user: max(
            (memory.created_at for memory in own if memory.created_at is not None),
            default=datetime.now(timezone.utc),
        )
        for user, own in _by_user(memories).items()
    }


def _recalling(
    vault: Vault, mode: Mode, originals: Mapping[str, str], moments: Mapping[str, datetime]
) -> Search:
    def search(query: EvalQuery) -> _Asked:
        if query.user_id not in moments:
            return _Asked((), passed=False, milliseconds=0.0)  # nothing is remembered about this person
        now = query.asked_at or moments[query.user_id]
        answer = vault.recall(query.query, user=query.user_id, now=now, mode=mode, limit=DEPTH, gate=False)
        gated = vault.recall(
            query.query, user=query.user_id, now=now, mode=mode, limit=GATED_LIMIT, counted=False
        )
        ranking = tuple(originals[hit.id] for hit in answer.hits)
        return _Asked(ranking, bool(gated.hits), answer.took_ms - answer.timings["in_step"])

    return search


def _grepping(memories: Sequence[EvalMemory]) -> Search:
    texts = {user: [memory.content for memory in own] for user, own in _by_user(memories).items()}
    ids = {user: [memory.id for memory in own] for user, own in _by_user(memories).items()}

    def search(query: EvalQuery) -> _Asked:
        started = time.perf_counter()
        places = grep_ranking(query.query, texts.get(query.user_id, []), DEPTH)
        took = 1000 * (time.perf_counter() - started)
        return _Asked(tuple(ids[query.user_id][place] for place in places), bool(places), took)

    return search


def _row(name: str, search: Search, dataset: Dataset, progress: Step | None) -> EvalRow:
    questions = (*dataset.queries, *dataset.unanswerable)
    search(questions[0])  # warm: the first question reads what the others find in memory
    asked = []
    for done, query in enumerate(questions):
        asked.append(search(query))
        if progress is not None:
            progress(name, done + 1, len(questions))  # type: ignore[arg-type]
    answerable = asked[: len(dataset.queries)]
    refused = asked[len(dataset.queries) :]
    pairs = zip(answerable, dataset.queries, strict=True)
    times = sorted(each.milliseconds for each in asked)
    return EvalRow(
        name,
        mean([measure(one.ranking, query.relevant) for one, query in pairs]),
        sum(each.passed for each in refused) / len(refused) if refused else None,
        sum(each.passed for each in answerable) / len(answerable),
        _quantile(times, 0.5),
        _quantile(times, 0.95),
    )


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The smallest value that `share` of them do not exceed."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
