"""Text to search tokens, cut the same way for what is stored and for what is asked.

Two kinds are kept apart: *words* (jieba's search mode for Chinese; stemmed English; numbers; pieces of
addresses) and *bigrams* (two neighbouring CJK characters, which no segmentation error can hide).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from vault.index.segmenter import Segmenter
from vault.index.simplify import simplify
from vault.index.stem import stem
from vault.index.stop_words import STOP_WORDS

HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff々〇"
_OTHER_CJK = "\u3041-\u3096\u30a1-\u30fa\u30fc\u31f0-\u31ff\uac00-\ud7a3\u1100-\u11ff"
_LETTER = rf"(?:(?![{HAN}{_OTHER_CJK}])[^\W_])"
_EMOJI = "\u2600-\u27bf\U0001f300-\U0001faff"

_RUNS = re.compile(
    rf"(?P<han>[{HAN}]+)|(?P<cjk>[{_OTHER_CJK}]+)|(?P<emoji>[{_EMOJI}])"
    rf"|(?P<latin>{_LETTER}+(?:[-._@:/'’&]{_LETTER}+)*(?:\+\+|\#)?)"
)
_CJK = re.compile(rf"[{HAN}{_OTHER_CJK}]")
_JOINTS = re.compile(r"[-._@:/'’&]")
_LETTERS_OR_DIGITS = re.compile(r"\d+|[^\W\d_]+")
_POSSESSIVE = re.compile(r"['’]s\Z")


@dataclass(frozen=True, slots=True)
class Tokens:
    """Search tokens of one text, in order, repeated as often as they occur.

    Attributes:
        words: of a question without stop words.
        bigrams: two neighbouring CJK characters each. A stored text also has the last character of each run
            alone, so that every character begins a bigram and can be found by it.
    """

    words: tuple[str, ...]
    bigrams: tuple[str, ...]


class Tokeniser:
    """Cuts texts of one vault into tokens. Safe to use from several threads."""

    def __init__(self, segmenter: Segmenter) -> None:
        self.segmenter = segmenter

    def tokens(self, text: str) -> Tokens:
        """Tokens of a text to store."""
        words: list[str] = []
        bigrams: list[str] = []
        for run in _RUNS.finditer(normalise(text)):
            kind, piece = run.lastgroup, run.group()
            if kind == "latin":
                words.extend(latin_words(piece))
            elif kind == "emoji":
                words.append(piece)
            else:
                words.extend(self.segmenter.cut(piece) if kind == "han" else (piece,))
                bigrams.extend(piece[start : start + 2] for start in range(len(piece)))
        return Tokens(tuple(words), tuple(bigrams))

    def question(self, text: str) -> Tokens:
        """Tokens of a question: what a stored text must contain to be found by it."""
        found = self.tokens(text)
        return Tokens(
            words=tuple(word for word in found.words if word not in STOP_WORDS),
            bigrams=tuple(bigram for bigram in found.bigrams if len(bigram) > 1),
        )


def is_cjk_character(word: str) -> bool:
    """Whether a word is a single CJK character, which the segmenter may have left inside other words."""
    return len(word) == 1 and _CJK.match(word) is not None


def normalise(text: str) -> str:
    """NFKC, case-folded, Simplified characters: what tokens are made from."""
    return simplify(unicodedata.normalize("NFKC", text).casefold())


def latin_words(piece: str) -> list[str]:
    """`tom@mail.com` -> the whole and its parts; `iphone15` -> also `iphone` and `15`; `cat's` -> `cat`."""
    piece = _without_marks(_POSSESSIVE.sub("", piece))
    if piece.endswith(("+", "#")):
        return [piece]
    parts = _JOINTS.split(piece)
    found = [piece] if len(parts) > 1 else []
    for part in parts:
        found.append(stem(part))
        pieces = _LETTERS_OR_DIGITS.findall(part)
        if len(pieces) > 1:
            found.extend(stem(each) for each in pieces)
    return found


def _without_marks(word: str) -> str:
    """`café` -> `cafe`."""
    if word.isascii():
        return word
    apart = unicodedata.normalize("NFD", word)
    return "".join(character for character in apart if not unicodedata.combining(character))
