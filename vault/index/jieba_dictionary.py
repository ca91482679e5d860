"""jieba's dictionary, loaded character by character.

Loading all 350,000 words takes half a second and 80 MB, and jieba would keep a copy in the shared temporary
folder. A question needs the words that begin with its own characters: some hundreds.
"""

from __future__ import annotations

import logging
import sys
import threading
import warnings
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from itertools import pairwise
from types import ModuleType
from typing import NamedTuple, Protocol, cast

import numpy as np

TOTAL_FREQUENCY = 60_101_967
"""Sum of all frequencies in the dictionary of jieba 0.42.1; word probabilities are relative to it."""


class WordFrequencies(dict[str, int]):
    """Word frequencies as jieba's `Tokenizer.FREQ` holds them: words, and their beginnings with 0.

    Words are there after `load` was called with their first character.
    """

    def __init__(self) -> None:
        super().__init__()
        self._loaded: set[str] = set()
        self._lock = threading.Lock()

    def load(self, text: str) -> None:
        """Make sure that every dictionary word that begins with a character of `text` is there."""
        missing = set(text) - self._loaded
        if not missing:
            return
        with self._lock:
            for character in missing - self._loaded:
                self._load_words(character)
                self._loaded.add(character)

    def _load_words(self, character: str) -> None:
        self.update(_words(character))


class Entry(NamedTuple):
    """What the dictionary says of a word: how frequent it is, and its part of speech (`n`, `vn`, `t`, …)."""

    frequency: int
    part: str


def entry_of(word: str) -> Entry | None:
    """The entry of a word, or None."""
    data, wanted = _dictionary(), word.encode() + b" "
    for start, end in _places().get(word[:1], ()):
        at = start if data.startswith(wanted, start) else data.find(b"\n" + wanted, start, end) + 1
        if data.startswith(wanted, at):
            line = data[at + len(wanted) : data.index(b"\n", at)]
            frequency, _, part = line.decode().partition(" ")
            return Entry(int(frequency), part)
    return None


class JiebaTokenizer(Protocol):
    """What is used of a `jieba.Tokenizer`."""

    FREQ: WordFrequencies

    def add_word(self, word: str) -> None:
        """Put a word into the dictionary, so frequent that it is never cut."""

    def cut_for_search(self, sentence: str, HMM: bool) -> Iterator[str]:  # noqa: N803, FBT001 - its name
        """Words, those within a long one first."""


def new_tokenizer() -> JiebaTokenizer:
    """A `jieba.Tokenizer` whose `FREQ` is a `WordFrequencies`: load the text before cutting it."""
    tokenizer = _jieba().Tokenizer()
    tokenizer.FREQ = WordFrequencies()
    tokenizer.total = TOTAL_FREQUENCY
    tokenizer.initialized = True
    return cast("JiebaTokenizer", tokenizer)


@cache
def _jieba() -> ModuleType:
    """The package, imported without `pkg_resources`: that takes longer than jieba itself, and warns."""
    hide = "pkg_resources" not in sys.modules
    if hide:
        sys.modules["pkg_resources"] = None  # type: ignore[assignment]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            jieba = import_module("jieba")
    finally:
        if hide:
            del sys.modules["pkg_resources"]
    jieba.setLogLevel(logging.WARNING)
    return jieba


@cache
def _words(character: str) -> Mapping[str, int]:
    """Words that begin with a character, and their beginnings with 0; for all tokenisers of a process."""
    data, found = _dictionary(), dict[str, int]()
    for start, end in _places().get(character, ()):
        for line in data[start:end].decode("utf-8").splitlines():
            word, frequency, *_ = line.split(" ")
            found[word] = int(frequency)
            for length in range(1, len(word)):
                found.setdefault(word[:length], 0)
    return found


@cache
def _dictionary() -> bytes:
    return files("jieba").joinpath("dict.txt").read_bytes()


@cache
def _places() -> dict[str, list[tuple[int, int]]]:
    """Where the lines that begin with a character are: byte ranges, nearly always one."""
    data = np.frombuffer(_dictionary() + b"\0\0\0", dtype=np.uint8)
    ends = np.flatnonzero(data == ord("\n")) + 1
    starts = np.concatenate([[0], ends[:-1]])
    leads = data[starts]
    codes = leads.astype(np.int64)
    for following, at_least in ((1, 0xC0), (2, 0xE0), (3, 0xF0)):
        codes = codes * 256 + np.where(leads >= at_least, data[starts + following], 0)
    firsts = np.flatnonzero(np.diff(codes, prepend=-1))
    places: dict[str, list[tuple[int, int]]] = defaultdict(list)
    limits = [*starts[firsts].tolist(), int(ends[-1])]
    for start, end in pairwise(limits):
        places[_dictionary()[start : start + 4].decode("utf-8", "ignore")[0]].append((start, end))
    return dict(places)
