"""Pieces and summaries of conversations give way to the memories that were taken from them.

A conversation is not revised when what was said in it is: it would go on saying what has changed since, or
was wrong and is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from vault.index.record import StoredRecord
from vault.recall.fold import said_form
from vault.recall.result import Hit

MemoriesOf = Callable[[str, Collection[str]], Sequence[StoredRecord]]
"""The memories that these messages of a session gave, history too."""

_RETELLS = frozenset(("message", "summary"))


def without_retold(hits: Sequence[Hit], memories_of: MemoriesOf, *, limit: int, past: bool) -> Iterator[Hit]:
    """The hits without what tells again what memories say.

    - A piece or a summary of a conversation is left out when a memory from the same messages is history:
      superseded, forgotten or expired.
    - A summary is left out when such a memory, or one that it repeats word for word, is among the hits that
      are returned. A piece of the conversation stays: it may say more.

    Args:
        hits: best first.
        memories_of: asked once a session, about the messages that are told again.
        limit: how many hits are returned.
        past: the question is about how it was before; what has only been superseded is told then.
    """
    memories = dict.fromkeys(hit.id for hit in hits if hit.type not in _RETELLS)
    shown = set(list(memories)[:limit])
    said = [said_form(hit.content) for hit in hits if hit.id in shown]
    told: dict[str, set[str]] = {}
    for hit in hits:
        if hit.type in _RETELLS and hit.record.session_id:
            told.setdefault(hit.record.session_id, set()).update(hit.record.message_ids)
    sessions = {session: memories_of(session, messages) for session, messages in told.items()}
    for hit in hits:
        if hit.type == "summary" and any(each in said_form(hit.content) for each in said):
            continue
        session = hit.record.session_id
        if hit.type in _RETELLS and session:
            taken = _from_the_same(hit.record, sessions[session])
            if any(
                _is_over(each, past=past) or (hit.type == "summary" and each.id in shown) for each in taken
            ):
                continue
        yield hit


def _from_the_same(told: StoredRecord, memories: Iterable[StoredRecord]) -> Iterator[StoredRecord]:
    messages = set(told.message_ids)
    for each in memories:
        if each.type not in _RETELLS and not messages.isdisjoint(each.message_ids):
            yield each


def _is_over(memory: StoredRecord, *, past: bool) -> bool:
    if memory.status == "superseded" or memory.superseded_by:
        return not past
    return memory.archived or memory.status == "forgotten"
