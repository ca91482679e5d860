from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone

import pytest

from vault.format.half_archived import HalfArchived, Standing, find_half_archived, half_archived_problem
from vault.model.identifier import permanent_id, provisional_id
from vault.model.memory import Memory, Relation
from vault.model.tombstone import tombstone
from vault.problem import PROBLEM_CODES

NOW = datetime(2026, 11, 29, tzinfo=timezone.utc)
OLD = Memory("mem_old", "家住文二路", "lin")
NEW = Memory("mem_new", "家住梧桐路", "lin", supersedes=("mem_old",))
ENDED = replace(OLD, status="superseded", superseded_by=("mem_new",), updated_at=NOW)


def find(live: list[Memory], archived: list[Memory] = []) -> list[HalfArchived]:  # noqa: B006 - not changed
    standings = [Standing(each, "facts/a.jsonl", line, archived=False) for line, each in enumerate(live, 1)]
    standings += [Standing(each, "archive/a.jsonl", line, True) for line, each in enumerate(archived, 1)]
    return list(find_half_archived(standings))


def ways(found: list[HalfArchived]) -> dict[str, str]:
    return {each.standing.memory.id: each.way for each in found}


def test_a_memory_that_another_one_replaces_is_found() -> None:
    (found,) = find([OLD, NEW])
    assert (found.way, found.standing.line) == ("replaced", 1)
    assert [other.memory.id for other in found.others] == ["mem_new"]


def test_a_memory_that_is_in_the_archive_already_is_found() -> None:
    assert ways(find([OLD, NEW], [ENDED])) == {"mem_old": "archived"}
    assert ways(find([OLD], [replace(OLD, status="forgotten")])) == {"mem_old": "archived"}


def test_a_finished_supersede_is_none() -> None:
    assert find([NEW], [ENDED]) == []


@pytest.mark.parametrize(
    "changed",
    [
        replace(ENDED, content="家住文二路 3 号"),
        replace(ENDED, tags=("家",)),
        replace(ENDED, extra={"my-key": 1}),
    ],
)
def test_two_that_differ_are_left_to_the_person(changed: Memory) -> None:
    assert find([OLD], [changed]) == []


def test_marks_of_a_conflict_and_counters_make_no_difference() -> None:
    marked = replace(OLD, relations=(Relation("conflicts_with", "mem_x"),), hit_count=3)
    assert ways(find([marked], [ENDED])) == {"mem_old": "archived"}


def test_an_erased_one_that_came_back_is_found_whatever_it_says() -> None:
    stone = tombstone("mem_old", "lin", "zh", NOW)
    assert ways(find([replace(OLD, content="家住文三路")], [stone])) == {"mem_old": "erased"}
    assert ways(find([stone], [stone])) == {"mem_old": "archived"}


def test_a_copy_in_the_archive_of_what_was_erased_is_found_too() -> None:
    stone = tombstone("mem_old", "lin", "zh", NOW)
    (found,) = find([], [ENDED, stone])
    assert (found.way, found.standing.path, found.standing.line) == ("erased", "archive/a.jsonl", 1)
    assert find([], [ENDED, ENDED]) == []
    assert find([], [stone, stone]) == []


def test_an_erased_one_comes_back_without_its_id() -> None:
    provisional = provisional_id("lin", "default", "家住文二路")
    back = Memory(provisional, "家住文二路", "lin", provisional=True)
    stone = tombstone(permanent_id(provisional), "lin", "en", NOW)
    assert ways(find([back], [stone])) == {provisional: "erased"}


def test_a_line_without_an_id_may_have_been_written_anew() -> None:
    provisional = provisional_id("lin", "default", "家住文二路")
    line = Memory(provisional, "家住文二路", "lin", provisional=True)
    assert find([line], [replace(line, id=permanent_id(provisional), provisional=False)]) == []
    assert find([line], [line]) == []


def test_of_memories_that_supersede_each_other_the_newest_stays() -> None:
    old = replace(OLD, supersedes=("mem_new",), updated_at=NOW)
    assert ways(find([old, NEW])) == {"mem_new": "replaced"}
    third = Memory("mem_third", "家住海棠湾", "lin", supersedes=("mem_new",), updated_at=NOW)
    around = replace(OLD, supersedes=("mem_third",))
    assert ways(find([around, NEW, third])) == {"mem_new": "replaced", "mem_old": "replaced"}
    assert find([replace(OLD, supersedes=("mem_old",))]) == []
    assert len(find([replace(OLD, supersedes=("mem_new",)), NEW])) == 1, "without any time, too"


def test_one_that_was_replaced_itself_still_replaces() -> None:
    assert ways(find([OLD, replace(NEW, status="superseded")])) == {"mem_old": "replaced"}


def test_a_chain_of_replacements_is_found_whole() -> None:
    third = Memory("mem_third", "家住海棠湾", "lin", supersedes=("mem_new",))
    assert ways(find([OLD, NEW, third])) == {"mem_old": "replaced", "mem_new": "replaced"}


@pytest.mark.parametrize(
    "replacing",
    [
        replace(NEW, user_id="mei"),
        replace(NEW, status="forgotten"),
        replace(NEW, supersedes=("mem_other",)),
    ],
)
def test_what_is_not_in_force_or_another_users_replaces_nothing(replacing: Memory) -> None:
    assert find([OLD, replacing]) == []


def test_one_whose_replacement_was_forgotten_counts_again() -> None:
    assert find([OLD], [replace(NEW, status="forgotten")]) == []


@pytest.mark.parametrize(
    ("archived", "code"), [([], "half-archived"), ([tombstone("mem_old", "lin", "zh", NOW)], "erased-memory")]
)
def test_each_is_reported_without_its_text(archived: list[Memory], code: str) -> None:
    problem = half_archived_problem(find([OLD, NEW], archived)[0])
    assert (problem.path, problem.line, problem.code) == ("facts/a.jsonl", 1, code)
    assert code in PROBLEM_CODES
    assert "文二路" not in problem.message
    assert "--fix" in problem.hint
