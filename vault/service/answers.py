"""What the service answers, for the API's document. `vault.api.shapes` makes the values; tests compare."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

Action = Literal["added", "merged", "superseded", "unchanged", "refused"]


class Health(TypedDict, total=False):
    """Whether the service is there; `proof` only where there was a challenge."""

    ok: bool
    version: str
    ready: bool
    model: Literal["ready", "loading", "missing", "off"]
    proof: str


class Hit(TypedDict):
    """One memory that was recalled."""

    id: str
    type: str
    content: str
    relevance: float
    score: float
    created_at: str | None
    occurred_at: str | None
    path: str
    line: int
    injectable: bool
    why: dict[str, Any]


class Recalled(TypedDict):
    """The answer to a question. `degraded`: the model, or the latest changes, are missing from it."""

    query: str
    hits: list[Hit]
    took_ms: float
    user_id: str
    notices: list[str]
    degraded: bool


class Prompt(TypedDict):
    """A block for the system prompt; `digest` is the same as long as the block is."""

    block: str
    ids: list[str]
    tokens: int
    digest: str
    withheld: list[str]
    notices: list[str]
    degraded: bool
    took_ms: float


class Remembered(TypedDict):
    """What became of something that was to be remembered."""

    action: Action
    id: str
    content: str
    replaced: list[str]
    conflicts: list[str]
    path: str
    line: int
    reason: str
    warnings: list[str]


class Problem(TypedDict):
    """Something that is wrong in a text."""

    path: str
    line: int
    column: int
    code: str
    message: str
    hint: str
    severity: str


class Problems(TypedDict):
    """Everything that is wrong."""

    problems: list[Problem]


class TurnsPlace(TypedDict):
    """Where turns were written."""

    path: str
    line: int
    count: int


class Captured(TypedDict):
    """What became of turns; `problems` tells of those that could not be used."""

    journalled: int
    known: int
    skipped: int
    places: list[TurnsPlace]
    pending: int
    problems: list[Problem]


class Extracted(TypedDict):
    """What extraction gave."""

    turns: int
    remembered: list[Remembered]
    summaries: list[Remembered]
    failed: int


class Flushed(TypedDict):
    """What became of what waited."""

    extracted: Extracted


class Memory(TypedDict):
    """A memory: the fields of the format that are not empty, and its place."""

    id: str
    user_id: str
    namespace: str
    type: str
    status: str
    content: str
    created_at: str | None
    path: str
    line: int


class Memories(TypedDict):
    """Memories."""

    memories: list[Memory]


class Moved(TypedDict):
    """What became of a memory that was forgotten or restored."""

    id: str
    action: Literal["forgotten", "restored", "unchanged"]
    content: str
    path: str
    line: int
    conflicts: list[str]
    revived: list[str]


class MovedMemories(TypedDict):
    """What became of memories."""

    memories: list[Moved]


class Judged(TypedDict):
    """What came of a verdict."""

    id: str
    verdict: str
    action: Literal["counted", "archived", "woken"]
    content: str
    path: str
    line: int


class Judgements(TypedDict):
    """What came of verdicts."""

    feedback: list[Judged]


class Status(TypedDict):
    """How things stand."""

    on_disk: int
    indexed: int
    quarantined: int
    behind: int
    watcher: dict[str, Any]
    model: dict[str, Any]
    clean: bool
    vault: str
    id: str
    users: list[str]
    records: int
    passages: int
    problems: int
    conflicts: int
    generation: int
    copies: list[str]
    device: dict[str, Any]
    backup: dict[str, Any]
    service: dict[str, Any]


class ProblemDetails(TypedDict):
    """Why a request was not answered (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    hint: str
