from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.watch.conftest import Watched
from vault.errors import VaultVanished
from vault.watch.polling import SHARE_OF_TIME, Differences, Polling, next_interval

NOTHING = Differences(frozenset(), frozenset())


class Looks:
    """A vault whose files are old, and looks at it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.now = time.time_ns()
        for path in root.rglob("*"):
            self.age(path)
        self.polling = Polling(root, ("notes",))
        assert self.polling.look(self.now) is None

    def age(self, path: Path) -> None:
        os.utime(path, ns=(self.now - 10**10, self.now - 10**10))

    def look(self) -> Differences:
        found = self.polling.look(self.now)
        assert found is not None
        return found


@pytest.fixture
def looks(watched: Watched) -> Looks:
    return Looks(watched.root)


def test_nothing_changed(looks: Looks) -> None:
    assert looks.look() == NOTHING


def test_new_changed_and_gone(looks: Looks) -> None:
    (looks.root / "facts" / "new.jsonl").write_text("{}\n", encoding="utf-8")
    with (looks.root / "facts" / "home.jsonl").open("a", encoding="utf-8") as file:
        file.write("{}\n")
    (looks.root / "notes" / "plan.md").unlink()
    assert looks.look() == Differences(
        frozenset({"facts/new.jsonl", "facts/home.jsonl"}), frozenset({"notes/plan.md"})
    )


@pytest.mark.parametrize("change", ["touch", "replace"])
def test_same_size_is_no_proof(looks: Looks, change: str) -> None:
    home = looks.root / "facts" / "home.jsonl"
    if change == "touch":
        os.utime(home, ns=(looks.now - 5 * 10**9, looks.now - 5 * 10**9))
    else:  # the same size and time, another file
        other = looks.root / "facts" / "other.tmp"
        other.write_bytes(b"x" * home.stat().st_size)
        looks.age(other)
        other.replace(home)
    assert looks.look().changed == {"facts/home.jsonl"}
    assert looks.look() == NOTHING


def test_a_file_just_written_is_reported_once_more(looks: Looks) -> None:
    """It may have changed again within the same tick of the drive's clock."""
    home = looks.root / "facts" / "home.jsonl"
    home.write_text("{}\n", encoding="utf-8")
    os.utime(home, ns=(looks.now, looks.now))
    assert looks.look().changed == {"facts/home.jsonl"}
    looks.now += 10**10
    assert looks.look().changed == {"facts/home.jsonl"}
    assert looks.look() == NOTHING


def test_moved_folder(looks: Looks) -> None:
    (looks.root / "facts" / "deep").rename(looks.root / "facts" / "deeper")
    assert looks.look() == Differences(
        frozenset({"facts/deeper/job.jsonl"}), frozenset({"facts/deep/job.jsonl"})
    )


@pytest.mark.skipif(os.geteuid() == 0, reason="root may list every folder")
def test_a_folder_that_cannot_be_listed_is_not_gone(looks: Looks) -> None:
    deep = looks.root / "facts" / "deep"
    deep.chmod(0)
    try:
        assert looks.look() == NOTHING
    finally:
        deep.chmod(0o755)
    assert looks.look() == NOTHING


def test_vault_gone(looks: Looks) -> None:
    looks.root.rename(looks.root.with_name("elsewhere"))
    with pytest.raises(VaultVanished):
        looks.look()
    looks.root.with_name("elsewhere").rename(looks.root)
    assert looks.look() == NOTHING


def test_slow_drives_are_looked_at_less_often() -> None:
    assert next_interval(1.0, 30.0, 0.001) == 1.0
    assert next_interval(1.0, 30.0, 0.2) == pytest.approx(0.2 / SHARE_OF_TIME)
    assert next_interval(1.0, 30.0, 100.0) == 30.0
