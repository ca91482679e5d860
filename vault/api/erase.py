"""`forget --erase`: removing the text of memories for good, wherever this program has put it.

A tombstone comes first: from then on no copy is used. What tells by which words to look comes last: cut short
in between, the same erasure finishes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from vault.api.erasure import Erasure, ErasurePlan
from vault.api.forget import memories_with
from vault.api.own_words import own_words
from vault.api.purging import purge_derived
from vault.api.recall import recall
from vault.api.residue import search_residue
from vault.api.writing import Writing, writing
from vault.errors import MemvaultError
from vault.files.atomic_write import rewrite_file
from vault.files.drafts import remove_drafts
from vault.files.erasing import Cut, Erased, erased
from vault.files.fingerprint import read_file
from vault.files.layout import Kind
from vault.files.leftovers import Needles
from vault.files.lock import WriteLock, write_lock
from vault.files.scan import FileSeen
from vault.format.memory_line import parse_memories
from vault.format.turn_line import LocatedTurn, parse_turns
from vault.lifecycle.forget import Traces, texts_of, traces_of, with_replies, with_turn_ids
from vault.model.identifier import permanent_id
from vault.model.memory import MEMORY_TYPES, Memory
from vault.model.tombstone import ERASED, is_erased_text, is_tombstone, tombstone
from vault.model.turn import Turn, turn_digest

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.progress import Step
    from vault.index.record import StoredRecord

LOCK_SECONDS = 30.0
"""How long to wait for processes that journal or count; each does for milliseconds."""
_ORDER: tuple[Kind, ...] = ("turns", "note", "usage", "memories", "archive")
_MOST_RELATED = 5
_MOST_TEXTS = 200
"""Of messages that are looked for afterwards, besides the memories themselves."""


@dataclass(slots=True)
class _Target:
    """What is to be erased, and where it was found.

    Attributes:
        records: that were asked for.
        traces: by which it is known.
        texts: that must be found nowhere afterwards.
        files: those that hold something of it, in the order in which they are written.
        buried: ids that have a tombstone already.
        turns: messages that go.
    """

    records: tuple[StoredRecord, ...]
    traces: Traces
    texts: tuple[str, ...]
    buried: frozenset[str]
    turns: tuple[Turn, ...]
    files: list[FileSeen] = field(default_factory=list)
    cuts: list[Cut] = field(default_factory=list)


def plan_erasure(resources: Resources, ids: Sequence[str], *, user: str | None, now: datetime) -> ErasurePlan:
    """What erasing these takes out, and where. Nothing is written. Arguments and errors as in `erase`."""
    target = _find(resources, ids, user, now)
    return ErasurePlan(
        target.records,
        tuple(sorted(target.traces.ids)),
        tuple(sorted(target.cuts)),
        tuple(_related(resources, target, now)),
    )


def erase(
    resources: Resources,
    ids: Sequence[str],
    *,
    user: str | None,
    now: datetime,
    progress: Step | None = None,
) -> Erasure:
    """Remove the text of memories from facts, archive, journal, machine sections, usage, index and caches.

    A tombstone with the id stays, so that a copy of the vault that comes back is known for what it is. Of
    notes only what this program wrote is changed. Then the bytes of the vault, of copies of it on this
    machine, of this program's folders and of git's history are searched for what is left of it; what others
    said is neither changed nor told.

    Args:
        resources: of the open vault.
        ids: or how they begin; of this user only. Of one erased before, derived data is cleaned again.
        user: whose memories; None: the configured user, or the only one.
        now: aware.
        progress: told how far indexing is.

    Raises:
        UnknownMemory, UserRequired: see `vault.api.records.show`.
        NotAMemory: one is a note or of a conversation; nothing was done.
        LockTimeout: other processes kept writing.
        UnparsedFile, ChangedOnDisk, WriteFailed: the tombstones cannot be written; nothing was done.
    """
    with (
        writing(resources, now, action="erase", progress=progress) as session,
        _other_locks(resources) as locks,
    ):
        target = _find(resources, ids, user, now)
        needles = Needles(target.texts, target.traces.mentioned_in)
        session.append(list(_tombstones(target, resources, now)), archived=True)
        cuts, failed = _cut_all(session, target, locks)
        own = own_words(resources, target.traces.user_id)
        drafts = remove_drafts(
            resources.folder.root,
            lambda path, data: needles.find(own.part_of(path, data)) is not None,
            lock=session.lock,
        )
    faults = (
        *_let_go_of_turns(resources, target.turns),
        *purge_derived(resources, target.traces.user_id, now, progress),
    )
    residue = search_residue(resources, needles, own)
    return Erasure(
        ids=tuple(sorted(target.traces.ids)),
        cuts=tuple(sorted(cuts)),
        drafts=drafts,
        failed=tuple(failed),
        faults=faults,
        known=bool(target.texts),
        left=residue.left,
        unread=residue.unread,
        history=residue.history,
        shared=own.shared,
    )


def _let_go_of_turns(resources: Resources, turns: Iterable[Turn]) -> tuple[str, ...]:
    """Have this device forget by what it knew messages that are gone; why it could not, if so."""
    try:
        with resources.turns.held() as ledger:
            ledger.refresh()
            ledger.drop(map(turn_digest, turns))
    except MemvaultError as error:
        return (str(error),)
    return ()


def _find(resources: Resources, ids: Sequence[str], user: str | None, now: datetime) -> _Target:
    records = memories_with(resources, ids, user, now)
    owner = resources.user(user)
    files = _files(resources)
    memories = [each for seen, data in files for each in _memories(resources, seen, data)]
    mark = ERASED[resources.settings.language]
    wanted = {permanent_id(record.id) for record in records}
    traces = _all_traces(memories, wanted, owner, mark)
    turns = [each.turn for seen, data in files for each in _turns(resources, seen, data)]
    traces = with_replies(traces, turns)
    taken = tuple(turn for turn in turns if traces.takes_turn(turn))
    traces = with_turn_ids(traces, taken)
    mine = [each for each in memories if each.user_id == owner and permanent_id(each.id) in traces.ids]
    target = _Target(
        records=records,
        traces=traces,
        texts=texts_of(mine),
        buried=frozenset(each.id for each in mine if is_tombstone(each)),
        turns=taken,
    )
    said: list[str] = []
    for seen, data in files:
        found = _without(resources, seen, data, traces)
        if found.cuts:
            target.files.append(seen)
            target.cuts += found.cuts
            said += _said_in(resources, seen, data, found.cuts)
    target.files.sort(key=lambda seen: (_holds_the_words(seen, target), _ORDER.index(seen.kind), seen.path))
    target.texts = tuple(dict.fromkeys([*target.texts, *said[:_MOST_TEXTS]]))
    return target


def _all_traces(memories: Sequence[Memory], ids: set[str], owner: str, mark: str) -> Traces:
    """Of the memories with these ids and of all that say the same, each with the messages it came from."""
    while True:
        named = [each for each in memories if each.user_id == owner and permanent_id(each.id) in ids]
        traces = traces_of(named, ids, user_id=owner, mark=mark)
        more = {permanent_id(each.id) for each in memories if traces.takes_memory(each)} - ids
        if not more:
            return traces
        ids |= more


def _files(resources: Resources) -> list[tuple[FileSeen, bytes]]:
    found: list[tuple[FileSeen, bytes]] = []
    for seen in resources.folder.scan().files.values():
        if seen.kind in _ORDER:
            with suppress(FileNotFoundError, MemvaultError):  # what cannot be read is told by the search
                found.append((seen, read_file(resources.folder.root, seen.path).data))
    return found


def _memories(resources: Resources, seen: FileSeen, data: bytes) -> Iterable[Memory]:
    if seen.kind not in {"memories", "archive"}:
        return ()
    parsed = parse_memories(data, path=seen.path, defaults=resources.folder.defaults)
    return (located.memory for located in parsed.memories)


def _turns(resources: Resources, seen: FileSeen, data: bytes) -> Sequence[LocatedTurn]:
    if seen.kind != "turns":
        return ()
    return parse_turns(data, path=seen.path, defaults=resources.folder.defaults).turns


def _without(resources: Resources, seen: FileSeen, data: bytes, traces: Traces) -> Erased:
    return erased(seen.kind, data, path=seen.path, defaults=resources.folder.defaults, eraser=traces)


def _said_in(resources: Resources, seen: FileSeen, data: bytes, cuts: Sequence[Cut]) -> list[str]:
    """The messages that are going to be erased."""
    lines = {cut.line for cut in cuts if cut.kind == "turn"}
    turns = _turns(resources, seen, data) if lines else ()
    said = (located.turn.content for located in turns if located.line in lines)
    return [content for content in said if not is_erased_text(content)]


def _related(resources: Resources, target: _Target, now: datetime) -> Iterable[StoredRecord]:
    """What a recall of these very words finds besides them."""
    found: dict[str, StoredRecord] = {}
    for record in target.records:
        if is_erased_text(record.text):
            continue
        answer = recall(
            resources,
            record.text,
            user=target.traces.user_id,
            limit=_MOST_RELATED + len(target.records),
            types=(*MEMORY_TYPES, "note"),
            tags=(),
            namespaces=(),
            since=None,
            until=None,
            gate=True,
            now=now,
            progress=None,
            counted=False,
        )
        found |= {hit.id: hit.record for hit in answer.hits if permanent_id(hit.id) not in target.traces.ids}
    return list(found.values())[:_MOST_RELATED]


def _holds_the_words(seen: FileSeen, target: _Target) -> bool:
    return any(cut.path == seen.path and cut.kind == "memory" for cut in target.cuts)


def _tombstones(target: _Target, resources: Resources, now: datetime) -> Iterator[Memory]:
    for each in sorted(target.traces.ids - target.buried):
        yield tombstone(each, target.traces.user_id, resources.settings.language, now)


@contextmanager
def _other_locks(resources: Resources) -> Iterator[dict[Kind, WriteLock]]:
    with (
        write_lock(resources.journal_lock, LOCK_SECONDS) as journal,
        write_lock(resources.usage_lock, LOCK_SECONDS) as usage,
    ):
        yield {"turns": journal, "usage": usage}


def _cut_all(
    session: Writing, target: _Target, locks: dict[Kind, WriteLock]
) -> tuple[list[Cut], list[tuple[str, MemvaultError]]]:
    """Take the traces out of every file; one that cannot be written does not stop the others."""
    cuts: list[Cut] = []
    failed: list[tuple[str, MemvaultError]] = []
    for seen in target.files:
        session.touch(seen.path)
        try:
            cuts += _cut(session, seen, target.traces, locks.get(seen.kind, session.lock))
        except FileNotFoundError:
            continue
        except MemvaultError as error:
            failed.append((seen.path, error))
    return cuts, failed


def _cut(session: Writing, seen: FileSeen, traces: Traces, lock: WriteLock) -> tuple[Cut, ...]:
    cuts: tuple[Cut, ...] = ()

    def edit(data: bytes) -> bytes:
        nonlocal cuts
        found = _without(session.resources, seen, data, traces)
        cuts = found.cuts
        return found.data

    rewrite_file(session.resources.folder.root, seen.path, edit, lock=lock)
    return cuts
