"""From the 4-bit weight file to a model folder. Done once; takes a few seconds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from vault.embedding.graph_e5 import build_graph
from vault.embedding.model_card import GRAPH, PIECES, TOKENIZER, ModelCard, write_card
from vault.embedding.tokenizer_e5 import build_tokenizer
from vault.embedding.unigram import compile_pieces
from vault.embedding.weights_e5s1 import E5Weights

CONVERTER_VERSION = 2
"""Raise it when a change here, in the graph, the tokenizer or the everyday sentences can change a vector or
the reference mean: folders made by another version are converted anew."""

STEPS = 4


def convert(weights: Path, folder: Path, card: ModelCard, progress: Callable[[int], None]) -> ModelCard:
    """Write `model.onnx`, `tokenizer.json`, `pieces.npz` and `model.yaml` into `folder`.

    Args:
        weights: the E5S1 file, its checksum verified.
        folder: exists and is empty.
        card: of the model; the converter's version is added.
        progress: called with the number of steps done, of `STEPS`.

    Returns:
        the card as written.

    Raises:
        NotE5Weights: not such a file.
    """
    opened = E5Weights(weights)
    progress(1)
    (folder / GRAPH).write_bytes(build_graph(opened).SerializeToString())
    progress(2)
    build_tokenizer(opened.vocabulary, card.max_tokens).save(str(folder / TOKENIZER), pretty=False)
    progress(3)
    compile_pieces(opened.vocabulary).save(folder / PIECES)
    card = replace(card, converter=CONVERTER_VERSION)
    write_card(folder, card)
    progress(4)
    return card
