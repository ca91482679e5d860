r"""Makes stored text harmless inside a prompt: it can open or close nothing there, and hide nothing.

A memory may hold anything, by accident (a pasted chat template) or on purpose (a synced vault is not only
written by its owner). What is done to it here only shows in the prompt; the vault keeps its bytes.
"""

from __future__ import annotations

import re
import unicodedata

_ANGLES = str.maketrans(
    {
        **dict.fromkeys("<＜﹤˂ᐸ❬❮⟨⧼", "‹"),
        **dict.fromkeys(">＞﹥˃ᐳ❭❯⟩⧽", "›"),
        **dict.fromkeys("`｀", "'"),
    }
)
_ENTITIES = {
    re.compile(r"&(?:lt|#0*60|#x0*3c);", re.IGNORECASE): "‹",
    re.compile(r"&(?:gt|#0*62|#x0*3e);", re.IGNORECASE): "›",
}
_LINE_ENDS = re.compile(r"\s*[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]\s*")
_JOINER = "\u200d"
_EMOJI = frozenset({"So", "Sk", "Mn"})  # symbols, skin tones, variation selectors
_INVISIBLE = frozenset({"Cc", "Cf", "Cn"})
_BRACKETED = re.compile(r"[\[［【〔⟦](?P<inside>[^\[\]［］【】〔〕⟦⟧]{1,120})[\]］】〕⟧]")
_CONTROL_WORDS = frozenset(
    {
        "inst", "sys", "system", "systemprompt", "toolcalls", "toolcall", "toolresults", "toolcontent",
        "availabletools", "user", "assistant", "modelsettings", "prefix", "suffix", "middle", "eos", "bos",
    }
)  # fmt: skip
_LOOK_ALIKES = {
    ord(look_alike): letter
    for letter, look_alikes in {
        "a": "аα", "b": "в", "c": "сϲ", "d": "ԁ", "e": "еε", "h": "һн", "i": "іιıɪ", "j": "јϳ", "k": "кκ",
        "l": "ⅼӏ", "m": "м", "n": "ոνη", "o": "оοօ", "p": "рρ", "s": "ѕꜱ", "t": "тτ", "u": "υս", "v": "ѵ",
        "w": "ԝ", "x": "хχ", "y": "уγ",
    }.items()
    for look_alike in look_alikes
}  # fmt: skip


def neutralise(text: str) -> str:
    """One line of visible text in which no delimiter or control token of a prompt is left.

    - Line ends become ` / `; control, zero-width and bidirectional characters go (those that join an
      emoji stay); half a surrogate pair becomes U+FFFD.
    - Angle brackets of every width, and as HTML entities, become `‹` and `›`, so no tag and no `<|…|>`
      remains; backticks become `'`.
    - Square brackets around a control word (`[INST]`, `[/ ＩＮＳＴ ]`, in look-alike letters too) become
      round ones.
    """
    text = _LINE_ENDS.sub(" / ", text.strip())
    text = "".join(_visible(text, place) for place in range(len(text)))
    for entity, bracket in _ENTITIES.items():
        text = entity.sub(bracket, text)
    text = _BRACKETED.sub(_rounded, text.translate(_ANGLES))
    return " ".join(text.split())


def _visible(text: str, place: int) -> str:
    character = text[place]
    category = unicodedata.category(character)
    if category == "Cs":
        return "\ufffd"
    if category == "Cc":
        return " "
    if category in _INVISIBLE:
        return character if character == _JOINER and _joins_emoji(text, place) else ""
    return character


def _joins_emoji(text: str, place: int) -> bool:
    neighbours = text[max(place - 1, 0) : place] + text[place + 1 : place + 2]
    return len(neighbours) == 2 and all(unicodedata.category(each) in _EMOJI for each in neighbours)


def _rounded(match: re.Match[str]) -> str:
    inside: str = match["inside"]
    return f"({inside})" if letters_of(inside) in _CONTROL_WORDS else match[0]


def letters_of(text: str) -> str:
    """The letters that `text` shows: lower-case, plain width, look-alikes of other scripts read as Latin."""
    folded = unicodedata.normalize("NFKD", text).casefold().translate(_LOOK_ALIKES)
    return "".join(character for character in folded if character.isalpha())
