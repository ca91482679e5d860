"""What git has taken out of the work tree, told from what the person has."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from tests.history.repositories import Copy, line
from vault.files.fingerprint import read_or_none
from vault.history.commit import FileWrite
from vault.history.git import open_repository
from vault.history.taken_away import TakenAway, last_reset, taken_away

HOME = line({"id": "mem_home", "content": "住在阳光小区"})
CAT = line({"id": "mem_cat", "content": "养了一只叫年糕的猫"})
TEA = line({"id": "mem_tea", "content": "爱喝龙井"})
FACTS, ARCHIVE, NOTE = "facts/a.jsonl", "archive/a.jsonl", "notes/a.md"
ADDED = FileWrite(FACTS, HOME.encode(), (HOME + CAT).encode())
MOVED = (FileWrite(ARCHIVE, None, HOME.encode()), FileWrite(FACTS, HOME.encode(), b""))
NOTED = FileWrite(NOTE, b"# a\n\none\n\ntwo\n", b"# a\n\none\n\ntwo\n\nthree\n")


@pytest.fixture
def vault(copy: Copy) -> Copy:
    copy.write(FACTS, HOME)
    copy.write(NOTE, "# a\n\none\n\ntwo\n")
    copy.commit("begin")
    return copy


def found(copy: Copy, *writes: FileWrite) -> tuple[tuple[TakenAway, ...], tuple[str, ...]]:
    return taken_away(open_repository(copy.root), writes, lambda path: read_or_none(copy.root, path))


def test_a_line_that_is_missing(vault: Copy) -> None:
    assert found(vault, ADDED) == ((TakenAway(FACTS, HOME.encode(), (HOME + CAT).encode()),), ())


def test_what_is_there_is_not_missing(vault: Copy) -> None:
    vault.write(FACTS, HOME + CAT)
    assert found(vault, ADDED) == ((), ())


@pytest.mark.parametrize("present", [HOME + TEA, TEA, HOME.replace("阳光", "梧桐"), HOME.rstrip("\n")])
def test_lines_go_behind_those_of_the_person(vault: Copy, present: str) -> None:
    vault.write(FACTS, present)
    ((file,), left) = found(vault, ADDED)
    assert (file.whole, left) == ((present.rstrip("\n") + "\n" + CAT).encode(), ())


@pytest.mark.parametrize("present", [HOME + CAT.replace("猫", "狗"), None])
def test_a_line_or_a_file_of_the_person_is_left_alone(vault: Copy, present: str | None) -> None:
    if present is None:
        (vault.root / FACTS).unlink()
    else:
        vault.write(FACTS, present)
    assert found(vault, ADDED) == ((), (FACTS,))


def test_a_file_that_is_missing_as_it_is_in_the_commit(vault: Copy) -> None:
    ((file,), _) = found(vault, FileWrite("facts/b.jsonl", None, CAT.encode()))
    assert (file.present, file.whole) == (None, CAT.encode())


def test_a_file_that_was_removed(vault: Copy) -> None:
    ((file,), _) = found(vault, FileWrite(FACTS, HOME.encode(), None))
    assert (file.present, file.whole, file.only_adds) == (HOME.encode(), None, False)


def test_what_moves_arrives_before_it_leaves(vault: Copy) -> None:
    files, _ = found(vault, *reversed(MOVED))
    assert [each.path for each in files] == [ARCHIVE, FACTS]


def test_what_cannot_arrive_does_not_leave(vault: Copy) -> None:
    vault.write(ARCHIVE, HOME.replace("阳光", "梧桐"))
    files, left = found(vault, *MOVED)
    assert (files, set(left)) == ((), {ARCHIVE, FACTS})


def test_a_note_with_the_persons_work_in_another_place(vault: Copy) -> None:
    vault.write(NOTE, "# b\n\none\n\ntwo\n")
    ((file,), _) = found(vault, NOTED)
    assert file.whole == b"# b\n\none\n\ntwo\n\nthree\n"


def test_a_note_with_the_persons_work_in_the_same_place(vault: Copy) -> None:
    vault.write(NOTE, "# a\n\none\n\ntwo\n\nfour\n")
    assert found(vault, NOTED) == ((), (NOTE,))


@pytest.mark.parametrize("how", [("reset", "--hard"), ("stash",)])
def test_a_reset_is_known(vault: Copy, how: tuple[str, ...]) -> None:
    begin = datetime.now(timezone.utc)
    repository = open_repository(vault.root)
    assert last_reset(repository, begin) == ""
    vault.write(FACTS, HOME + CAT)
    vault.git(*how, "--quiet")
    assert last_reset(repository, begin)
    assert last_reset(repository, begin + timedelta(hours=1)) == ""


def test_a_commit_and_a_checkout_put_nothing_back(vault: Copy) -> None:
    begin = datetime.now(timezone.utc)
    vault.git("checkout", "--quiet", "-b", "other")
    vault.commit("more")
    assert last_reset(open_repository(vault.root), begin) == ""


def test_before_the_first_commit(copy: Copy) -> None:
    assert last_reset(open_repository(copy.root), datetime.now(timezone.utc)) == ""
