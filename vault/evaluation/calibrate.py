"""Fits the relevance curve of a model to labelled samples: what may come back, and when nothing may.

Of an answerable question the best of its relevant passages counts as relevant; of a question without an
answer the best passage of all counts as irrelevant (multiple-instance learning after Dietterich et al.,
1997). The curve is a logistic regression, fitted by Newton's method, which leaves the present curve only as
far as the samples are many.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from vault.errors import ConfigError
from vault.evaluation.dataset import Dataset, EvalQuery, load_dataset
from vault.evaluation.runner import asking_times, throw_away_vault
from vault.recall.query import RecallRequest
from vault.recall.relevance import DEFAULT_CURVE, FEATURES

if TYPE_CHECKING:
    from vault.api.vault import Vault
    from vault.embedding.provider import EmbeddingModel
    from vault.index.progress import Step

Matrix = npt.NDArray[np.float64]

LEAST_SAMPLES = 20
"""So many questions with an answer, and so many without, are needed."""
FALSE_RECALL = 0.02
"""The share of questions without an answer for which something may come back."""
_PULL = 2.0
"""How strongly the present curve holds, in samples."""
_ROUNDS = 12


@dataclass(frozen=True, slots=True)
class Gate:
    """How a curve treats the samples.

    Attributes:
        false_recall: share of questions without an answer for which something passes.
        kept: share of answerable questions for which something relevant passes.
    """

    false_recall: float
    kept: float


@dataclass(frozen=True, slots=True)
class Calibration:
    """A fitted curve.

    Attributes:
        relevance: weights of `vault.recall.relevance.FEATURES`.
        samples: questions it was fitted to.
        before: how the present curve treats them.
        after: how the fitted one does.
    """

    relevance: tuple[float, ...]
    samples: int
    before: Gate
    after: Gate


@dataclass(frozen=True, slots=True)
class Samples:
    """Evidence of passages, one matrix `(passages, features)` a question.

    Attributes:
        answerable: of the relevant passages.
        unanswerable: of all candidates.
    """

    answerable: tuple[Matrix, ...]
    unanswerable: tuple[Matrix, ...]

    def __len__(self) -> int:
        return len(self.answerable) + len(self.unanswerable)


def calibrate(directory: Path, model: EmbeddingModel, *, progress: Step | None = None) -> Calibration:
    """Fit the curve of a model to the set in `directory`.

    Args:
        directory: see `vault.evaluation.dataset`; `unanswerable.jsonl` is needed.
        model: whose vectors are compared.
        progress: told how far it is.

    Raises:
        ConfigError: the set cannot be read, or has too few questions with or without an answer.
    """
    dataset = load_dataset(directory)
    for name, questions in (("queries", dataset.queries), ("unanswerable", dataset.unanswerable)):
        if len(questions) < LEAST_SAMPLES:
            raise ConfigError(
                str(directory / f"{name}.jsonl"),
                f"{len(questions)} questions, {LEAST_SAMPLES} are needed",
                "add questions that you ask your assistant, with and without an answer in your memories",
            )
    samples = collect(dataset, model, progress)
    present = np.array(
        model.facts.relevance if len(model.facts.relevance) == len(FEATURES) else DEFAULT_CURVE
    )
    fitted = fit(samples, present)
    return Calibration(
        relevance=tuple(round(float(weight), 4) for weight in fitted),
        samples=len(samples),
        before=judge(samples, present),
        after=judge(samples, fitted),
    )


def collect(dataset: Dataset, model: EmbeddingModel, progress: Step | None = None) -> Samples:
    """Ask a throw-away vault every question and keep what relevance is judged by."""
    with throw_away_vault(dataset.memories, model) as (vault, originals):
        vault.index(progress=progress)
        times = asking_times(dataset.memories)

        def evidence(query: EvalQuery) -> tuple[Matrix, list[str]]:
            now = query.asked_at or times[query.user_id]
            request = RecallRequest(query.query, query.user_id)
            return _evidence(vault, request, now.astimezone(timezone.utc), originals)

        answerable = []
        for query in dataset.queries:
            matrix, found = evidence(query)
            relevant = matrix[np.isin(found, query.relevant)]
            if len(relevant):
                answerable.append(relevant)
        known = (query for query in dataset.unanswerable if query.user_id in times)
        unanswerable = [evidence(query)[0] for query in known]
    return Samples(tuple(answerable), tuple(one for one in unanswerable if len(one)))


def fit(samples: Samples, present: Matrix) -> Matrix:
    """Weights that tell the samples apart, with the intercept set for at most `FALSE_RECALL`."""
    weights = present.astype(np.float64)
    for _ in range(_ROUNDS):
        relevant = _best(samples.answerable, weights)
        irrelevant = _best(samples.unanswerable, weights)
        weights = _regression(relevant, irrelevant, present)
    highest = _best(samples.unanswerable, weights) @ weights
    weights[0] -= float(np.quantile(highest, 1 - FALSE_RECALL))
    return weights


def judge(samples: Samples, weights: Matrix) -> Gate:
    """How a curve treats the samples at the threshold of 0.5."""
    return Gate(
        false_recall=float(np.mean(_best(samples.unanswerable, weights) @ weights >= 0)),
        kept=float(np.mean(_best(samples.answerable, weights) @ weights >= 0)),
    )


def _evidence(
    vault: Vault, request: RecallRequest, now: datetime, originals: Mapping[str, str]
) -> tuple[Matrix, list[str]]:
    """Evidence of all candidates of a question, and which memory each is."""
    ranking, records = vault.evidence(request, now)
    return ranking.astype(np.float64), [originals[record] for record in records]


def _best(bags: Iterable[Matrix], weights: Matrix) -> Matrix:
    """The row of each matrix that the weights find most relevant, `(bags, features)`."""
    return np.stack([bag[int((bag @ weights).argmax())] for bag in bags])


def _regression(relevant: Matrix, irrelevant: Matrix, present: Matrix) -> Matrix:
    """Logistic regression in which both kinds count the same, pulled towards the present weights."""
    rows = np.concatenate([relevant, irrelevant])
    wanted = np.concatenate([np.ones(len(relevant)), np.zeros(len(irrelevant))])
    half = len(rows) / 2
    counts = np.where(wanted == 1, half / len(relevant), half / len(irrelevant))
    pull = _PULL * np.eye(rows.shape[1])
    weights = present.astype(np.float64)
    for _ in range(30):
        found = 1 / (1 + np.exp(-np.clip(rows @ weights, -30, 30)))
        slope = rows.T @ (counts * (found - wanted)) + pull @ (weights - present)
        curvature = (rows * (counts * found * (1 - found))[:, None]).T @ rows + pull
        step = np.linalg.solve(curvature, slope)
        weights = weights - step * min(1.0, 4 / max(float(np.linalg.norm(step)), 1e-9))
        if float(np.abs(step).max()) < 1e-4:
            break
    return weights
