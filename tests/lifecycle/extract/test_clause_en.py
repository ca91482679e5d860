from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import clause, core, rest
from vault.lifecycle.extract.clause import Subject


@pytest.mark.parametrize(
    ("text", "kind", "words", "predicate"),
    [
        ("I live in Rome", "me", "", "live in rome"),
        ("oh, by the way I live in Rome", "me", "", "live in rome"),
        ("My birthday is in May", "me", "my", "my birthday is in may"),
        ("My sister Clara has a baby", "person", "sister Clara", "has a baby"),
        ("my wife's name is Anna", "person", "wife", "name is anna"),
        ("Mom lives in Leeds", "person", "Mom", "lives in leeds"),
        ("Our cat is called Miso", "pet", "cat", "is called miso"),
        ("you live in Rome", "other", "you ", "live in rome"),
        ("he lives in Rome", "other", "he ", "lives in rome"),
        ("Elon Musk lives in Texas", "none", "", "elon musk lives in texas"),
        ("from Dublin", "none", "", "from dublin"),
    ],
)
def test_who_it_is_about(text: str, kind: str, words: str, predicate: str) -> None:
    found = clause(text)
    assert (found.subject.kind, found.subject.words.strip(), rest(found)) == (kind, words.strip(), predicate)


@pytest.mark.parametrize(
    ("text", "predicate"),
    [
        ("I'm currently based in Rome", "based in rome"),
        ("I have been vegan", "vegan"),
        ("I do not eat meat", "do not eat meat"),
        ("Every Friday we have lunch", "have lunch"),
    ],
)
def test_times_and_adverbs_are_passed_over(text: str, predicate: str) -> None:
    assert core(clause(text)) == predicate


def test_a_pronoun_is_who_was_named_before() -> None:
    found = clause("she's three", named=Subject("pet", "cat"))
    assert (found.subject.kind, found.subject.words, rest(found)) == ("pet", "cat", "is three")


def test_corrections_and_doubts_are_noticed() -> None:
    assert clause("Actually, no, I live in Ghent").subject.kind == "me"
    assert clause("I misspoke").correction
    assert clause("maybe I will move").unsure
