"""A Unigram tokenizer in numpy: the ids of the `tokenizers` one in a fraction of its memory.

`tokenizers` keeps the 250,002 pieces of XLM-R in a trie of hash maps: 280 MB resident and 0.6 s to load,
more than the model itself. Here the pieces are sorted 64-bit hashes (4 MB, a few ms): all substrings of a
text are looked up length by length in one vector operation each, then Viterbi runs over what was found.
`tokenizer_e5` writes the same vocabulary as `tokenizer.json`; the tests hold both to the same ids.

Unlike there, a special token spelled out in a text ("<s>") is text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vault.embedding.weights_e5s1 import Vocabulary

WORD_START = "\u2581"
UNKNOWN_PENALTY = 10.0
"""An unknown character costs this much more than the least likely piece, as in SentencePiece."""
_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15)
_CHARACTERS_AT_ONCE = 1 << 16
_SPACES = re.compile(" +")


@dataclass(frozen=True, slots=True)
class Pieces:
    """The vocabulary in arrays, sorted by piece length, then hash.

    Attributes:
        hashes: uint64.
        scores: log probabilities, float64.
        ids: int32.
        bounds: pieces of n characters are at `bounds[n - 1]:bounds[n]`.
        special: ids of begin, end, unknown.
        replaced: characters that are normalised, and
        replacements: by what; both as text arrays.
    """

    hashes: npt.NDArray[np.uint64]
    scores: npt.NDArray[np.float64]
    ids: npt.NDArray[np.int32]
    bounds: npt.NDArray[np.int64]
    special: npt.NDArray[np.int32]
    replaced: npt.NDArray[np.str_]
    replacements: npt.NDArray[np.str_]

    def save(self, path: Path) -> None:
        """Write as `.npz`."""
        with path.open("wb") as file:
            np.savez(file, **{name: getattr(self, name) for name in self.__slots__})

    @classmethod
    def load(cls, path: Path) -> Pieces:
        """Read what `save` wrote.

        Raises:
            OSError, ValueError, KeyError: not such a file.
        """
        with np.load(path, allow_pickle=False) as arrays:
            return cls(**{name: arrays[name] for name in cls.__slots__})


def compile_pieces(vocabulary: Vocabulary) -> Pieces:
    """Arrays for the tokenizer. Control pieces (log probability 0) are left out: no text spells them.

    Raises:
        ValueError: two pieces of one length share a hash.
    """
    by_length: dict[int, list[int]] = {}
    for number, (text, score) in enumerate(vocabulary.pieces):
        if score < 0.0:
            by_length.setdefault(len(text), []).append(number)
    hashes, ids, bounds = [], [], [0]
    for length in range(1, max(by_length) + 1):
        numbers = np.array(by_length.get(length, []), np.int32)
        hashed = _hashed(_code_points("".join(vocabulary.pieces[i][0] for i in numbers)).reshape(-1, length))
        order = np.argsort(hashed)
        hashes.append(hashed[order])
        ids.append(numbers[order])
        bounds.append(bounds[-1] + len(numbers))
        if len(np.unique(hashed)) != len(hashed):
            raise ValueError(f"two pieces of {length} characters share a hash")
    all_ids = np.concatenate(ids)
    table = sorted(vocabulary.normalisation.items())
    return Pieces(
        hashes=np.concatenate(hashes),
        scores=np.array([vocabulary.pieces[i][1] for i in all_ids], np.float64),
        ids=all_ids,
        bounds=np.array(bounds, np.int64),
        special=np.array([vocabulary.begin, vocabulary.end, vocabulary.unknown], np.int32),
        replaced=np.array([character for character, _ in table]),
        replacements=np.array([replacement for _, replacement in table]),
    )


class UnigramTokenizer:
    """Text to ids; immutable, so safe to call from several threads.

    Args:
        pieces: the vocabulary.
        max_tokens: longer texts are cut, keeping the end mark.
    """

    def __init__(self, pieces: Pieces, max_tokens: int) -> None:
        self._pieces = pieces
        self._max_tokens = max_tokens
        self._begin, self._end, self._unknown = pieces.special.tolist()
        self._unknown_score = float(pieces.scores.min()) - UNKNOWN_PENALTY
        pairs = zip(pieces.replaced.tolist(), pieces.replacements.tolist(), strict=True)
        self._table = str.maketrans(dict(pairs))

    def encode(self, texts: Sequence[str]) -> list[list[int]]:
        """Ids of each text, begin and end marks around them."""
        words = [self.normalised(text) for text in texts]
        encoded: list[list[int]] = []
        for group in _by_characters(words):
            encoded += self._encode_group(group)
        return encoded

    def normalised(self, text: str) -> str:
        """The text as pieces are looked up in it: normalised, spaces as `WORD_START`, one in front."""
        # The table is NFKC of single characters and more; NFC then composes across them.
        text = unicodedata.normalize("NFC", text.translate(self._table))
        text = text.strip(" ")
        return WORD_START + _SPACES.sub(WORD_START, text) if text else ""

    def _encode_group(self, words: Sequence[str]) -> list[list[int]]:
        codes = _code_points("".join(words))
        best = self._best_pieces(codes)
        room = self._max_tokens - 2
        encoded, start = [], 0
        for word in words:
            ids: list[int] = []
            position = start + len(word)
            while position > start:
                position, piece = best[position]
                # Neighbouring unknown characters are one token.
                if piece != self._unknown or not ids or ids[-1] != piece:
                    ids.append(piece)
            encoded.append([self._begin, *ids[::-1][:room], self._end])
            start += len(word)
        return encoded

    def _best_pieces(self, codes: npt.NDArray[np.uint32]) -> list[tuple[int, int]]:
        """Viterbi: for each position where a piece ends, `(where it starts, its id)` on the best path.

        No piece holds a `WORD_START` but at its front, so the score starts afresh at each of them, and
        several texts can be one array.
        """
        starts, ends, scores, ids = self._matches(codes)
        opens = (codes == ord(WORD_START)).tolist()
        best = [-np.inf] * (len(codes) + 1)
        back = [(0, 0)] * (len(codes) + 1)
        for start, end, score, piece in zip(starts, ends, scores, ids, strict=True):
            total = score if opens[start] else best[start] + score
            if total > best[end]:
                best[end] = total
                back[end] = (start, piece)
        return back

    def _matches(self, codes: npt.NDArray[np.uint32]) -> tuple[list[int], list[int], list[float], list[int]]:
        """All pieces found in the text, by start, then length; unknown characters as pieces too."""
        pieces, count = self._pieces, len(codes)
        wide = codes.astype(np.uint64)
        hashed = np.zeros(count, np.uint64)
        known = np.zeros(count, bool)
        starts, found, lengths = [], [], []
        for length in range(1, min(len(pieces.bounds) - 1, max(count, 1)) + 1):
            hashed = hashed[: count - length + 1] * _MULTIPLIER + wide[length - 1 :]
            low, high = pieces.bounds[length - 1], pieces.bounds[length]
            table = pieces.hashes[low:high]
            if not len(table):
                continue
            at = np.minimum(np.searchsorted(table, hashed), len(table) - 1)
            (hits,) = np.nonzero(table[at] == hashed)
            starts.append(hits)
            found.append(at[hits] + low)
            lengths.append(np.full(len(hits), length))
            if length == 1:
                known[hits] = True
        (unknown,) = np.nonzero(~known)
        start = np.concatenate((*starts, unknown))
        end = start + np.concatenate((*lengths, np.ones(len(unknown), np.int64)))
        at = np.concatenate(found)
        score = np.concatenate((pieces.scores[at], np.full(len(unknown), self._unknown_score)))
        piece = np.concatenate((pieces.ids[at], np.full(len(unknown), self._unknown)))
        order = np.lexsort((end, start))
        return start[order].tolist(), end[order].tolist(), score[order].tolist(), piece[order].tolist()


def _by_characters(words: Sequence[str]) -> Iterator[Sequence[str]]:
    """Neighbours in groups of bounded size, which bounds the memory of one lookup."""
    first, size = 0, 0
    for position, word in enumerate(words):
        if size and size + len(word) > _CHARACTERS_AT_ONCE:
            yield words[first:position]
            first, size = position, 0
        size += len(word)
    if words:
        yield words[first:]


def _code_points(text: str) -> npt.NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le"), "<u4")


def _hashed(codes: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint64]:
    """Polynomial hash of each row."""
    hashed = np.zeros(len(codes), np.uint64)
    for column in codes.T:
        hashed = hashed * _MULTIPLIER + column
    return hashed
