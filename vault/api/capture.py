"""`capture`: what was said goes into the journal at once; what it means is found out afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from vault.api.detached import extract_detached
from vault.api.extraction import Extracted, extract_pending
from vault.api.journalling import journal
from vault.files.journal_file import WrittenTurns

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.model.turn import Turn

When = Literal["background", "process", "now", "off"]
"""When turns are extracted: by a thread of this process; by a process of its own, which outlives this one;
before `capture` returns; by somebody, later."""


@dataclass(frozen=True, slots=True)
class Captured:
    """What became of turns.

    Attributes:
        journalled: how many were written into the journal.
        known: how many it had already, because the conversation was played again.
        skipped: how many had nothing in them but recalled memories or blanks.
        places: where those written are, one entry for each run of turns of one day.
        pending: turns that are still to be extracted.
        extracted: what extraction made of them; None unless it was to be done now.
    """

    journalled: int
    known: int
    skipped: int
    places: tuple[WrittenTurns, ...]
    pending: int
    extracted: Extracted | None = None


def capture(
    resources: Resources, turns: Sequence[Turn], *, user: str | None, extract: When, now: datetime
) -> Captured:
    """Journal turns and have them extracted.

    Args:
        resources: of the open vault.
        turns: in the order in which they were said; a turn is known again by its session, number, role and
            content, so a conversation may be given as a whole each time.
        user: who talked, where a turn does not say.
        extract: see `When`.
        now: aware; the time of turns that have none.

    Raises:
        UserRequired, UnknownUser: it is not clear who talked; nothing was written.
        VaultVanished, LockTimeout, UnparsedFile, ChangedOnDisk, WriteFailed: see `journal`; and with
            `extract="now"` what `extract_pending` raises. What is in the journal then stays to be extracted.
        MaskFailed: messages that a plugin could not mask were not written; all others were. The same call
            made again, once the plugin is mended or switched off, writes those.
    """
    owners = {named: owner_of(resources, named or user, now) for named in {turn.user_id for turn in turns}}
    done = journal(resources, [replace(turn, user_id=owners[turn.user_id]) for turn in turns], now=now)
    extracted = None
    if extract == "now":
        extracted = extract_pending(resources, now=now, told_to=tuple(owners.values()))
    with resources.turns.held() as ledger:
        ledger.refresh()
        pending = ledger.pending_count()
    if extract == "background" and pending:
        resources.extraction.wake()
    if extract == "process" and pending:
        extract_detached(resources)
    if done.held_back is not None:
        raise done.held_back
    return Captured(done.count, done.known, done.skipped, done.written, pending, extracted)


def owner_of(resources: Resources, named: str | None, now: datetime) -> str:
    """Who talked, given who is named. The index is asked only about somebody whom the vault does not list."""
    chosen = named or resources.settings.user
    settings = resources.folder.settings
    if not chosen or chosen not in {*settings.users, settings.default_user}:
        resources.in_step.keep(now, words_only=True)
        return resources.user(named)
    return chosen
