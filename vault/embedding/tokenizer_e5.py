"""The XLM-R tokenizer of multilingual-e5 as `tokenizer.json`, from the vocabulary in the weights.

The portable form, for other programs and as a second opinion in the tests. At run time `unigram` gives the
same ids from less memory. They differ for some 70 characters younger than the model, which NFKC changes and
the model's own table does not know.
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from vault.embedding.unigram import WORD_START
from vault.embedding.weights_e5s1 import Vocabulary

if TYPE_CHECKING:
    from tokenizers import Tokenizer, normalizers

FULL_WIDTH_TILDE = "\uff5e"
"""SentencePiece's `nmt_nfkc` leaves this one character alone, though NFKC has a form for it."""
SET_ASIDE = "\ufdd0"
"""A noncharacter that stands in for the tilde while NFKC runs."""


def build_tokenizer(vocabulary: Vocabulary, max_tokens: int) -> Tokenizer:
    """A tokenizer with the ids of the public XLM-R vocabulary.

    Unigram over the pieces; text is normalised as SentencePiece's `nmt_nfkc` does (NFKC, control
    characters dropped, every kind of space one space); `<s> ... </s>` around it; cut at `max_tokens`.
    """
    from tokenizers import AddedToken, Tokenizer, models, pre_tokenizers, processors

    pieces = vocabulary.pieces
    tokenizer = Tokenizer(models.Unigram(list(pieces), unk_id=vocabulary.unknown, byte_fallback=False))
    tokenizer.normalizer = _normalizer(vocabulary.normalisation)
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement=WORD_START, prepend_scheme="always")
    begin, end = pieces[vocabulary.begin][0], pieces[vocabulary.end][0]
    tokenizer.post_processor = processors.TemplateProcessing(
        single=f"{begin} $A {end}",
        pair=f"{begin} $A {end} {end} $B {end}",
        special_tokens=[(begin, vocabulary.begin), (end, vocabulary.end)],
    )
    special = (vocabulary.begin, vocabulary.padding, vocabulary.end, vocabulary.unknown)
    tokenizer.add_special_tokens([AddedToken(pieces[i][0], normalized=False) for i in special])
    tokenizer.enable_truncation(max_length=max_tokens)
    return tokenizer


def _normalizer(table: dict[str, str]) -> normalizers.Normalizer:
    from tokenizers import Regex, normalizers

    dropped = [c for c, replacement in table.items() if not replacement]
    spaces = [c for c, r in table.items() if r == " " != unicodedata.normalize("NFKC", c)]
    return normalizers.Sequence(
        [
            normalizers.Replace(Regex(_any_of(dropped)), ""),
            normalizers.Replace(Regex(_any_of(spaces)), " "),
            normalizers.Replace(FULL_WIDTH_TILDE, SET_ASIDE),
            normalizers.NFKC(),
            normalizers.Replace(SET_ASIDE, FULL_WIDTH_TILDE),
            normalizers.Replace(Regex(" {2,}"), " "),
            normalizers.Replace(Regex("^ | $"), ""),
        ]
    )


def _any_of(characters: list[str]) -> str:
    """A character class of Oniguruma, which `tokenizers` uses."""
    return "[" + "".join(f"\\x{{{ord(character):x}}}" for character in characters) + "]"
