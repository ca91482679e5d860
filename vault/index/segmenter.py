"""Chinese word segmentation: jieba's search mode, with words of the vault itself added.

jieba's guessing of unknown words (its hidden Markov model) is left out: it cuts the same name differently in
different sentences, and bigrams find unknown words anyway.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable

from vault.index.jieba_dictionary import JiebaTokenizer, new_tokenizer


class Segmenter:
    """Cuts runs of Han characters into words. The dictionary is loaded as far as it is used.

    Args:
        words: to add to jieba's dictionary.
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        self.words = frozenset(words)
        self._lock = threading.Lock()
        self._jieba: JiebaTokenizer | None = None

    def cut(self, run: str) -> list[str]:
        """Words of a run of Han characters; the shorter words in a long one come before it."""
        if len(run) == 1:
            return [run]
        tokenizer = self._tokenizer()
        tokenizer.FREQ.load(run)
        return list(tokenizer.cut_for_search(run, HMM=False))

    def _tokenizer(self) -> JiebaTokenizer:
        if self._jieba is None:
            with self._lock:
                if self._jieba is None:
                    self._jieba = self._new()
        return self._jieba

    def _new(self) -> JiebaTokenizer:
        tokenizer = new_tokenizer()
        for word in sorted(self.words):
            tokenizer.FREQ.load(word)
            tokenizer.add_word(word)
        return tokenizer
