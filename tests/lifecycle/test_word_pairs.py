from __future__ import annotations

from collections import Counter

from vault.lifecycle.word_pairs import ANTONYMS, ANTONYMS_EN, SYNONYMS, SYNONYMS_EN


def test_no_word_belongs_to_two_groups() -> None:
    for groups in (SYNONYMS, SYNONYMS_EN):
        words = Counter(word for group in groups for word in group)
        assert [word for word, times in words.items() if times > 1] == []


def test_no_pair_is_given_twice_or_opposes_a_word_to_itself() -> None:
    for pairs in (ANTONYMS, ANTONYMS_EN):
        assert len({frozenset(pair) for pair in pairs}) == len(pairs)
        assert all(one != other for one, other in pairs)
