"""A labelled set for measuring recall, read from a folder.

`memories.jsonl` holds `{"id", "user_id", "type", "content", "created_at"}`, `queries.jsonl`
`{"qid", "user_id", "query", "relevant": [ids], "asked_at"}`, and the optional `unanswerable.jsonl` the
same with `relevant` empty. Required are `id`, `content`, `query`, and `relevant` in `queries.jsonl`; other
keys are ignored. Running a set is `vault.evaluation.runner`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Annotated, Generic, TypeVar

import msgspec

from vault.errors import ConfigError

Instant = Annotated[datetime, msgspec.Meta(tz=True)]
"""A time with its offset: what is compared must not depend on the zone of a machine."""


class EvalMemory(msgspec.Struct, frozen=True):
    """One memory of the set."""

    id: str
    content: str
    user_id: str = "user"
    type: str = "fact"
    created_at: Instant | None = None


class EvalQuery(msgspec.Struct, frozen=True):
    """One question; `relevant` is empty when nothing in the set answers it."""

    query: str
    qid: str = ""
    user_id: str = "user"
    relevant: tuple[str, ...] = ()
    asked_at: Instant | None = None


@dataclass(frozen=True, slots=True)
class Dataset:
    """A whole set. A query is ranked against the memories of its own user only."""

    name: str
    memories: tuple[EvalMemory, ...]
    queries: tuple[EvalQuery, ...]
    unanswerable: tuple[EvalQuery, ...]


Row = TypeVar("Row", EvalMemory, EvalQuery)


class _Reader(Generic[Row]):
    """Reads one JSONL file into rows of one shape."""

    def __init__(self, shape: type[Row]) -> None:
        self._decoder: msgspec.json.Decoder[Row] = msgspec.json.Decoder(shape)

    def read(self, path: Path) -> tuple[Row, ...]:
        try:
            lines = path.read_text(encoding="utf-8-sig").split("\n")
        except (OSError, UnicodeDecodeError) as fault:
            raise ConfigError(str(path), f"cannot be read: {fault}") from fault
        return tuple(self._row(path, number, line) for number, line in enumerate(lines, 1) if line.strip())

    def _row(self, path: Path, number: int, line: str) -> Row:
        try:
            return self._decoder.decode(line)
        except msgspec.DecodeError as fault:
            raise ConfigError(f"{path}:{number}", str(fault)) from fault


def load_dataset(folder: Path) -> Dataset:
    """Read a set.

    Raises:
        ConfigError: a file is missing or a line is not of its shape, an id is given twice to one
            user, a query has no relevant memory, or names one that its user does not have.
    """
    memories = _Reader(EvalMemory).read(folder / "memories.jsonl")
    queries = _Reader(EvalQuery).read(folder / "queries.jsonl")
    refusals = folder / "unanswerable.jsonl"
    unanswerable = _Reader(EvalQuery).read(refusals) if refusals.exists() else ()
    _check(folder, memories, queries)
    return Dataset(folder.resolve().name, memories, queries, unanswerable)


def _check(folder: Path, memories: tuple[EvalMemory, ...], queries: tuple[EvalQuery, ...]) -> None:
    known = {(memory.user_id, memory.id) for memory in memories}
    if len(known) < len(memories):
        raise ConfigError(str(folder / "memories.jsonl"), "one user has two memories with one id")
    for number, query in enumerate(queries, start=1):
        where = f"{folder / 'queries.jsonl'}: query {query.qid or number}"
        if not query.relevant:
            raise ConfigError(
                where, "names no relevant memory", "questions without an answer go to unanswerable.jsonl"
            )
        missing = [one for one in query.relevant if (query.user_id, one) not in known]
        if missing:
            raise ConfigError(where, f"{missing[0]} is not a memory of {query.user_id}")
