"""Words that stand for one another, in the form in which texts are searched."""

from __future__ import annotations

from vault.index.stem import stem
from vault.recall.synonyms import synonyms


def test_a_group_goes_both_ways() -> None:
    assert synonyms(["领导"])["上司"] == ("领导",)
    assert synonyms(["上司"])["领导"] == ("上司",)


def test_the_languages_stand_for_each_other() -> None:
    assert "咖啡" in synonyms(["coffee"])
    assert "coffee" in synonyms(["咖啡"])


def test_english_words_are_stemmed_as_texts_are() -> None:
    assert stem("allergies") in synonyms(["过敏"]) or stem("allergy") in synonyms(["过敏"])
    assert all(word == stem(word) for word in synonyms(["公司"]) if word.isascii())


def test_what_was_asked_is_no_synonym() -> None:
    found = synonyms(["领导", "上司"])
    assert "领导" not in found
    assert "上司" not in found
    assert set(found["主管"]) == {"领导", "上司"}


def test_other_words_have_none() -> None:
    assert synonyms(["石榴", ""]) == {}
