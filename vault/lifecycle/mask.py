"""Masks personal data and secrets in a text, before it is written anywhere.

What a mask leaves: `138****5678` (phone), `11****4X` (identity card), `6222****8888` (bank card),
`z****@example.com`, `ghp_****` (secret). Enough to recognise one's own, too little to use. A masked text
masked again stays as it is. How each kind is recognised: one module each.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import Literal, get_args

from vault.lifecycle.bank_card import bank_cards, masked_bank_card
from vault.lifecycle.email_address import email_addresses, masked_email_address
from vault.lifecycle.folded_text import FoldedText, fold
from vault.lifecycle.id_card import id_cards, masked_id_card
from vault.lifecycle.phone_number import masked_phone_number, phone_numbers
from vault.lifecycle.secret import masked_secret, passwords, secrets

MaskKind = Literal["secret", "password", "email", "id_card", "bank_card", "phone"]
MASK_KINDS: tuple[MaskKind, ...] = get_args(MaskKind)
"""All kinds; where two claim the same characters, the earlier one gets them."""
DEFAULT_KINDS: frozenset[MaskKind] = frozenset(MASK_KINDS) - {"password"}
"""All but `password`: people ask for the password of their Wi-Fi to be remembered."""

_DIGIT_KINDS = frozenset({"id_card", "bank_card", "phone"})
_FINDERS: dict[MaskKind, Callable[[str], Iterator[tuple[int, int]]]] = {
    "secret": secrets,
    "password": passwords,
    "email": email_addresses,
    "id_card": id_cards,
    "bank_card": bank_cards,
    "phone": phone_numbers,
}
_MASKS: dict[MaskKind, Callable[[str], str]] = {
    "secret": masked_secret,
    "password": masked_secret,
    "email": masked_email_address,
    "id_card": masked_id_card,
    "bank_card": masked_bank_card,
    "phone": masked_phone_number,
}
_MOST_ROUNDS = 8
_LETTERS_AS_DIGITS = frozenset("OolI|")
_MOST_LETTERS_AS_DIGITS = 5


@dataclass(frozen=True, slots=True)
class Found:
    """Something that was masked: what it is and where it stood in the text as given, `[start, end)`."""

    kind: MaskKind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Masked:
    """A text that is safe to keep, and what was taken out of it, in order of place."""

    text: str
    found: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of the text and the span of the original that it stands for."""

    text: str
    start: int
    end: int
    kind: MaskKind | None = None


def mask(text: str, kinds: Collection[MaskKind] = DEFAULT_KINDS) -> Masked:
    """`text` with everything of these `kinds` masked; outside the found spans nothing changes.

    Never raises. Masking is repeated until nothing more is found, since what a mask leaves might, with what
    stands beside it, look like something else.
    """
    pieces = [_Piece(character, place, place + 1) for place, character in enumerate(text)]
    for _ in range(_MOST_ROUNDS):
        current = "".join(piece.text for piece in pieces)
        spans = _find(current, kinds)
        if not spans:
            break
        pieces = _replaced(pieces, spans)
    found = tuple(Found(piece.kind, piece.start, piece.end) for piece in pieces if piece.kind)
    return Masked("".join(piece.text for piece in pieces), found)


def _find(text: str, kinds: Collection[MaskKind]) -> list[tuple[int, int, MaskKind, str]]:
    """Spans in `text` that do not overlap, in order, each with its kind and its folded characters."""
    folded = fold(text)
    spoken = folded.with_spoken_digits()
    chosen: list[tuple[int, int, MaskKind, str]] = []
    for kind in MASK_KINDS:
        if kind not in kinds:
            continue
        candidates = list(_as_written(folded, _FINDERS[kind](folded.text)))
        if kind in _DIGIT_KINDS and spoken.text != folded.text:
            spans = _FINDERS[kind](spoken.text)
            candidates += _as_written(
                spoken, (span for span in spans if _mostly_digits(folded.text[slice(*span)]))
            )
        for start, end, shown in sorted(candidates, key=lambda span: (span[0], -span[1])):
            if all(end <= other[0] or other[1] <= start for other in chosen):
                chosen.append((start, end, kind, shown))
    return sorted(chosen)


def _as_written(folded: FoldedText, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    for start, end in spans:
        yield *folded.origin(start, end), folded.text[start:end]


def _mostly_digits(number: str) -> bool:
    return sum(character in _LETTERS_AS_DIGITS for character in number) <= _MOST_LETTERS_AS_DIGITS


def _replaced(pieces: list[_Piece], spans: list[tuple[int, int, MaskKind, str]]) -> list[_Piece]:
    """`pieces` with each span (of the joined text) become one masked piece.

    A piece that is cut by a span, as an earlier mask may be, goes into the new one whole.
    """
    ends = list(accumulate(len(piece.text) for piece in pieces))
    result: list[_Piece] = []
    done = 0
    for start, end, kind, shown in spans:
        first, last = max(bisect_right(ends, start), done), bisect_right(ends, end - 1)
        if last < first:
            continue
        result += pieces[done:first]
        result.append(_Piece(_MASKS[kind](shown), pieces[first].start, pieces[last].end, kind))
        done = last + 1
    return result + pieces[done:]
