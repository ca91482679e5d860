"""A Unigram tokenizer as slow and obvious as can be: the second opinion on token ids."""

from __future__ import annotations

import math
import unicodedata
from functools import cached_property

from vault.embedding.weights_e5s1 import Vocabulary


class ObviousTokenizer:
    def __init__(self, vocabulary: Vocabulary, max_tokens: int = 512) -> None:
        self.vocabulary = vocabulary
        self.max_tokens = max_tokens

    @cached_property
    def scores(self) -> dict[str, tuple[float, int]]:
        pieces = self.vocabulary.pieces
        return {text: (score, number) for number, (text, score) in enumerate(pieces) if score < 0}

    @cached_property
    def longest(self) -> int:
        return max(map(len, self.scores))

    @cached_property
    def unknown_score(self) -> float:
        return min(score for score, _ in self.scores.values()) - 10

    def encode(self, text: str) -> list[int]:
        words = self.normalised(text).split(" ")
        ids = [number for word in words for number in self.best_path("▁" + word)] if words != [""] else []
        return [self.vocabulary.begin, *ids[: self.max_tokens - 2], self.vocabulary.end]

    def normalised(self, text: str) -> str:
        table = self.vocabulary.normalisation
        text = unicodedata.normalize("NFC", "".join(table.get(character, character) for character in text))
        return " ".join(part for part in text.split(" ") if part)

    def best_path(self, word: str) -> list[int]:
        best: list[tuple[float, int, int]] = [(0.0, 0, 0)] + [(-math.inf, 0, 0)] * len(word)
        for start in range(len(word)):
            for end in range(start + 1, min(len(word), start + self.longest) + 1):
                score, number = self.scores.get(word[start:end], (-math.inf, 0))
                if score == -math.inf and end == start + 1:
                    score, number = self.unknown_score, self.vocabulary.unknown
                if best[start][0] + score > best[end][0]:
                    best[end] = (best[start][0] + score, start, number)
        ids, end = [], len(word)
        while end:
            _, start, number = best[end]
            if not ids or number != self.vocabulary.unknown or ids[-1] != number:
                ids.append(number)
            end = start
        return ids[::-1]
