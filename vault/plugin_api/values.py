"""What goes into hooks and what comes out of them. Pure values, all frozen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone, tzinfo
from pathlib import Path
from typing import Literal

from vault.model.memory import DEFAULT_NAMESPACE, Memory, RecordType
from vault.model.turn import Turn

WriteAction = Literal["added", "merged", "superseded"]


@dataclass(frozen=True, slots=True)
class PluginSetting:
    """A setting that a plugin declares.

    Attributes:
        name: the key in the plugin's section of `config.yaml`.
        default: decides which kind of value is accepted: truth value, whole number, number, text, or list
            of texts (a tuple).
        explanation: one line for people.
        secret: its value is never shown.
    """

    name: str
    default: bool | int | float | str | tuple[str, ...]
    explanation: str
    secret: bool = False


@dataclass(frozen=True, slots=True)
class OfferedModel:
    """An embedding model that a plugin brings.

    Attributes:
        name: for the setting `model`; names of built-in models cannot be taken.
        open: returns an object like `vault.embedding.provider.EmbeddingModel`; called once, when needed.
    """

    name: str
    open: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Conversation:
    """Turns to learn from.

    Attributes:
        turns: of one user, in order, masked; the older ones are there for their context only.
        new: numbers in `turns` of those to learn from.
        user_id: whose.
        language: of the vault, `zh` or `en`.
        timezone: of the vault.
        now: aware.
    """

    turns: tuple[Turn, ...]
    new: frozenset[int]
    user_id: str
    namespace: str = DEFAULT_NAMESPACE
    language: str = "zh"
    timezone: tzinfo = timezone.utc
    now: datetime = field(default_factory=lambda: datetime.now(timezone.utc))

    def is_new(self, session_id: str, turn: int) -> bool:
        """Whether a turn is one of those to learn from."""
        return any(
            self.turns[place].session_id == session_id and self.turns[place].turn == turn
            for place in self.new
        )


@dataclass(frozen=True, slots=True)
class Proposed:
    """A memory that an extractor proposes, and the words it took it from.

    Attributes:
        memory: with a provisional id; `source` holds `session_id` and `message_ids` (numbers of turns).
        evidence: a piece of one of these turns, word for word; without it the proposal is dropped.
        explicit: the person asked to remember it.
        known_only: to be kept only where it takes the place of a memory, or contradicts one.
    """

    memory: Memory
    evidence: str
    explicit: bool = False
    known_only: bool = False


@dataclass(frozen=True, slots=True)
class Extractor:
    """Learns from conversations. Each part may return None: "not I"; the next extractor is asked then.

    Attributes:
        name: unique.
        extract: the facts that the new turns state; at most a few a turn.
        summarise: a session in a few lines, in the vault's language; empty: nothing worth keeping.
        reflect: the most weighty facts of a whole day.
    """

    name: str
    extract: Callable[[Conversation], Sequence[Proposed] | None] | None = None
    summarise: Callable[[Conversation], str | None] | None = None
    reflect: Callable[[Conversation], Sequence[Proposed] | None] | None = None


@dataclass(frozen=True, slots=True)
class Mask:
    """Takes out of a text what must not be kept.

    Attributes:
        name: unique.
        apply: returns the text, masked; of a masked text: the same again.
    """

    name: str
    apply: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Importer:
    """Reads memories out of another program's files.

    Attributes:
        name: unique; given to `memvault import --with`.
        explanation: one line: which files it reads.
        suffixes: of the files it reads when nobody says which importer to use, e.g. `.json`.
        read: yields memories with provisional ids; an empty `user_id` means the chosen user.
    """

    name: str
    explanation: str
    suffixes: tuple[str, ...]
    read: Callable[[Path], Iterable[Memory]]


@dataclass(frozen=True, slots=True)
class Recalled:
    """A hit of recall as plugins see it.

    Attributes:
        content: as it will be shown: sensitive values are covered.
        relevance: 0-1.
        note: set it (`dataclasses.replace`) to say something about this hit; shown as a reason.
    """

    id: str
    type: RecordType
    content: str
    relevance: float
    score: float
    created_at: datetime | None = None
    occurred_at: datetime | None = None
    namespace: str = DEFAULT_NAMESPACE
    tags: tuple[str, ...] = ()
    path: str = ""
    line: int = 0
    note: str = ""

    @property
    def place(self) -> tuple[str, str, int]:
        """What tells it from other hits; of one note several may be recalled."""
        return self.id, self.path, self.line


@dataclass(frozen=True, slots=True)
class RankFactor:
    """Raises or lowers hits.

    Attributes:
        name: as it is shown among the reasons of a hit.
        weigh: question and hits -> one factor a hit; 1 leaves it as it is. Kept between 0.5 and 2.
    """

    name: str
    weigh: Callable[[str, Sequence[Recalled]], Sequence[float]]


@dataclass(frozen=True, slots=True)
class Refused:
    """Instead of a memory: it must not be written, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Written:
    """What was written.

    Attributes:
        memory: as it stands on disk.
        path: of the file, relative to the vault.
        line: 1-based.
        replaced: ids of memories that it superseded.
    """

    action: WriteAction
    memory: Memory
    path: str
    line: int
    replaced: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Indexed:
    """What bringing the index in step did; numbers of files, then of memories.

    Attributes:
        generation: of the index; goes up with every change.
    """

    added: int = 0
    changed: int = 0
    moved: int = 0
    removed: int = 0
    records: int = 0
    generation: int = 0
