from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import clause
from vault.lifecycle.extract.clause import Subject
from vault.lifecycle.extract.statement_en import in_third_person, statement, third_person


@pytest.mark.parametrize(
    ("said", "stated"),
    [
        ("I'm learning Go", "The user is learning Go"),
        ("I don't eat pork", "The user does not eat pork"),
        ("I can't stand noise", "The user cannot stand noise"),
        ("I've been vegan for years", "The user has been vegan for years"),
        ("I usually go by bike", "The user usually goes by bike"),
        ("We moved to Bath", "The user moved to Bath"),
        ("My wife's name is Anna", "The user's wife's name is Anna"),
        ("I run a bakery with my brother", "The user runs a bakery with their brother"),
        ("my parents live in Leeds", "The user's parents live in Leeds"),
        ("work at Siemens", "The user works at Siemens"),
        ("from Dublin", "The user is from Dublin"),
        ("The report is due on Friday", "The report is due on Friday"),
        ("I need a visa", "The user needs a visa"),
    ],
)
def test_statements(said: str, stated: str) -> None:
    assert statement(clause(said)) == stated


def test_somebody_taken_over_from_before() -> None:
    son = Subject("person", "son Ben")
    assert statement(clause("he loves dinosaurs", named=son)) == "The user's son Ben loves dinosaurs"
    assert statement(clause("he's allergic to nuts", named=son)) == "The user's son Ben is allergic to nuts"
    assert statement(clause("his name is Bo", named=Subject("pet", "dog"))) == "The user's dog's name is Bo"


def test_a_thing_needs_nobody() -> None:
    assert statement(clause("wifi is down"), thing=True) == "Wifi is down"


def test_third_person_of_a_longer_text() -> None:
    assert (
        in_third_person("call me when I arrive, it's my turn")
        == "call the user when the user arrives, it is the user's turn"
    )


@pytest.mark.parametrize(
    ("verb", "form"),
    [
        ("go", "goes"), ("have", "has"), ("study", "studies"), ("play", "plays"), ("watch", "watches"),
        ("miss", "misses"), ("need", "needs"), ("moved", "moved"), ("can", "can"), ("am", "is"), ("bring", "brings"),
    ],
)  # fmt: skip
def test_verbs(verb: str, form: str) -> None:
    assert third_person(verb) == form
