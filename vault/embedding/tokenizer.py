"""Opening the tokenizer of a model folder: text to token ids."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from vault.embedding.model_card import PIECES, TOKENIZER
from vault.embedding.unigram import Pieces, UnigramTokenizer

if TYPE_CHECKING:
    from tokenizers import Tokenizer


class TextTokenizer(Protocol):
    """What `onnx_model` needs of a tokenizer; safe to call from several threads."""

    def encode(self, texts: Sequence[str]) -> list[list[int]]:
        """Ids of each text with the special tokens around it, cut at the token limit."""


def open_tokenizer(folder: Path, max_tokens: int) -> TextTokenizer:
    """The tokenizer of a model folder: from `pieces.npz` where there is one, else `tokenizer.json`.

    Raises:
        OSError, ValueError: neither can be read.
    """
    if (folder / PIECES).is_file():
        return UnigramTokenizer(Pieces.load(folder / PIECES), max_tokens)
    from tokenizers import Tokenizer

    try:
        tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    except Exception as error:  # `tokenizers` raises nothing more specific
        raise ValueError(f"{TOKENIZER}: {error}") from error
    return _HuggingFaceTokenizer(tokenizer, max_tokens)


class _HuggingFaceTokenizer:
    """A `tokenizer.json` of any kind."""

    def __init__(self, tokenizer: Tokenizer, max_tokens: int) -> None:
        tokenizer.no_padding()
        tokenizer.enable_truncation(max_length=max_tokens)
        self._tokenizer = tokenizer

    def encode(self, texts: Sequence[str]) -> list[list[int]]:
        """Ids of each text.

        One at a time: `encode_batch` would start as many threads as there are cores.
        """
        return [self._tokenizer.encode(text).ids for text in texts]
