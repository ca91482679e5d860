"""Kinds of things: the question names the kind, the memory what belongs to it."""

from __future__ import annotations

from vault.index.stem import stem
from vault.recall.kinds import members
from vault.recall.synonyms import synonyms


def test_who_asks_for_the_kind_means_what_belongs_to_it() -> None:
    assert synonyms(["乐器"])["古筝"] == ("乐器",)
    assert "beagl" in synonyms(["dog"])


def test_it_does_not_go_the_other_way() -> None:
    assert "护士" in synonyms(["职业"])
    assert "职业" not in synonyms(["护士"])
    assert "医生" not in synonyms(["律师"])


def test_lines_of_one_kind_are_added_up() -> None:
    assert {"厨师", "记者", "chef"} <= set(members()["工作"])


def test_members_are_search_tokens() -> None:
    assert stem("swimming") in members()[stem("sport")]
    assert "swimming" not in members()[stem("sport")]
