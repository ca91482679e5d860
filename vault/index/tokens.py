"""Text to search tokens, the same way for what is stored and for what is asked.

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
OTHER_CJK = "\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7a3\u1100-\u11ff"
_EMOJI = "\u2600-\u27bf\U0001f300-\U0001faff"

_RUNS = re.compile(
    rf"(?P<han>[{HAN}]+)"
    rf"|(?P<cjk>[{OTHER_CJK}]+)"
    rf"|(?P<latin>(?:(?![{HAN}{OTHER_CJK}])[^\W_])+(?:[-._@:/'+&](?:(?![{HAN}{OTHER_CJK}])[^\W_])+)*(?:\+\+|\#)?)"
    rf"|(?P<emoji>[{_EMOJI}])"
)
_JOINTS = re.compile(r"[-._@:/'+&]")
_LETTERS_OR_DIGITS = re.compile(r"\d+|[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class Tokens:
    """Search tokens of one text, in order, repeated as often as they occur.

    Attributes:
        words: without stop words.
        bigrams: of CJK characters.
    """

    words: tuple[str, ...]
    bigrams: tuple[str, ...]


def normalise(text: str) -> str:
    """NFKC, case-folded, Simplified characters: what tokens are made from."""
    return simplify(unicodedata.normalize("NFKC", text).casefold())


class Tokeniser:
    """Cuts texts of one vault into tokens."""

    def __init__(self, segmenter: Segmenter) -> None:
        self.segmenter = segmenter

    def tokens(self, text: str) -> Tokens:
        """Words and bigrams of `text`."""
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
                bigrams.extend(map("".join, zip(piece, piece[1:], strict=False)))
        return Tokens(tuple(word for word in words if word not in STOP_WORDS), tuple(bigrams))


def latin_words(piece: str) -> list[str]:
    """`o'brien.tom@mail.com` -> the whole and its parts; `iphone15` -> also `iphone` and `15`."""
    if piece.endswith("'s"):
        piece = piece[:-2]
    piece = _without_marks(piece)
    parts = [part for part in _JOINTS.split(piece) if part.strip("+#")]
    found = [piece] if len(parts) > 1 else []
    for part in parts:
        found.append(stem(part))
        pieces = _LETTERS_OR_DIGITS.findall(part)
        if len(pieces) > 1:
            found.extend(stem(each) for each in pieces)
    return found


def _without_marks(word: str) -> str:
    if word.isascii():
        return word
    apart = unicodedata.normalize("NFD", word)
    return "".join(character for character in apart if not unicodedata.combining(character))
