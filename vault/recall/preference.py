"""Which of two memories to go by when both claim the same thing, or contradict each other."""

from __future__ import annotations

from datetime import datetime, timezone

from vault.index.record import StoredRecord
from vault.model.memory import CONFLICT, SourceKind

_DISTRUSTED: frozenset[SourceKind] = frozenset(("tool", "import"))
_LONG_AGO = datetime.min.replace(tzinfo=timezone.utc)


def opponents(record: StoredRecord) -> frozenset[str]:
    """Ids of the memories that this one is marked as contradicting."""
    return frozenset(each.target for each in record.relations if each.type == CONFLICT) - {record.id}


def contradict(first: StoredRecord, second: StoredRecord) -> bool:
    """Whether one of the two is marked as contradicting the other."""
    return second.id in opponents(first) or first.id in opponents(second)


def preferred(first: StoredRecord, second: StoredRecord) -> StoredRecord:
    """The newer one; but nothing from a web page, a tool or an imported file wins over what a person said."""
    said = contradict(first, second)
    return second if standing(second, said=said) > standing(first, said=said) else first


def reason(winner: StoredRecord, loser: StoredRecord) -> str:
    """Why it is preferred, in words, with the place of the other one."""
    trusted = winner.source_kind not in _DISTRUSTED and loser.source_kind in _DISTRUSTED
    claim = ", which contradicts it" if contradict(winner, loser) else ""
    return f"{'more trusted' if trusted else 'newer'} than {loser.path}:{loser.line}{claim}"


def standing(record: StoredRecord, *, said: bool) -> tuple[bool, datetime]:
    """What decides between memories; the greater one is preferred.

    Args:
        record: one of them.
        said: of a contradiction, the statement made last counts: marking it, or changing anything else of a
            memory, is no statement. Else the last change counts.
    """
    times = (
        (record.valid_from, record.created_at, record.updated_at)
        if said
        else (record.updated_at, record.created_at)
    )
    known = next((when for when in times if when is not None), _LONG_AGO)
    return record.source_kind not in _DISTRUSTED, known
