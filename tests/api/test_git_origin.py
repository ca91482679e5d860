"""Where a change comes from."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone

import pytest

from vault.api.git_origin import by_hand, origin_of
from vault.history.audit_log import Commit
from vault.history.commit import EMAIL
from vault.history.record_changes import RecordChange, Standing
from vault.model.memory import Memory, Source

NOW = datetime(2026, 11, 30, 4, tzinfo=timezone.utc)
BARE = Memory("m1", "家住滨江", "lin")
WRITTEN = replace(BARE, source=Source(kind="agent", session_id="s-1", agent_id="openclaw"), updated_at=NOW)


def commit(email: str, **trailers: str) -> Commit:
    return Commit("c" * 40, (), NOW, "x", email, "subject\n\nbody\n", trailers)


def change(before: Memory | None, after: Memory | None) -> RecordChange:
    standings = [Standing(each, "facts/a.jsonl") if each else None for each in (before, after)]
    return RecordChange("changed", "m1", *standings)


@pytest.mark.parametrize(
    ("email", "before", "after", "person"),
    [
        ("lin@example.com", None, BARE, True),
        ("lin@example.com", None, WRITTEN, False),
        ("lin@example.com", BARE, None, True),
        ("lin@example.com", BARE, replace(BARE, content="家住江边"), True),
        ("lin@example.com", BARE, replace(BARE, content="家住江边", updated_at=NOW), False),
        (EMAIL, None, BARE, False),
        (EMAIL, BARE, None, False),
    ],
)
def test_who_wrote_it(email: str, before: Memory | None, after: Memory | None, person: bool) -> None:
    assert by_hand(commit(email), change(before, after)) == person


def test_what_a_commit_and_its_memories_say() -> None:
    told = {"Memvault-Action": "capture", "Memvault-Session": "s-9", "Memvault-Device": "mac"}
    found = origin_of(commit(EMAIL, **told), [])
    assert (found.by, found.action, found.session, found.device) == ("program", "capture", "s-9", "mac")
    found = origin_of(commit("lin@example.com"), [WRITTEN, WRITTEN, BARE])
    assert (found.by, found.session, found.agent, found.subject) == (
        "committed",
        "s-1",
        "openclaw",
        "subject",
    )
    found = origin_of(None, [WRITTEN])
    assert (found.by, found.commit, found.at, found.session) == ("not-committed", "", None, "s-1")
