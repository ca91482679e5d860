"""What a batch of memories changes in the vault: gathered while it is judged, then written in one go.

First the new lines are added, then old ones are changed, then what is over is moved to the archive: a crash
in between leaves a memory twice, and none is lost (see `schema/FORMAT.md`, Archive).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime
from typing import TYPE_CHECKING

from vault.api.concerns import concern_text
from vault.api.neighbours import Neighbourhood
from vault.api.remembered import Remembered
from vault.errors import MemvaultError
from vault.format.memory_line import REMOVE
from vault.index.contents import memory_of
from vault.lifecycle.decay import RESTING_SINCE
from vault.lifecycle.trust import may_revise
from vault.model.identifier import permanent_id
from vault.model.memory import CONFLICT, Memory, Relation

if TYPE_CHECKING:
    from vault.api.writing import Writing
    from vault.embedding.provider import Vectors


class LessTrusted(AssertionError):
    """A rule let what is trusted less decide about what is trusted more: a fault of the program."""


class Batch:
    """Changes that are planned, seen by whoever judges next.

    A memory is changed or ended only on the word of another one, and here, whichever rule asks, it is seen
    to that this one is trusted enough. What else is done to a memory leaves what it says alone.

    Args:
        session: in which they will be written.
    """

    def __init__(self, session: Writing) -> None:
        self._session = session
        self._hoods: dict[str, Neighbourhood] = {}
        self._new: dict[str, Memory] = {}
        self._history: dict[str, Memory] = {}
        self._changes: dict[str, dict[str, object]] = {}
        self._archived: dict[str, tuple[str, ...]] = {}
        self._counted: list[str] = []
        self._failed: dict[str, MemvaultError] = {}

    @property
    def now(self) -> datetime:
        """When it is written; aware."""
        return self._session.now

    def neighbourhood(self, user_id: str) -> Neighbourhood:
        """What is known of one user, with the plans so far."""
        if user_id not in self._hoods:
            self._hoods[user_id] = Neighbourhood(self._session.resources, user_id)
        return self._hoods[user_id]

    def is_taken(self, memory_id: str) -> bool:
        """Whether something has this id, or will have it."""
        planned = memory_id in self._new or memory_id in self._history
        return planned or self._session.resources.index.record(memory_id) is not None

    def current(self, memory_id: str, hood: Neighbourhood) -> Memory:
        """A known memory, as it will be by the plans so far."""
        if memory_id in self._new:
            return self._new[memory_id]
        record = hood.record(memory_id)
        if record is None:
            raise KeyError(memory_id)
        changed: Memory = replace(memory_of(record), **self._changes.get(memory_id, {}))  # type: ignore[arg-type]
        return changed

    def add(self, memory: Memory, vector: Vectors | None) -> None:
        """A new memory."""
        self._new[memory.id] = memory
        self.neighbourhood(memory.user_id).plan(memory, vector)

    def add_as_history(self, memory: Memory, *, by: Memory) -> None:
        """A memory that is over already, since `by`, which is known, is newer.

        Raises:
            LessTrusted: `by` may not say so.
        """
        _require_trust(by, memory)
        over: Memory = replace(memory, status="superseded", superseded_by=(permanent_id(by.id),))
        self._history[memory.id] = over

    def change(
        self, old: Memory, changes: Mapping[str, object], *, by: Memory, vector: Vectors | None = None
    ) -> None:
        """Fields of a known memory, because of what `by` says.

        Raises:
            LessTrusted: `by` may not change it.
        """
        _require_trust(by, old)
        self._change(old, changes, vector)

    def mark(self, old: Memory, opponent: Memory) -> None:
        """A known memory contradicts a new one. Anything may: recall does not go by what is trusted less."""
        marks = (*old.relations, Relation(CONFLICT, permanent_id(opponent.id)))
        self._change(old, {"relations": marks, "updated_at": old.updated_at})

    def wake(self, old: Memory) -> None:
        """An inactive memory was said again, by whomever; no word of it changes."""
        self._change(old, {"status": "active", "updated_at": self.now})

    def _change(self, old: Memory, changes: Mapping[str, object], vector: Vectors | None = None) -> None:
        changed = replace(old, **changes)  # type: ignore[arg-type]
        if old.id in self._new:
            self._new[old.id] = changed
        else:
            self._changes.setdefault(old.id, {}).update(changes)
        self.neighbourhood(old.user_id).plan(changed, vector)

    def archive(self, old: Memory, *, by: Memory) -> None:
        """A known memory is over: `by` takes its place.

        Raises:
            LessTrusted: `by` may not replace it.
        """
        _require_trust(by, old)
        self.neighbourhood(old.user_id).drop(old.id)
        if old.id in self._new:
            self.add_as_history(self._new.pop(old.id), by=by)
        else:
            self._archived[old.id] = (by.id,)

    def count(self, memory_id: str) -> None:
        """A known memory was said again."""
        self._counted.append(permanent_id(memory_id))

    def write(self) -> None:
        """Put everything on disk. What fails after the new lines are there is told by `settled`.

        Raises:
            UnparsedFile, ChangedOnDisk, WriteFailed: nothing was written, or new lines only: what is over
                already could not be added to the archive. The same batch again finds them known.
        """
        self._session.append(list(self._new.values()))
        self._session.append(list(self._history.values()), archived=True)
        for memory_id, changes in self._changes.items():
            if memory_id not in self._archived:
                self._tried(memory_id, changes, None)
        for memory_id, superseded_by in self._archived.items():
            self._tried(memory_id, self._changes.get(memory_id, {}), superseded_by)
        if self._counted:
            self._session.resources.usage.hit(self._counted, self.now)

    def settled(self, result: Remembered) -> Remembered:
        """A result with its place, as the index knows it now, and with what could not be done."""
        resources = self._session.resources
        failed = [
            self._failed[each] for each in (*result.replaced, *result.conflicts) if each in self._failed
        ]
        texts = [concern_text(resources.settings.language, "not-moved", each) for each in failed]
        record = resources.index.record(permanent_id(result.id)) if result.id else None
        if record is None:
            return replace(result, warnings=(*result.warnings, *texts))
        return replace(
            result,
            id=record.id,
            replaced=tuple(map(permanent_id, result.replaced)),
            content=record.text,
            user_id=record.user_id,
            path=record.path,
            line=record.line,
            warnings=(*result.warnings, *texts),
        )

    def _tried(
        self, memory_id: str, changes: Mapping[str, object], superseded_by: Sequence[str] | None
    ) -> None:
        record = next(filter(None, (hood.record(memory_id) for hood in self._hoods.values())))
        fields = {key: REMOVE if value is None else _json(value) for key, value in changes.items()}
        if changes.get("status") == "active":
            fields[RESTING_SINCE] = REMOVE
        try:
            if superseded_by is None:
                self._session.change(record, fields)
            else:
                by = [permanent_id(each) for each in superseded_by]
                self._session.archive(record, status="superseded", superseded_by=by, changes=fields)
        except MemvaultError as error:
            self._failed[memory_id] = error


def _require_trust(by: Memory, old: Memory) -> None:
    if not may_revise(by, old):
        raise LessTrusted(f"{by.id} must not change {old.id}")


def _json(value: object) -> object:
    """A value as a line holds it."""
    if isinstance(value, tuple):
        return [
            {key: part for key, part in asdict(each).items() if part} if isinstance(each, Relation) else each
            for each in value
        ]
    return value
