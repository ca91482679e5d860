"""From the journal to memories: what was journalled and not yet extracted, then the summaries that are due.

One process at a time works on a vault's queue. What a turn gave is remembered before it is written down that
the turn is done: killed in between, the work is done again, and the write gate knows its own memories.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from vault.api.built_in import candidates_of
from vault.api.conversation import conversation
from vault.api.journal_reading import JournalReading
from vault.api.ledger_file import ledger_path
from vault.api.ledger_slot import open_turn_ledger
from vault.api.remember import NOTHING_KNOWN, remember
from vault.api.remembered import Remembered
from vault.api.session_summary import summary_of
from vault.api.turn_ledger import LedgerTurn, Stage, TurnLedger
from vault.errors import LockTimeout, MemvaultError, UnknownUser, UserRequired
from vault.files.lock import write_lock
from vault.lifecycle.extract.candidate import Candidate
from vault.lifecycle.session_window import closed_windows
from vault.model.memory import Memory, SourceKind
from vault.model.turn import Turn
from vault.plugin_api.values import Conversation, Proposed

if TYPE_CHECKING:
    from vault.api.resources import Resources

T = TypeVar("T")

TURNS_AT_ONCE = 100
MEMORIES_AT_ONCE = 8
"""Others who want to write something get at the vault in between."""
CONTEXT_TURNS = 10
CONTEXT_TIME = timedelta(minutes=5)
MOST_CONTEXT = 40
"""Turns before the new ones that are read with them: the last ten, and more if they were said just before."""
LOCK_SECONDS = 600.0
"""How long one who wants to wait for the result waits for another process that extracts."""
_ANOTHER_TIME = (OSError, sqlite3.Error, MemoryError)
"""Faults of the machine and not of one memory: what they stopped is still to be done."""
ARRIVED: SourceKind = "agent"
"""How far what a conversation gives is trusted. They are the owner's words, but an assistant brought them,
and nobody can prove what it puts into the mouth of its user: what a web page or a group chat smuggled in
would be the owner's own. So orders to a model in it are never injected, and what the owner wrote by hand is
not replaced by it: both stand, to be seen."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """What a run did.

    Attributes:
        turns: that were extracted.
        remembered: what became of what they proposed.
        summaries: what became of the summaries of conversations that had come to an end.
        failed: turns and memories that were passed over because of a fault in the program, or because their
            user is not one of the vault.
        next_window: when the next conversation will be over if nothing more is said; None: none is open.
    """

    turns: int = 0
    remembered: tuple[Remembered, ...] = ()
    summaries: tuple[Remembered, ...] = ()
    failed: int = 0
    next_window: datetime | None = None


def extraction_lock(resources: Resources) -> Path:
    """The lock of whoever works on the queue."""
    folder = resources.folder
    return ledger_path(folder.settings.id, folder.root).with_suffix(".lock")


def extract_pending(
    resources: Resources,
    *,
    now: datetime,
    told_to: Collection[str] | None,
    wait: bool = True,
    stop: Callable[[], bool] = bool,
    over: Collection[bytes] = (),
    once: bool = False,
) -> Extracted:
    """Extract everything in the journal of this device that is still to be, and sum up what is over.

    Args:
        resources: of the vault.
        now: aware.
        told_to: users who are told what became of their memories; the work is done for everybody. None: the
            program itself is told of all.
        wait: for another process that is at it. False: leave everything to it.
        stop: asked after each unit whether to leave the rest for another time.
        once: leave what comes meanwhile to another call, so that others get at the vault in between.
        over: conversations (`session_digest`) that have come to an end, however short ago.

    Raises:
        LockTimeout: another process took too long; only with `wait`.
        VaultVanished, ReadFailed, WriteFailed, …: see `vault.api.remember.remember`. What was not extracted
            is still to be.
    """
    run = _Run(resources, now, stop, frozenset(over), None if told_to is None else frozenset(told_to))
    while True:
        with ExitStack() as held:
            try:
                held.enter_context(write_lock(extraction_lock(resources), LOCK_SECONDS if wait else 0))
            except LockTimeout:
                if wait:
                    raise
                return run.result
            with resources.commits.conversation():
                run.drain()
        # Who came while we held the lock has left its turns to us.
        with open_turn_ledger(resources) as ledger:
            ledger.refresh()
            if once or stop() or not ledger.pending_count():
                break
    if run.result.next_window is None:
        resources.commits.flush(over=True)
    return run.result


class _Run:
    """One run over the queue."""

    def __init__(
        self,
        resources: Resources,
        now: datetime,
        stop: Callable[[], bool],
        over: frozenset[bytes],
        told_to: frozenset[str] | None,
    ) -> None:
        self._ended = over
        self._told_to = told_to
        self._resources = resources
        self._now = now
        self._stop = stop
        self._reading = JournalReading(resources.folder)
        self._turns = 0
        self._remembered: list[Remembered] = []
        self._summaries: list[Remembered] = []
        self._failed = 0
        self._next_window: datetime | None = None

    @property
    def result(self) -> Extracted:
        return Extracted(
            self._turns,
            self._told(self._remembered),
            self._told(self._summaries),
            self._failed,
            self._next_window,
        )

    def _told(self, results: Iterable[Remembered]) -> tuple[Remembered, ...]:
        return tuple(each for each in results if self._told_to is None or each.user_id in self._told_to)

    def drain(self) -> None:
        with open_turn_ledger(self._resources) as ledger:
            ledger.refresh()
            while not self._stop() and (batch := ledger.pending(TURNS_AT_ONCE)):
                self._extract(ledger, batch)
                if len(batch) < TURNS_AT_ONCE:
                    break
                ledger.refresh()
            self._sum_up(ledger)

    def _extract(self, ledger: TurnLedger, batch: Sequence[LedgerTurn]) -> None:
        proposed: list[Proposed] = []
        for session in _by_session(batch):
            self._resources.courtesy.give_way()
            earlier = self._reading.turns(_close(ledger.before(session[0], MOST_CONTEXT), session[0]))
            proposed.extend(self._proposed(earlier, self._reading.turns(session)))
        known_only = frozenset(each.memory.id for each in proposed if each.known_only)
        for start in range(0, len(proposed), MEMORIES_AT_ONCE):
            self._resources.courtesy.give_way()
            several = [each.memory for each in proposed[start : start + MEMORIES_AT_ONCE]]
            written = self._remember(several, ARRIVED, known_only)
            self._remembered.extend(each for each in written if each.reason != NOTHING_KNOWN)
        ledger.advance(batch, Stage.EXTRACTED)
        self._turns += len(batch)

    def _proposed(self, earlier: Sequence[Turn], new: Sequence[Turn]) -> Iterator[Proposed]:
        if new:
            extract = self._resources.plugins.extract
            for each in self._tried(lambda before, said: extract(self._heard(before, said)), earlier, new):
                yield replace(each, memory=_with_origin(each.memory, new[-1]))

    def _heard(self, earlier: Sequence[Turn], new: Sequence[Turn]) -> Conversation:
        return conversation(self._resources, earlier, new, self._now)

    def _candidates(self, earlier: Sequence[Turn], new: Sequence[Turn]) -> Sequence[Candidate]:
        return self._tried(lambda before, said: candidates_of(self._heard(before, said)), earlier, new)

    def _tried(
        self,
        extract: Callable[[Sequence[Turn], Sequence[Turn]], Sequence[T]],
        earlier: Sequence[Turn],
        new: Sequence[Turn],
    ) -> Sequence[T]:
        """One message with which the rules cannot cope hides no other one."""
        try:
            return extract(earlier, new)
        except Exception:  # noqa: BLE001 - whatever is wrong with it, the queue must go on
            if len(new) == 1:
                self._failed += 1
                return ()
        return [each for turn in new for each in self._tried(extract, (), (turn,))]

    def _remember(
        self, memories: Sequence[Memory], arrived: SourceKind, known_only: Collection[str] = ()
    ) -> tuple[Remembered, ...]:
        if not memories:
            return ()
        try:
            write = partial(remember, self._resources, user=None, now=self._now, action="capture")
            return write(memories, arrived=arrived, known_only=known_only)
        except MemvaultError as error:
            if not isinstance(error, (UnknownUser, UserRequired)):
                raise
        except _ANOTHER_TIME:
            raise
        except Exception:  # noqa: BLE001, S110 - likewise
            pass
        if len(memories) == 1:
            self._failed += 1
            return ()
        half = len(memories) // 2
        parts = memories[:half], memories[half:]
        return tuple(each for part in parts for each in self._remember(part, arrived, known_only))

    def _sum_up(self, ledger: TurnLedger) -> None:
        idle = timedelta(seconds=self._resources.settings.lifecycle.summary_idle_seconds)
        ends: list[datetime] = []
        for session in _by_session(ledger.not_summed_up()):
            left = session
            for window in self._over(session, idle):
                if self._stop():
                    return
                ledger.advance(window, Stage.CLOSING)
                self._sum_up_window(ledger, window)
                ledger.advance(window, Stage.DONE)
                left = left[len(window) :]
            ends.extend(each.at + idle for each in left[-1:] if each.at is not None)
        self._next_window = min(ends, default=None)

    def _over(self, session: Sequence[LedgerTurn], idle: timedelta) -> Iterator[Sequence[LedgerTurn]]:
        """The windows of a session that are over. One that was begun with stays as it was."""
        begun = [each for each in session if each.stage is Stage.CLOSING]
        if begun:
            yield begun
        rest = [each for each in session if each.stage is not Stage.CLOSING]
        most = self._resources.settings.lifecycle.summary_messages
        for size in closed_windows([each.at for each in rest], idle=idle, most=most, now=self._now):
            yield rest[:size]
            rest = rest[size:]
        if rest and rest[0].session in self._ended:
            yield rest

    def _sum_up_window(self, ledger: TurnLedger, window: Sequence[LedgerTurn]) -> None:
        turns = self._reading.turns(window)
        if not turns:
            return
        earlier = self._reading.turns(_close(ledger.before(window[0], MOST_CONTEXT), window[0]))
        told = self._resources.plugins.summarise(self._heard(earlier, turns))
        candidates = self._candidates(earlier, turns) if told is None else ()
        language = self._resources.settings.language
        summary = summary_of(turns, candidates, language=language, told=told)
        if summary is not None:
            self._summaries.extend(self._remember([summary], "summary"))


def _by_session(turns: Iterable[LedgerTurn]) -> Iterator[list[LedgerTurn]]:
    """The turns of each session in order; sessions as they began."""
    sessions: dict[bytes, list[LedgerTurn]] = {}
    for turn in turns:
        sessions.setdefault(turn.session, []).append(turn)
    yield from sessions.values()


def _close(earlier: Sequence[LedgerTurn], first: LedgerTurn) -> Sequence[LedgerTurn]:
    """The last of `earlier`, and whatever was said shortly before `first`."""
    count = CONTEXT_TURNS
    if first.at is not None:
        recent = (each for each in earlier if each.at is not None and each.at >= first.at - CONTEXT_TIME)
        count = max(count, sum(1 for _ in recent))
    return earlier[-count:]


def _with_origin(memory: Memory, turn: Turn) -> Memory:
    source = memory.source
    if source is None:
        return memory
    return replace(memory, source=replace(source, agent_id=turn.agent_id, channel=turn.channel))
