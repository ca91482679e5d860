"""Chinese word segmentation: jieba in search mode, with words of the vault itself added."""

from __future__ import annotations

import logging
import threading
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any

CACHE_NAME = "jieba.cache"


class Segmenter:
    """Cuts runs of Chinese characters into words. The dictionary is loaded with the first use.

    Args:
        cache: folder for jieba's dictionary cache (its own default is a predictable name in the shared
            temporary folder).
        words: to add to jieba's dictionary.
    """

    def __init__(self, cache: Path, words: Iterable[str] = ()) -> None:
        self._cache = cache
        self._words = frozenset(words)
        self._lock = threading.Lock()
        self._jieba: Any = None

    @property
    def words(self) -> frozenset[str]:
        """The added words."""
        return self._words

    def cut(self, run: str) -> list[str]:
        """Words of a run of Han characters; the parts of a long word come before it."""
        if len(run) == 1:
            return [run]
        return list(self._tokenizer().cut_for_search(run))

    def _tokenizer(self) -> Any:
        if self._jieba is None:
            with self._lock:
                if self._jieba is None:
                    self._jieba = self._load()
        return self._jieba

    def _load(self) -> Any:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import jieba
        jieba.setLogLevel(logging.WARNING)
        tokenizer = jieba.Tokenizer()
        tokenizer.tmp_dir = str(self._cache)
        tokenizer.cache_file = CACHE_NAME
        self._cache.mkdir(parents=True, exist_ok=True)
        tokenizer.initialize()
        for word in sorted(self._words):
            tokenizer.add_word(word)
        return tokenizer
