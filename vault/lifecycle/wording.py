"""The words of a sentence that carry its facts: without empty words, synonyms read as one."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from vault.lifecycle.folded_text import fold
from vault.lifecycle.text_cache import kept_by_text
from vault.lifecycle.word_pairs import EMPTY_WORDS, EMPTY_WORDS_EN, SYNONYMS, SYNONYMS_EN

_TOKEN = re.compile(r"[a-z0-9]+(?:[+#]{1,2}(?![a-z0-9]))?|[^\W\da-z_]|[^\w\s]", re.IGNORECASE)
_SPEAKER = re.compile(r"\b(?:the )?user(?:'s|s)?\b|\b(?:i|my)\b|用户的?|本人|我的?|咱")


@kept_by_text
def folded(text: str) -> str:
    """`text` as it looks, lower-case, blanks joined."""
    return " ".join(fold(text).text.casefold().split())


@kept_by_text
def same_text_form(text: str) -> str:
    """What two texts share that differ only in blanks, width, case and punctuation.

    Punctuation that makes a difference stays: inside numbers (`3.5`, `8:30`), signs, `C++`, `C#`, `%`.
    """
    text = fold(fold(text).text.casefold()).text  # letters that casefold takes apart look like others, too
    kept = (character for place, character in enumerate(text) if _counts(text, place, character))
    return "".join(kept)


@kept_by_text
def content_words(text: str) -> tuple[str, ...]:
    """The words of `text` (folded, lower-case) that carry facts; Han characters count one by one."""
    text = _synonym_pattern().sub(lambda match: _synonyms()[match[0]], text)
    text = EMPTY_WORDS.sub(" ", text)
    told = (token for token in _TOKEN.findall(text) if token not in EMPTY_WORDS_EN)
    tokens = (_stem(token) if token.isascii() else token for token in told)
    return tuple(token for token in tokens if token not in EMPTY_WORDS_EN and _is_word(token))


def speaks_of_user(text: str) -> bool:
    """Whether `text` (folded, lower-case) names the user: 我, 用户, I."""
    return bool(_SPEAKER.search(text))


def _counts(text: str, place: int, character: str) -> bool:
    category = unicodedata.category(character)
    if category[0] not in "PZC" and not character.isspace():
        return True
    before, behind = text[place - 1 : place], text[place + 1 : place + 2]
    if character in ".,:/" and before.isdigit() and behind.isdigit():
        return True
    if character == "-" and behind.isdigit() and not before.isalnum():
        return True
    return character in "#%" and (before.isalnum() or behind.isalnum())


def _is_word(token: str) -> bool:
    return unicodedata.category(token[0])[0] not in "PZC"


def _stem(word: str) -> str:
    known = _synonyms_en().get(word)
    if known:
        return known
    for ending, least in (("ing", 6), ("ies", 5), ("es", 6), ("ed", 6), ("s", 4)):
        if word.endswith(ending) and len(word) >= least and not word.endswith("ss"):
            word = word.removesuffix(ending) + ("y" if ending == "ies" else "")
            doubled = ending in ("ing", "ed") and len(word) > 3 and word[-1] == word[-2]
            word = word[:-1] if doubled and word[-1] not in "lsz" else word
            break
    return _synonyms_en().get(word, word.removesuffix("e") if len(word) > 3 else word)


@cache
def _synonyms() -> dict[str, str]:
    return {word: group[0] for group in SYNONYMS for word in group}


@cache
def _synonym_pattern() -> re.Pattern[str]:
    words = sorted((word for word in _synonyms()), key=len, reverse=True)
    return re.compile("|".join(rf"\b{word}\b" if word.isascii() else word for word in words))


@cache
def _synonyms_en() -> dict[str, str]:
    pairs = {word: group[0] for group in SYNONYMS_EN for word in group}
    return pairs | {word.removesuffix("e"): first for word, first in pairs.items() if len(word) > 3}
