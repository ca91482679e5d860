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

from vault.lifecycle.bank_card import bank_cards, is_spread_bank_card, masked_bank_card
from vault.lifecycle.digit_groups import Grouped, grouped_numbers
from vault.lifecycle.email_address import email_addresses, masked_email_address
from vault.lifecycle.folded_text import FoldedText, fold, without_markup
from vault.lifecycle.id_card import id_cards, is_spread_id_card, masked_id_card
from vault.lifecycle.phone_number import is_spread_phone_number, masked_phone_number, phone_numbers
from vault.lifecycle.secret import masked_secret, passwords, secrets

MaskKind = Literal["secret", "password", "email", "id_card", "bank_card", "phone"]
MASK_KINDS: tuple[MaskKind, ...] = get_args(MaskKind)
"""All kinds; where two claim the same characters, the earlier one gets them."""
DEFAULT_KINDS: frozenset[MaskKind] = frozenset(MASK_KINDS) - {"password"}
"""All but `password`: people ask for the password of their Wi-Fi to be remembered."""

_Finder = Callable[[str], Iterator[tuple[int, int]]]
_FINDERS: dict[MaskKind, _Finder] = {
    "secret": secrets,
    "password": passwords,
    "email": email_addresses,
    "id_card": id_cards,
    "bank_card": bank_cards,
    "phone": phone_numbers,
}
_SPREAD: dict[MaskKind, Callable[[str, Grouped], bool]] = {
    "id_card": is_spread_id_card,
    "bank_card": is_spread_bank_card,
    "phone": is_spread_phone_number,
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
    spans = _find(text, kinds)
    if not spans:
        return Masked(text, ())
    pieces = [_Piece(character, place, place + 1) for place, character in enumerate(text)]
    for _ in range(_MOST_ROUNDS):
        pieces = _replaced(pieces, spans)
        spans = _find("".join(piece.text for piece in pieces), kinds)
        if not spans:
            break
    found = tuple(Found(piece.kind, piece.start, piece.end) for piece in pieces if piece.kind)
    return Masked("".join(piece.text for piece in pieces), found)


def _find(text: str, kinds: Collection[MaskKind]) -> list[tuple[int, int, MaskKind, str]]:
    """Spans in `text` that do not overlap, in order, each with its kind and its folded characters."""
    folded = fold(text)
    plain = [each for each in (folded, without_markup(folded)) if each is not None]
    spoken = [each for one in plain for each in _spoken(one) if each.text != one.text]
    spread = _spread((*plain, *spoken), kinds)
    taken = bytearray(len(text))
    chosen: list[tuple[int, int, MaskKind, str]] = []
    for kind in MASK_KINDS:
        if kind not in kinds:
            continue
        candidates = list(spread.get(kind, ()))
        for view in (*plain, *spoken) if kind in _SPREAD else plain:
            candidates += _as_written(view, _FINDERS[kind](view.text))
        for start, end, shown in sorted(candidates, key=lambda span: (span[0], -span[1])):
            if taken.find(1, start, end) < 0:
                taken[start:end] = b"\x01" * (end - start)
                chosen.append((start, end, kind, shown))
    return sorted(chosen)


def _spread(
    views: Iterable[FoldedText], kinds: Collection[MaskKind]
) -> dict[MaskKind, list[tuple[int, int, str]]]:
    """Numbers whose groups are held apart by anything."""
    found: dict[MaskKind, list[tuple[int, int, str]]] = {kind: [] for kind in _SPREAD if kind in kinds}
    for view in views if found else ():
        for grouped in grouped_numbers(view.text):
            for kind in found:
                if _SPREAD[kind](view.text, grouped):
                    found[kind] += _as_written(view, [(grouped.start, grouped.end)])
    return found


def _spoken(folded: FoldedText) -> Iterator[FoldedText]:
    """The ways in which what is no digit may stand for one."""
    yield folded.with_spoken_digits()
    if "|" in folded.text:
        yield folded.with_spoken_digits(bars=False)


def _as_written(folded: FoldedText, spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    for start, end in spans:
        yield *folded.origin(start, end), folded.text[start:end]


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
