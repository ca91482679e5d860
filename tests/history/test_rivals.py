"""Memories that replaced the same one on different devices."""

from __future__ import annotations

import json

import pytest

from tests.history.merge_cases import version
from vault.history.rivals import marked_rivals
from vault.history.version import Version


def current(**contents: str) -> dict[str, Version]:
    return {name: version({"id": name, "content": content}) for name, content in contents.items()}


def marks(lines: dict[str, bytes]) -> dict[str, set[str]]:
    read = {name: json.loads(line) for name, line in lines.items()}
    assert all(each["type"] == "conflicts_with" for line in read.values() for each in line["relations"])
    return {name: {each["target"] for each in line["relations"]} for name, line in read.items()}


def test_each_names_the_others() -> None:
    found = current(m1="家在西湖区", m2="家在滨江", m3="家在城东", m4="养了年糕")
    assert marks(marked_rivals([["m1", "m2"]], found)) == {"m1": {"m2"}, "m2": {"m1"}}
    assert marks(marked_rivals([["m3", "m1", "m2"]], found)) == {
        "m1": {"m2", "m3"},
        "m2": {"m1", "m3"},
        "m3": {"m1", "m2"},
    }
    both = marked_rivals([["m1", "m2"], ["m2", "m3"]], found)
    assert marks(both)["m2"] == {"m1", "m3"}


@pytest.mark.parametrize("ids", [[], ["m1"], ["m1", "gone"], ["m1", "m1"]])
def test_one_alone_has_no_rival(ids: list[str]) -> None:
    assert marked_rivals([ids], current(m1="家在西湖区", m2="家在滨江")) == {}


def test_who_says_the_same_or_replaces_the_other_is_none() -> None:
    same = current(m1="家在西湖区", m2="家在西湖区")
    assert marked_rivals([["m1", "m2"]], same) == {}
    later = {**same, "m2": version({"id": "m2", "content": "家在滨江", "supersedes": ["m1"]})}
    assert marked_rivals([["m1", "m2"]], later) == {}


def test_marks_that_are_there_are_not_written_again_and_other_links_stay() -> None:
    link = {"type": "about", "target": "m9"}
    known = {"type": "conflicts_with", "target": "m2"}
    found = {
        "m1": version({"id": "m1", "content": "家在西湖区", "relations": [link, known]}),
        "m2": version({"id": "m2", "content": "家在滨江", "relations": [link], "x-mine": [1, 2]}),
    }
    (line,) = marked_rivals([["m1", "m2"]], found).values()
    read = json.loads(line)
    assert read["relations"] == [link, {"type": "conflicts_with", "target": "m1"}]
    assert read["x-mine"] == [1, 2]
