"""Where a change of a memory comes from: which commit, by hand or by the program, from which conversation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from vault.history.audit_log import Commit
from vault.history.commit import EMAIL
from vault.history.record_changes import RecordChange
from vault.model.memory import Memory

Hand = Literal["program", "person", "committed", "not-committed"]


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a change comes from.

    Attributes:
        commit: full id; empty when it is not committed yet.
        at: of the commit; None when there is none.
        author: of the commit.
        by: `program`: memvault wrote it; `person`: it was edited by hand; `committed`: both are in a commit
            that somebody made.
        action: the verb that the program carried out, if its commit says so.
        session: the conversation it is from.
        agent: the assistant.
        device: on which it was written.
        subject: of the commit.
    """

    commit: str
    at: datetime | None
    author: str
    by: Hand
    action: str = ""
    session: str = ""
    agent: str = ""
    device: str = ""
    subject: str = ""


def by_hand(commit: Commit, change: RecordChange) -> bool:
    """Whether a person wrote it: the program names the source of what it adds, and dates what it changes."""
    if commit.email == EMAIL:
        return False
    if change.before is None:
        return change.memory.source is None
    if change.after is None:
        return True
    return change.before.memory.updated_at == change.after.memory.updated_at


def origin_of(commit: Commit | None, learned: Sequence[Memory]) -> Origin:
    """Of a commit (None: what is not committed yet) that brought these memories."""
    sources = [each.source for each in learned if each.source]
    session = ", ".join(dict.fromkeys(each.session_id for each in sources if each.session_id))
    agent = ", ".join(dict.fromkeys(each.agent_id for each in sources if each.agent_id))
    if commit is None:
        return Origin("", None, "", "not-committed", session=session, agent=agent)
    told = commit.trailers
    return Origin(
        commit.id,
        commit.at,
        commit.author,
        "program" if commit.email == EMAIL else "committed",
        told.get("Memvault-Action", ""),
        session or told.get("Memvault-Session", ""),
        agent or told.get("Memvault-Agent", ""),
        told.get("Memvault-Device", ""),
        commit.subject,
    )
