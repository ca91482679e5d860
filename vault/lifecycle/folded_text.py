r"""Text as it looks, for finding things in it: `１３８\u200b００…`, `sк-…`, `三二一` read as what they show.

Every folded character knows where it came from, so that a find can be cut out of the text as written.
Folding serves finding only; nothing folded is ever stored.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_LOOK_ALIKES = str.maketrans(
    {
        look_alike: letter
        for letter, look_alikes in {
            "a": "аɑα", "b": "Ьƅ", "c": "сϲ", "d": "ԁ", "e": "еҽ", "g": "ɡ", "h": "һ", "i": "іıι", "j": "јϳ",
            "k": "кκ", "l": "ⅼӏ", "m": "м", "n": "ոп", "o": "оοօ", "p": "рρ", "q": "ԛ", "r": "г", "s": "ѕꜱ",
            "t": "тτ", "u": "υս", "v": "ѵν", "w": "ԝѡ", "x": "хχ×", "y": "уγү", "z": "ᴢ",
            "A": "АΑ", "B": "ВΒ", "C": "СϹ", "E": "ЕΕ", "G": "Ԍ", "H": "НΗ", "I": "ІΙ", "J": "Ј", "K": "КΚ",
            "M": "МΜ", "N": "Ν", "O": "ОΟ", "P": "РΡ", "S": "Ѕ", "T": "ТΤ", "X": "ХΧ", "Y": "ҮΥ", "Z": "Ζ",
        }.items()
        for look_alike in look_alikes
    }
)  # fmt: skip
_INVISIBLE = frozenset({"Cf", "Mn", "Me"})
_TAGS = range(0xE0000, 0xE007F)
"""Invisible twins of ASCII: nobody sees them, a model may read them."""
_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_SPOKEN_DIGITS = str.maketrans(
    {
        look_alike: str(digit)
        for digit, look_alikes in enumerate(
            (
                "〇零○洞", "一壹弌幺〡", "二贰貳弍两兩〢", "三叁參叄弎〣", "四肆亖〤", "五伍〥", "六陆陸〦",
                "七柒拐〧", "八捌〨", "九玖勾〩",
            )
        )
        for look_alike in look_alikes
    }
)  # fmt: skip
_LETTERS_AS_DIGITS = str.maketrans("OolI|", "00111")
_NUMBER_WITH_LETTERS = re.compile(r"(?<![A-Za-z0-9|])[0-9OolI|]+(?=[xX]?(?![A-Za-z0-9|]))")
_NUMBER_BETWEEN_BARS = re.compile(r"(?<![A-Za-z0-9])[0-9OolI]+(?=[xX]?(?![A-Za-z0-9]))")
_MARKUP = re.compile(r"</?(?!t[dhr]\b|li\b)[A-Za-z][^<>]{0,200}>|<!--|-->|&#?\w{2,10};")
"""Tags, but for those of cells and items, and entities."""
_BARS = frozenset("丨ǀ∣│┃╎❘︱⏐")


@dataclass(frozen=True, slots=True)
class FoldedText:
    """A text as it looks.

    Attributes:
        text: folded; upper and lower case are kept.
        origins: for each folded character the index of the character it came from.
    """

    text: str
    origins: tuple[int, ...]

    def origin(self, start: int, end: int) -> tuple[int, int]:
        """The span in the text as written of the folded span `[start, end)`, which is not empty."""
        return self.origins[start], self.origins[end - 1] + 1

    def with_spoken_digits(self, *, bars: bool = True) -> FoldedText:
        """Chinese numerals, and O, l, I and | where they stand for digits, as these digits; same length.

        Args:
            bars: `|` stands for a digit; otherwise it stands between two groups of them.
        """
        numbers = _NUMBER_WITH_LETTERS if bars else _NUMBER_BETWEEN_BARS
        spoken = self.text.translate(_SPOKEN_DIGITS)
        return FoldedText(
            numbers.sub(lambda number: number[0].translate(_LETTERS_AS_DIGITS), spoken), self.origins
        )


def without_markup(folded: FoldedText) -> FoldedText | None:
    """The text as a browser shows it; None when there is no markup in it."""
    pieces: list[str] = []
    origins: list[int] = []
    place = 0
    for match in _MARKUP.finditer(folded.text):
        shown = html.unescape(match[0]).replace("\xa0", " ") if match[0].startswith("&") else ""
        pieces += (folded.text[place : match.start()], shown)
        origins += folded.origins[place : match.start()]
        origins += [folded.origins[match.end() - 1]] * len(shown)
        place = match.end()
    if not place:
        return None
    return FoldedText("".join(pieces) + folded.text[place:], (*origins, *folded.origins[place:]))


def fold(text: str) -> FoldedText:
    """`text` with other widths, digits, look-alikes, dashes and spaces made plain, and the invisible gone."""
    folded: list[str] = []
    origins: list[int] = []
    for place, character in enumerate(text):
        plain = character if character.isascii() else _plain(character)
        folded.append(plain)
        origins.extend([place] * len(plain))
    return FoldedText("".join(folded), tuple(origins))


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    category = unicodedata.category(character)
    if category in _INVISIBLE or character in _BLANK_LETTERS:
        return chr(ord(character) - _TAGS.start) if ord(character) in _TAGS else ""
    if category == "Pd":
        return "-"
    if category == "Zs":
        return " "
    digit = unicodedata.digit(character, None)
    if digit is not None:
        return str(digit)
    if character in _BARS:
        return "|"
    plain = unicodedata.normalize("NFKC", character).translate(_LOOK_ALIKES)
    return "".join(each for each in plain if unicodedata.category(each) not in _INVISIBLE)
