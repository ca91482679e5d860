"""What anybody's memories are about, and what else people say, as vectors: yardsticks for a question.

Whether a memory is what a question asks for cannot be told from their cosine alone: 我的身份证号是多少 is
near every number. If a statement that nobody made, 用户的身份证号是某号, is much nearer still, the memory is
about something else. Speaker verification normalises its scores by a cohort of other speakers for the same
reason (Auckenthaler, Carey & Lloyd-Thomas, *Score Normalization for Text-Independent Speaker Verification
Systems*, 2000). The texts are our own.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Protocol

import numpy as np

from vault.embedding.provider import Progress, Vectors

TOPICS, TALK = "cohort_topics.txt", "cohort_talk.txt"


class Embedder(Protocol):
    """What of a model is needed here."""

    def embed_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """See `vault.embedding.provider.EmbeddingModel`."""

    def embed_queries(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """Vectors of questions, in order."""


@dataclass(frozen=True, slots=True)
class CohortTexts:
    """The packaged texts: statements about anybody, and questions about nobody's memories."""

    topics: tuple[str, ...]
    talk: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.topics) + len(self.talk)

    @property
    def digest(self) -> str:
        """Changes whenever a text does."""
        together = "\n".join((*self.topics, "", *self.talk))
        return hashlib.sha256(together.encode()).hexdigest()[:12]


@dataclass(frozen=True, slots=True)
class Cohort:
    """Vectors of the texts, L2-normalised float32.

    Attributes:
        topics: statements, as passages, `(n, dimension)`.
        talk: questions, as queries, `(m, dimension)`.
    """

    topics: Vectors
    talk: Vectors


@cache
def cohort_texts() -> CohortTexts:
    """The packaged texts, without repetitions."""
    topics = dict.fromkeys(text for line in _lines(TOPICS) for text in expanded(line))
    return CohortTexts(tuple(topics), tuple(_lines(TALK)))


def expanded(line: str) -> list[str]:
    """`a|b: the {}; my {}` -> the a, the b, my a, my b; any other line is one text."""
    names, separator, patterns = line.partition(": ")
    if not separator:
        return [line]
    return [part.strip().format(name) for part in patterns.split(";") for name in names.split("|")]


def measure_cohort(model: Embedder, progress: Progress | None = None) -> Cohort:
    """Run a model over the texts.

    Args:
        model: to be measured.
        progress: called with the number of further texts that are done.
    """
    texts = cohort_texts()
    return Cohort(model.embed_passages(texts.topics, progress), model.embed_queries(texts.talk, progress))


def cohort_of(model: Embedder, folder: Path, dimension: int, progress: Progress | None = None) -> Cohort:
    """The vectors as kept in the model's folder; made, and kept if that is possible, when they are not.

    Args:
        model: whose vectors they are.
        folder: of the model.
        dimension: of its vectors.
        progress: see `measure_cohort`.

    Raises:
        ModelBroken: the model cannot be loaded.
    """
    path = folder / f"cohort-{cohort_texts().digest}.npy"
    kept = _read(path, dimension)
    if kept is None:
        kept = measure_cohort(model, progress)
        with suppress(OSError):  # a folder that may only be read: it is done again next time
            _write(path, kept)
    return kept


def _read(path: Path, dimension: int) -> Cohort | None:
    texts = cohort_texts()
    try:
        rows = np.load(path, allow_pickle=False).astype(np.float32)
    except (OSError, ValueError, EOFError):
        return None
    if rows.shape != (len(texts), dimension) or not np.isfinite(rows).all():
        return None
    return Cohort(rows[: len(texts.topics)], rows[len(texts.topics) :])


def _write(path: Path, cohort: Cohort) -> None:
    """In half precision, and whole or not at all."""
    rows = np.concatenate([cohort.topics, cohort.talk]).astype(np.float16)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with temporary.open("wb") as file:
            np.save(file, rows)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _lines(name: str) -> Iterator[str]:
    text = files("vault.embedding").joinpath(name).read_text(encoding="utf-8")
    return (line for line in text.splitlines() if line and not line.startswith("#"))
