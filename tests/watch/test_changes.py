from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.watch.changes import MANY, Changes, Delays, Pending

DELAYS = Delays(quiet=0.1, gone=0.4, longest=1.0)


@pytest.fixture
def pending() -> Pending:
    return Pending(DELAYS)


def test_nothing_to_wait_for(pending: Pending) -> None:
    assert pending.wait(0.0) is None
    pending.note([], 0.0)
    assert pending.wait(0.0) is None
    assert not pending.take()


def test_delivered_once_it_is_quiet(pending: Pending) -> None:
    pending.note(["a"], 10.0)
    assert pending.wait(10.0) == pytest.approx(0.1)
    pending.note(["b"], 10.08)
    assert pending.wait(10.1) == pytest.approx(0.08)
    assert pending.wait(10.2) == 0
    assert pending.take() == Changes(frozenset({"a", "b"}))
    assert pending.wait(10.2) is None


def test_without_a_pause_the_first_change_waits_at_the_longest(pending: Pending) -> None:
    for step in range(30):
        pending.note(["log"], 10 + step * 0.05)
    assert pending.wait(10.99) == pytest.approx(0.01)
    assert pending.wait(11.0) == 0


def test_files_that_went_away_are_waited_for_longer(pending: Pending) -> None:
    pending.note(["a"], 10.0, gone=True)
    assert pending.wait(10.0) == pytest.approx(0.4)


def test_deleted_and_made_again_is_an_edit(pending: Pending) -> None:
    pending.note(["a"], 10.0, gone=True)
    pending.note(["a"], 10.3)
    assert pending.wait(10.3) == pytest.approx(0.1)
    assert pending.take() == Changes(frozenset({"a"}))


def test_moved_is_delivered_together_and_soon(pending: Pending) -> None:
    """Both ends in one set: whoever acts on it can see that it is the same file."""
    pending.note(["old"], 10.0, gone=True)
    pending.note(["new"], 10.0)
    assert pending.wait(10.0) == pytest.approx(0.1)
    assert pending.take().paths == {"old", "new"}


def test_everything_swallows_paths(pending: Pending) -> None:
    pending.note(["a"], 10.0)
    pending.note_everything(10.0)
    assert pending.take() == Changes(full=True)
    pending.note(["a"], 11.0)
    assert pending.take() == Changes(frozenset({"a"}))


def test_a_burst_becomes_everything(pending: Pending) -> None:
    pending.note([f"f{number}" for number in range(MANY - 1)], 10.0)
    assert len(pending.take().paths) == MANY - 1
    pending.note([f"f{number}" for number in range(MANY)], 11.0)
    assert pending.take() == Changes(full=True)


@pytest.mark.parametrize("changes", [Changes(frozenset({"a", "b"})), Changes(full=True)])
def test_put_back(pending: Pending, changes: Changes) -> None:
    pending.put_back(changes, 10.0)
    pending.note(["c"], 10.0)
    taken = pending.take()
    assert taken.full == changes.full
    assert taken.full or taken.paths == {"a", "b", "c"}


def test_truth() -> None:
    assert not Changes()
    assert Changes(full=True)
    assert Changes(frozenset({"a"}))


NOTES = st.tuples(st.sampled_from("abcd"), st.booleans(), st.floats(0, 0.5))


@given(st.lists(NOTES, min_size=1))
def test_no_change_is_lost_or_waits_too_long(notes: list[tuple[str, bool, float]]) -> None:
    pending, now, delivered, waiting = Pending(DELAYS), 0.0, set(), {}
    for path, gone, pause in notes:
        pending.note([path], now, gone=gone)
        waiting.setdefault(path, now)
        now += pause
        wait = pending.wait(now)
        assert wait is not None
        if wait == 0:
            taken = pending.take()
            assert taken.paths == waiting.keys()
            delivered |= taken.paths
            waiting.clear()
        assert all(now - since < DELAYS.longest for since in waiting.values())
    assert delivered | waiting.keys() == {path for path, *_ in notes}
