"""How many tokens a text will cost a language model, without a tokenizer."""

from __future__ import annotations

import math

_LETTERS_PER_TOKEN = 4
_SIGNS_PER_TOKEN = 2


def estimate_tokens(text: str) -> int:
    """A careful estimate, seldom below what the usual models count.

    One token for each character outside ASCII (Chinese mostly needs less with newer models), one for four
    letters or spaces of ASCII, one for two of its digits and signs.
    """
    letters = sum(
        1 for character in text if character.isascii() and (character.isalpha() or character == " ")
    )
    others = sum(1 for character in text if not character.isascii())
    signs = len(text) - letters - others
    return others + math.ceil(letters / _LETTERS_PER_TOKEN) + math.ceil(signs / _SIGNS_PER_TOKEN)
