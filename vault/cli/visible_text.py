"""Text of a vault on a terminal: a synced file must not be able to move the cursor or change colours."""

from __future__ import annotations

import unicodedata

_KEPT = "\n\t"
_PICTURES = {"\n": "␊", "\t": "␉"}
_REPLACEMENT = "\ufffd"


def on_one_line(text: object) -> str:
    """`visible`, with line ends and tabs as `␊` and `␉`: no name can look like a line of its own."""
    return "".join(_PICTURES.get(character, character) for character in visible(str(text)))


def visible(text: str) -> str:
    """The text with each control character replaced by one that shows it; its length stays.

    C0 controls become control pictures (`␛`), others and those that turn the direction of writing U+FFFD.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def _shown(character: str) -> str:
    code = ord(character)
    if character in _KEPT:
        return character
    if code < 0x20:
        return chr(0x2400 + code)
    hidden = (
        unicodedata.category(character) in ("Cc", "Cs")
        or 0x202A <= code <= 0x202E
        or 0x2066 <= code <= 0x2069
    )
    return _REPLACEMENT if hidden else character
