"""The XLM-R tokenizer of multilingual-e5 as a `tokenizers` file, from the vocabulary in the weights."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from vault.embedding.weights_e5s1 import Vocabulary

if TYPE_CHECKING:
    from tokenizers import Tokenizer

WORD_START = "\u2581"
_SET_ASIDE = "\ufdd0"
"""A noncharacter: stands in for what NFKC would change and the table does not."""


def build_tokenizer(vocabulary: Vocabulary, max_tokens: int) -> Tokenizer:
    """A tokenizer that gives the ids of the public XLM-R vocabulary.

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


def _normalizer(table: dict[str, str]) -> object:
    from tokenizers import Regex, normalizers

    dropped, spaces, kept = _rules_beyond_nfkc(table)
    steps: list[object] = [
        normalizers.Replace(Regex(_character_class(dropped)), ""),
        normalizers.Replace(Regex(_character_class(spaces)), " "),
    ]
    # One character at most (the full-width tilde) must come through NFKC unchanged.
    for index, character in enumerate(kept):
        steps.append(normalizers.Replace(character, chr(ord(_SET_ASIDE) + index)))
    steps.append(normalizers.NFKC())
    for index, character in enumerate(kept):
        steps.append(normalizers.Replace(chr(ord(_SET_ASIDE) + index), character))
    steps += [normalizers.Replace(Regex(" {2,}"), " "), normalizers.Strip(left=True, right=True)]
    return normalizers.Sequence(steps)


def _rules_beyond_nfkc(table: dict[str, str]) -> tuple[list[str], list[str], list[str]]:
    """What the table does that NFKC does not: characters it drops, turns to a space, leaves alone."""
    dropped = [c for c, replacement in table.items() if not replacement]
    spaces = [c for c, r in table.items() if r == " " and unicodedata.normalize("NFKC", c) != " "]
    # U+FF5E is the only character with an NFKC form since Unicode 1.1 that the table leaves alone;
    # those of later Unicode versions are better normalised than unknown.
    kept = [c for c in ("\uff5e",) if c not in table]
    return dropped, spaces, kept


def _character_class(characters: list[str]) -> str:
    return "[" + "".join(f"\\x{{{ord(character):x}}}" for character in characters) + "]"
