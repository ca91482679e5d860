"""What the index hands out: one flat record per memory, note or slice of conversation. Pure values."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from vault.model.memory import DEFAULT_IMPORTANCE, DEFAULT_NAMESPACE, RecordType, Relation, SourceKind, Status

MOST_COUNTED = 2**31 - 1
"""Greater counts are taken for this one."""


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """One memory, note or slice of a conversation, as the index knows it.

    Attributes:
        text: a memory's content; a note's body; the turns of a slice, one a line.
        archived: it lies in `archive/`: history, whatever its status says.
        path: relative to the vault, with `/`.
        line: 1-based line in `path`; for a slice of conversation that of its first turn.
        superseded_by: what its line says, and records in `facts/` that say that they supersede it.
        source_kind: None when the line names no source.
        hit_count: what its line says, and all usage files together; likewise `last_hit_at`.
        useful: how often usage files say so; likewise `useless`, `wrong`, `outdated`.

    All other fields are those of `vault.model.memory.Memory`; a note or a slice has their defaults.
    """

    id: str
    user_id: str
    type: RecordType
    text: str
    path: str
    line: int
    namespace: str = DEFAULT_NAMESPACE
    status: Status = "active"
    archived: bool = False
    title: str = ""
    tags: tuple[str, ...] = ()
    key: str = ""
    scene: str = ""
    value: str = ""
    importance: float = DEFAULT_IMPORTANCE
    confidence: float = 1.0
    pinned: bool = False
    sensitive: bool = False
    profile: bool = False
    created_at: datetime | None = None
    updated_at: datetime | None = None
    occurred_at: datetime | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    expires_at: datetime | None = None
    supersedes: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()
    relations: tuple[Relation, ...] = ()
    source_kind: SourceKind | None = None
    session_id: str = ""
    message_ids: tuple[str, ...] = ()
    agent_id: str = ""
    device: str = ""
    channel: str = ""
    last_hit_at: datetime | None = None
    hit_count: int = 0
    useful: int = 0
    useless: int = 0
    wrong: int = 0
    outdated: int = 0

    @property
    def time(self) -> datetime | None:
        """When it happened, else when it was written down."""
        return self.occurred_at or self.created_at


@dataclass(frozen=True, slots=True)
class StoredPassage:
    """A piece of a record that is found as a whole.

    Attributes:
        id: of the passage, in this index only; never used again after a change of the text.
        text: what the person wrote; for a note without its headings.
        context: what was put before the text to embed and tokenise it: a note's title and headings.
        path: of the file it is in, relative to the vault.
        line: 1-based, of its first character.
    """

    id: int
    record: StoredRecord
    text: str
    context: str
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Slot:
    """An exact fact: what is asked (`key`), where it applies (`scene`), and the passage that answers."""

    namespace: str
    key: str
    scene: str
    passage_id: int
    record_id: str
