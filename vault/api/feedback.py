"""`feedback`: what a person says of a memory that was recalled, and what comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal, get_args

from vault.api.records import show
from vault.api.writing import Writing, writing
from vault.errors import ConfigError, MemvaultError, NotAMemory
from vault.files.lock import write_lock
from vault.files.usage_file import add_usage, usage_path
from vault.format.memory_line import REMOVE
from vault.lifecycle.decay import RESTING_SINCE
from vault.model.memory import MEMORY_TYPES
from vault.model.usage import Usage

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.record import StoredRecord

Verdict = Literal["useful", "useless", "wrong", "outdated"]
"""`useful` and `useless` move a memory up and down; `wrong` and `outdated` take it out of recall."""

VERDICTS: tuple[Verdict, ...] = get_args(Verdict)
_TAKES_OUT = frozenset(("wrong", "outdated"))

LOCK_SECONDS = 10.0
"""How long to wait for another process that counts."""


@dataclass(frozen=True, slots=True)
class Judged:
    """What came of a verdict on one memory or note.

    Attributes:
        record: as it was before, under the id that it has from now on.
        action: `counted`; `archived`: it is forgotten, `restore` brings it back; `woken`: it was inactive
            and is active again.
        path: of its file, relative to the vault, now.
        line: 1-based, now.
    """

    record: StoredRecord
    verdict: Verdict
    action: Literal["counted", "archived", "woken"]
    path: str
    line: int

    @property
    def id(self) -> str:
        """Of the memory or note."""
        return self.record.id


def verdict_of(word: str) -> Verdict:
    """The verdict that a word names.

    Raises:
        ConfigError: it names none.
    """
    for known in VERDICTS:
        if known == word:
            return known
    raise ConfigError("VERDICT", f"there is no verdict {word!r}", f"verdicts: {', '.join(VERDICTS)}")


def feedback(
    resources: Resources, ids: Sequence[str], verdict: Verdict, *, user: str | None, now: datetime
) -> tuple[Judged, ...]:
    """Say of memories or notes that they were useful, useless, wrong or outdated.

    Each verdict is counted in the usage file of this device, whether or not recalls are. A memory that is
    wrong or outdated is archived as forgotten at once; an inactive one that is useful is active again.

    Args:
        resources: of the open vault.
        ids: or how they begin; of this user only.
        verdict: on all of them.
        user: whose memories; None: the configured user, or the only one.
        now: aware.

    Raises:
        UnknownMemory, UserRequired: see `show`.
        NotAMemory: it is a piece of a conversation; or it is a note, which is not archived but corrected.
        LockTimeout, UnparsedFile, ChangedOnDisk, WriteFailed: what came before in `ids` is done.
    """
    with writing(resources, now, action=f"feedback {verdict}") as session:
        records = dict.fromkeys(show(resources, ids, user=user, now=now))
        for record in records:
            if not _can_be_judged(record, verdict):
                raise NotAMemory(record.id, record.path)
        judged: list[Judged] = []
        try:
            for record in records:
                judged.append(_judge(session, record, verdict))  # noqa: PERF401 - what is done counts
        finally:
            _count(session, judged)
    return tuple(judged)


def _can_be_judged(record: StoredRecord, verdict: Verdict) -> bool:
    return record.type in MEMORY_TYPES or (record.type == "note" and verdict not in _TAKES_OUT)


def _judge(session: Writing, record: StoredRecord, verdict: Verdict) -> Judged:
    if record.archived or record.type == "note":
        return Judged(record, verdict, "counted", record.path, record.line)
    record = session.identified(record)  # counts are of an id that stays
    action: Literal["counted", "archived", "woken"] = "counted"
    path, line = record.path, record.line
    if verdict in _TAKES_OUT:
        written = session.archive(record, status="forgotten")
        action, path, line = "archived", written.path, written.line
    elif verdict == "useful" and record.status == "inactive":
        session.change(record, {"status": "active", RESTING_SINCE: REMOVE})
        action = "woken"
    return Judged(record, verdict, action, path, line)


def _count(session: Writing, judged: Sequence[Judged]) -> None:
    """A memory that is archived has left recall, counted or not; else the count is all there is."""
    root, path = session.resources.folder.root, usage_path(session.device)
    counts = [_usage(each, session.now) for each in judged]
    only_archived = all(each.action == "archived" for each in judged)
    with suppress(*([MemvaultError] if only_archived else [])):
        with write_lock(session.resources.usage_lock, LOCK_SECONDS) as lock:
            add_usage(root, path, counts, lock=lock)
        session.touch(path)


def _usage(judged: Judged, now: datetime) -> Usage:
    used = now if judged.verdict == "useful" else None
    return Usage(judged.id, last_hit_at=used, **{judged.verdict: 1})
