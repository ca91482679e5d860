"""The verbs of an open vault that write into it. What each does is in the module of its name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

from vault.model.identifier import provisional_id
from vault.model.memory import DEFAULT_IMPORTANCE, DEFAULT_NAMESPACE, Memory

if TYPE_CHECKING:
    from vault.api.capture import Captured, When
    from vault.api.conflicts import Conflict, Settled
    from vault.api.devices import Device
    from vault.api.erasure import Erasure, ErasurePlan
    from vault.api.extraction import Extracted
    from vault.api.feedback import Judged, Verdict
    from vault.api.forget import Moved
    from vault.api.importing import Imported
    from vault.api.pin import Pinning
    from vault.api.reflection import ReflectReport
    from vault.api.remembered import Remembered
    from vault.api.resolving import Resolved
    from vault.api.resources import Resources
    from vault.api.sync_conflicts import SyncConflicts
    from vault.api.tidy import Tidied
    from vault.history.conflict_copies import Way
    from vault.index.progress import Step
    from vault.model.memory import MemoryType, Source, SourceKind
    from vault.model.turn import Turn


class LifeCycle:
    """The writing half of `vault.api.vault.Vault`; see there for `now` and `user`."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources

    def remember(
        self,
        content: str,
        *,
        user: str | None = None,
        type: MemoryType = "fact",  # noqa: A002 - the field is called so
        namespace: str = DEFAULT_NAMESPACE,
        key: str = "",
        scene: str = "",
        value: str = "",
        tags: Sequence[str] = (),
        importance: float = DEFAULT_IMPORTANCE,
        confidence: float = 1.0,
        pinned: bool = False,
        sensitive: bool = False,
        occurred_at: datetime | None = None,
        valid_from: datetime | None = None,
        valid_until: datetime | None = None,
        expires_at: datetime | None = None,
        source: Source | None = None,
        arrived: SourceKind = "owner",
        now: datetime | None = None,
        progress: Step | None = None,
    ) -> Remembered:
        """Write one memory, unless it is known; fields as in `vault.model.memory.Memory`.

        `arrived` is by which way it comes (the person's own command, the assistant, a tool, an import): what
        `source` claims is never trusted further than that. See `vault.api.remember.remember`.
        """
        memory = Memory(
            id=provisional_id(user or "", namespace, content),
            provisional=True,
            content=content,
            user_id=user or "",
            type=type,
            namespace=namespace,
            key=key,
            scene=scene,
            value=value,
            tags=tuple(tags),
            importance=importance,
            confidence=confidence,
            pinned=pinned,
            sensitive=sensitive,
            occurred_at=occurred_at,
            valid_from=valid_from,
            valid_until=valid_until,
            expires_at=expires_at,
            source=source,
        )
        return self.remember_all([memory], user=user, arrived=arrived, now=now, progress=progress)[0]

    def remember_all(
        self,
        memories: Sequence[Memory],
        *,
        user: str | None = None,
        arrived: SourceKind = "owner",
        now: datetime | None = None,
        progress: Step | None = None,
    ) -> tuple[Remembered, ...]:
        """Write several memories in one go; see `vault.api.remember.remember`."""
        from vault.api.remember import remember

        return remember(
            self._resources, memories, arrived=arrived, user=user, now=moment(now), progress=progress
        )

    def import_file(
        self,
        path: str | Path,
        *,
        importer: str = "",
        user: str | None = None,
        now: datetime | None = None,
        progress: Step | None = None,
    ) -> Imported:
        """Memories out of another program's file; see `vault.api.importing.import_file`."""
        from vault.api.importing import import_file

        place = Path(path).expanduser()
        return import_file(
            self._resources, place, importer=importer, user=user, now=moment(now), progress=progress
        )

    def capture(
        self,
        turns: Sequence[Turn],
        *,
        user: str | None = None,
        extract: When = "background",
        now: datetime | None = None,
    ) -> Captured:
        """Journal what was said, at once, and have it extracted; see `vault.api.capture.capture`."""
        from vault.api.capture import capture

        return capture(self._resources, turns, user=user, extract=extract, now=moment(now))

    def extract_pending(self, *, user: str | None = None, now: datetime | None = None) -> Extracted:
        """Extract what was journalled before and waits; `user` is told what became of theirs."""
        return self.flush(user=user, now=now)

    def extract_in_background(self, told: Callable[[Extracted], None] | None = None) -> None:
        """Have what waits extracted by a thread, which then goes on as long as the vault is open.

        `told` is called from that thread with what each run gave, now and later; it must not fail.
        """
        self._resources.extraction.told = told or self._resources.extraction.told
        self._resources.extraction.wake()

    def flush(self, session: str = "", *, user: str | None = None, now: datetime | None = None) -> Extracted:
        """Extract what waits, and sum a conversation up that is over; see `vault.api.flush.flush`."""
        from vault.api.flush import flush

        return flush(self._resources, session, user=user, now=moment(now))

    def feedback(
        self, *ids: str, verdict: Verdict, user: str | None = None, now: datetime | None = None
    ) -> tuple[Judged, ...]:
        """Say that memories were useful, useless, wrong or outdated; see `vault.api.feedback.feedback`."""
        from vault.api.feedback import feedback

        return feedback(self._resources, ids, verdict, user=user, now=moment(now))

    def forget(self, *ids: str, user: str | None = None, now: datetime | None = None) -> tuple[Moved, ...]:
        """Take memories out of recall; they can be restored. See `vault.api.forget.forget`."""
        from vault.api.forget import forget

        return forget(self._resources, ids, user=user, now=moment(now))

    def restore(self, *ids: str, user: str | None = None, now: datetime | None = None) -> tuple[Moved, ...]:
        """Make memories count again; see `vault.api.forget.restore`."""
        from vault.api.forget import restore

        return restore(self._resources, ids, user=user, now=moment(now))

    def plan_erasure(self, *ids: str, user: str | None = None, now: datetime | None = None) -> ErasurePlan:
        """What `erase` would take out, and where; see `vault.api.erase.plan_erasure`."""
        from vault.api.erase import plan_erasure

        return plan_erasure(self._resources, ids, user=user, now=moment(now))

    def erase(
        self,
        *ids: str,
        user: str | None = None,
        now: datetime | None = None,
        progress: Step | None = None,
    ) -> Erasure:
        """Remove the text of memories for good; see `vault.api.erase.erase`."""
        from vault.api.erase import erase

        return erase(self._resources, ids, user=user, now=moment(now), progress=progress)

    def conflicts(self, *, user: str | None = None, now: datetime | None = None) -> tuple[Conflict, ...]:
        """Memories that contradict each other; see `vault.api.conflicts.conflicts`."""
        from vault.api.conflicts import conflicts

        return conflicts(self._resources, user=user, now=moment(now))

    def keep(self, *ids: str, user: str | None = None, now: datetime | None = None) -> tuple[Settled, ...]:
        """Decide for one side of contradictions; see `vault.api.conflicts.keep`."""
        from vault.api.conflicts import keep

        return keep(self._resources, ids, user=user, now=moment(now))

    def sync_conflicts(self, *, user: str | None = None, now: datetime | None = None) -> SyncConflicts:
        """What devices left that changed the same; see `vault.api.sync_conflicts.sync_conflicts`."""
        from vault.api.sync_conflicts import sync_conflicts

        return sync_conflicts(self._resources, user=user, now=moment(now))

    def resolve(
        self, *names: str, way: Way = "auto", only_safe: bool = False, now: datetime | None = None
    ) -> tuple[Resolved, ...]:
        """Settle conflict copies and the like; see `vault.api.resolving.resolve`."""
        from vault.api.resolving import resolve

        return resolve(self._resources, names, way, now=moment(now), only_safe=only_safe)

    def has_conflict_copies(self) -> bool:
        """Whether there are any; the files are only listed."""
        return bool(self._resources.folder.scan().copies)

    def undo_resolution(self, name: str, *, now: datetime | None = None) -> tuple[str, ...]:
        """Take the resolution of a conflict copy back; see `vault.api.resolving.undo`."""
        from vault.api.resolving import undo

        return undo(self._resources, name, now=moment(now))

    def devices(self, *, now: datetime | None = None) -> tuple[Device, ...]:
        """Which devices write into the vault; see `vault.api.devices.devices`."""
        from vault.api.devices import devices

        return devices(self._resources, now=moment(now))

    def pin(
        self, *ids: str, pinned: bool = True, user: str | None = None, now: datetime | None = None
    ) -> tuple[Pinning, ...]:
        """Keep memories from fading, or (`pinned=False`) no longer; see `vault.api.pin.pin`."""
        from vault.api.pin import pin

        return pin(self._resources, ids, pinned=pinned, user=user, now=moment(now))

    def tidy(
        self,
        *,
        user: str | None = None,
        all_users: bool = False,
        dry_run: bool = False,
        all_days: bool = False,
        now: datetime | None = None,
    ) -> Tidied:
        """Archive what has run out, let rest what nobody uses; see `vault.api.tidy.tidy`."""
        from vault.api.tidy import tidy

        return tidy(
            self._resources,
            user=user,
            all_users=all_users,
            dry_run=dry_run,
            all_days=all_days,
            now=moment(now),
        )

    def reflect(
        self,
        days: Sequence[date] | None = None,
        *,
        user: str | None = None,
        all_users: bool = False,
        dry_run: bool = False,
        now: datetime | None = None,
    ) -> ReflectReport:
        """Look back at days, refresh the profile, sum old days up; see `vault.api.reflect.reflect`."""
        from vault.api.reflect import reflect

        return reflect(
            self._resources, days, user=user, all_users=all_users, dry_run=dry_run, now=moment(now)
        )

    def reflect_due(self, now: datetime | None = None) -> tuple[date, ...]:
        """The days that are over and wait for reflection; see `vault.api.reflect.days_due`."""
        from vault.api.reflect import days_due

        return days_due(self._resources, moment(now))


def moment(given: datetime | None) -> datetime:
    """The instant that a verb was given, else the clock's."""
    return given or datetime.now(timezone.utc)
