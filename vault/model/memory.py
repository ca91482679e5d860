"""A memory: one fact, preference, event, task, procedure or summary about one user.

Pure values; reading them from text is `vault.format.memory_line`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal, get_args

MemoryType = Literal["fact", "preference", "event", "task", "procedure", "summary"]
RecordType = Literal["fact", "preference", "event", "task", "procedure", "summary", "note", "message"]
"""What recall can return: the memory types, plus `note` (a note's passage) and `message` (a slice of
a conversation)."""
Status = Literal["active", "inactive", "superseded", "forgotten"]
SourceKind = Literal["owner", "agent", "tool", "import", "summary"]

MEMORY_TYPES: tuple[MemoryType, ...] = get_args(MemoryType)
RECORD_TYPES: tuple[RecordType, ...] = get_args(RecordType)
STATUSES: tuple[Status, ...] = get_args(Status)
SOURCE_KINDS: tuple[SourceKind, ...] = get_args(SourceKind)

CONFLICT = "conflicts_with"
"""The relation of two memories that cannot both be true, where nobody has said which one is."""
DEFAULT_NAMESPACE = "default"
DEFAULT_IMPORTANCE = 0.5


@dataclass(frozen=True, slots=True)
class Relation:
    """A typed link from one memory to another, e.g. `part_of mem_…`."""

    type: str
    target: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where a memory came from."""

    kind: SourceKind = "owner"
    session_id: str = ""
    message_ids: tuple[str, ...] = ()
    agent_id: str = ""
    device: str = ""
    channel: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    """One memory. Field meanings are specified in `schema/FORMAT.md`.

    All datetimes are timezone-aware, in UTC. `extra` holds unknown keys as they were read.
    `id` is never empty; `provisional` says that it was derived from the content because the line has
    none. `user_id` is empty when the line names nobody and the vault has no `default_user`.
    """

    id: str
    content: str
    user_id: str = ""
    provisional: bool = False
    namespace: str = DEFAULT_NAMESPACE
    type: MemoryType = "fact"
    key: str = ""
    scene: str = ""
    value: str = ""
    tags: tuple[str, ...] = ()
    importance: float = DEFAULT_IMPORTANCE
    confidence: float = 1.0
    pinned: bool = False
    sensitive: bool = False
    created_at: datetime | None = None
    updated_at: datetime | None = None
    occurred_at: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    expires_at: datetime | None = None
    status: Status = "active"
    supersedes: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()
    relations: tuple[Relation, ...] = ()
    source: Source | None = None
    last_hit_at: datetime | None = None
    hit_count: int = 0
    vector_id: str = ""
    extra: Mapping[str, object] = field(default_factory=dict)

    @property
    def slot(self) -> tuple[str, str, str, str] | None:
        """The exact slot `(user_id, namespace, key, scene)`, or None without a `key`."""
        return (self.user_id, self.namespace, self.key, self.scene) if self.key else None
