"""Writing turns into the journal: at once, once each, without what must not be kept.

No model is needed and no index is waited for. What turns mean is found out later, in `extraction`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import TYPE_CHECKING

from vault.config.device import device_id
from vault.errors import MaskFailed, VaultVanished
from vault.files.journal_file import WrittenTurns, append_turns
from vault.files.layout import SETTINGS_FILE
from vault.files.lock import write_lock
from vault.format.turn_line import format_turn, parse_turns
from vault.lifecycle.off_record import on_the_record
from vault.model.turn import Turn, turn_digest
from vault.recall.prompt_block import strip_block

if TYPE_CHECKING:
    from vault.api.resources import Resources

LOCK_SECONDS = 30.0
"""How long to wait for other processes that journal; each does for milliseconds."""
MOST_CHARACTERS = 50_000
"""Of a message; what lies behind is left out: a document that was pasted, of which nothing is extracted."""
_CUT = " […]"
_AHEAD = timedelta(days=1)
"""A message that says it was said later than this from now has a wrong clock; now is taken."""


@dataclass(frozen=True, slots=True)
class Journalled:
    """What became of turns.

    Attributes:
        written: where they are, one entry for each run of turns of one day.
        known: how many the journal had already: a replay.
        skipped: how many had nothing in them but recalled memories or blanks, or were not to be kept.
        held_back: why some could not be masked, and so were not written; None: all could.
    """

    written: tuple[WrittenTurns, ...]
    known: int
    skipped: int
    held_back: MaskFailed | None = None

    @property
    def count(self) -> int:
        """How many turns were written."""
        return sum(place.count for place in self.written)


def journal(resources: Resources, turns: Sequence[Turn], *, now: datetime) -> Journalled:
    """Write turns into this device's journal that are not in any journal of the vault yet.

    Args:
        resources: of the vault.
        turns: in order, each with its user.
        now: aware; the time of turns that have none.

    Raises:
        VaultVanished: the vault is gone.
        LockTimeout: other processes kept journalling for so long.
        UnparsedFile, ChangedOnDisk, WriteFailed: turns of that day and of later ones are not written;
            the same call made again writes only those.
    """
    kept: list[Turn] = []
    held: list[MaskFailed] = []
    for turn in _with_times(resources, on_the_record(turns), now):
        try:
            kept += filter(None, (_kept(resources, turn),))
        except MaskFailed as error:  # noqa: PERF203 - one that fails holds no other one back
            held.append(error)
    new: dict[bytes, Turn] = {}
    written: tuple[WrittenTurns, ...] = ()
    root = resources.folder.root
    with write_lock(resources.journal_lock, LOCK_SECONDS) as lock, resources.turns.held() as ledger:
        if not (root / SETTINGS_FILE).is_file():
            raise VaultVanished(root, 0)
        ledger.refresh()
        for turn, known in zip(kept, ledger.known(kept), strict=True):
            if not known:
                new.setdefault(turn_digest(turn), turn)
        if new:
            fresh, device = tuple(new.values()), device_id()
            written = append_turns(root, fresh, device=device, zone=resources.zone, now=now, lock=lock)
            resources.in_step.wrote()
            resources.commits.journalled(_by_file(fresh, written), device=device, now=now)
    skipped = len(turns) - len(kept) - len(held)
    return Journalled(written, len(kept) - len(new), skipped, held[-1] if held else None)


def _by_file(turns: Sequence[Turn], written: Sequence[WrittenTurns]) -> dict[str, list[str]]:
    """The lines that were added, by file."""
    lines = iter([format_turn(each) for each in turns])
    found: dict[str, list[str]] = {}
    for place in written:
        found.setdefault(place.path, []).extend(islice(lines, place.count))
    return found


def _kept(resources: Resources, turn: Turn) -> Turn | None:
    """The turn as it may be kept, exactly as it will be read again; None: nothing of it."""
    said = strip_block(turn.content[: 2 * MOST_CHARACTERS])
    masked = resources.masking.turn(replace(turn, content=said))
    content = masked.content
    if len(content) > MOST_CHARACTERS:
        content = content[:MOST_CHARACTERS] + _CUT
    line = format_turn(replace(masked, content=content)).encode() + b"\n"
    read = parse_turns(line, path="", defaults=resources.folder.defaults).turns
    return read[0].turn if read else None


def _with_times(resources: Resources, turns: Sequence[Turn], now: datetime) -> list[Turn]:
    """Turns that have no time get that of the one before in their session, else the first one's, else now."""
    times = [_time_of(turn.at, now, resources) for turn in turns]
    latest: dict[str, datetime] = {}
    for turn, at in zip(turns, times, strict=True):
        if at is not None:
            latest.setdefault(turn.session_id, at)
    timed = []
    for turn, at in zip(turns, times, strict=True):
        latest[turn.session_id] = at or latest.get(turn.session_id, now)
        timed.append(replace(turn, at=latest[turn.session_id]))
    return timed


def _time_of(at: datetime | None, now: datetime, resources: Resources) -> datetime | None:
    """The time that a turn says, unless no clock can have said so."""
    if at is None:
        return None
    aware = at if at.tzinfo else at.replace(tzinfo=resources.zone)
    return aware if aware.year > 1 and aware <= now + _AHEAD else None
