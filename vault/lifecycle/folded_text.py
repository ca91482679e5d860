r"""Text as it looks, for finding things in it: `１３８\u200b００…`, `sк-…`, `三二一` read as what they show.

Every folded character knows where it came from, so that a find can be cut out of the text as written.
Folding serves finding only; nothing folded is ever stored.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

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
_BLANK_LETTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
_SPOKEN_DIGITS = str.maketrans(
    {
        look_alike: str(digit)
        for digit, look_alikes in enumerate(
            ("Oo〇零○", "lI|一壹幺", "二贰貳", "三叁參", "四肆", "五伍", "六陆陸", "七柒", "八捌", "九玖")
        )
        for look_alike in look_alikes
    }
)


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

    def with_spoken_digits(self) -> FoldedText:
        """Chinese numerals and the letters O, l, I as the digits they stand for; same length."""
        return FoldedText(self.text.translate(_SPOKEN_DIGITS), self.origins)


def fold(text: str) -> FoldedText:
    """`text` with other widths, digits, look-alikes, dashes and spaces made plain, and the invisible gone."""
    folded: list[str] = []
    origins: list[int] = []
    for place, character in enumerate(text):
        plain = character if character.isascii() else _plain(character)
        folded.append(plain)
        origins.extend([place] * len(plain))
    return FoldedText("".join(folded), tuple(origins))


def _plain(character: str) -> str:
    category = unicodedata.category(character)
    if category in _INVISIBLE or character in _BLANK_LETTERS:
        return ""
    if category == "Pd":
        return "-"
    if category == "Zs":
        return " "
    if category == "Nd":
        return str(unicodedata.decimal(character))
    plain = unicodedata.normalize("NFKC", character).translate(_LOOK_ALIKES)
    return "".join(each for each in plain if unicodedata.category(each) not in _INVISIBLE)
