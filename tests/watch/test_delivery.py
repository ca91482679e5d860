from __future__ import annotations

from datetime import datetime, timedelta, timezone
from itertools import pairwise
from pathlib import Path

import pytest

from vault.errors import VaultVanished
from vault.watch.changes import Changes, Delays
from vault.watch.delivery import Delivery, describe

START = datetime(2026, 11, 30, tzinfo=timezone.utc)


class Desk:
    """A delivery with a clock that is set by hand, and somebody who acts."""

    def __init__(self) -> None:
        self.clock = 100.0
        self.acted: list[Changes] = []
        self.fails: BaseException | None = None
        self.delivery = Delivery(
            self.act,
            Delays(quiet=0.1, gone=0.4, longest=1.0),
            clock=lambda: self.clock,
            now=lambda: START + timedelta(seconds=self.clock - 100),
        )

    def act(self, changes: Changes) -> None:
        assert self.delivery.busy_since is not None
        assert self.delivery.behind
        if self.fails:
            raise self.fails
        self.acted.append(changes)

    def later(self, seconds: float) -> float:
        self.clock += seconds
        return self.delivery.step()


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_delivers_when_it_is_quiet(desk: Desk) -> None:
    assert desk.delivery.note(["a"]) is True
    assert desk.delivery.behind
    assert desk.later(0.05) == pytest.approx(0.05)
    assert desk.acted == []
    desk.later(0.05)
    assert desk.acted == [Changes(frozenset({"a"}))]
    assert not desk.delivery.behind
    assert desk.delivery.last_event == START
    assert desk.delivery.last_success == START + timedelta(seconds=0.1)


def test_says_when_to_be_woken(desk: Desk) -> None:
    assert desk.delivery.note([]) is False
    assert desk.delivery.note(["a"], gone=True) is True  # it was idle
    assert desk.delivery.note(["b"], gone=True) is False  # later than asked for
    assert desk.delivery.note(["a", "b"]) is True  # sooner than asked for


def test_idle(desk: Desk) -> None:
    assert desk.later(0) > 0
    assert desk.acted == []


def test_a_failure_is_kept_and_tried_again_with_what_came_since(desk: Desk) -> None:
    desk.fails = VaultVanished(Path("/v"), 3)
    desk.delivery.note(["a"])
    desk.later(0.1)
    assert "/v" in desk.delivery.error
    assert desk.delivery.behind
    assert desk.delivery.last_success is None
    desk.fails = None
    assert desk.later(0.5) > 0  # not at once
    assert desk.acted == []
    desk.later(0.6)
    assert desk.acted == [Changes(frozenset({"a"}))]
    assert desk.delivery.error == ""


def test_failures_are_tried_more_and_more_seldom(desk: Desk) -> None:
    desk.fails = OSError("x")
    desk.delivery.note(["a"])
    tried: list[float] = []
    while len(tried) < 8:
        busy = desk.delivery._failures
        desk.later(0.05)
        if desk.delivery._failures > busy:
            tried.append(desk.clock)
    pauses = [following - one for one, following in pairwise(tried)]
    assert pauses == pytest.approx([1, 2, 5, 10, 30, 30, 30], abs=0.11)


def test_a_new_change_is_a_reason_to_try_again(desk: Desk) -> None:
    desk.fails = OSError("x")
    desk.delivery.note(["a"])
    desk.later(0.1)
    desk.fails = None
    assert desk.delivery.note(["b"]) is True
    desk.later(0.1)
    assert desk.acted == [Changes(frozenset({"a", "b"}))]


def test_a_thread_that_ends_loses_nothing(desk: Desk) -> None:
    desk.fails = SystemExit()
    desk.delivery.note(["a"])
    with pytest.raises(SystemExit):
        desk.later(0.1)
    assert desk.delivery.busy_since is None
    desk.fails = None
    desk.later(0.2)
    assert desk.acted == [Changes(frozenset({"a"}))]


def test_held(desk: Desk) -> None:
    desk.delivery.hold()
    desk.delivery.note(["a"])
    desk.later(5)
    assert desk.acted == []
    desk.delivery.release()
    desk.later(0)
    assert desk.acted == [Changes(frozenset({"a"}))]


def test_everything(desk: Desk) -> None:
    desk.delivery.note(["a"])
    desk.delivery.note_everything()
    desk.later(0.1)
    assert desk.acted == [Changes(full=True)]


def test_only_errors_made_for_people_are_quoted() -> None:
    assert describe(ValueError("the secret is 4471")) == "ValueError"
    assert "gone" in describe(VaultVanished(Path("/v"), 3))
    assert describe(PermissionError(13, "Permission denied")) == "[Errno 13] Permission denied"
