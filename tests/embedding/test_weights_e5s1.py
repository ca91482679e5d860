from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

from tests.embedding.tiny_e5 import HIDDEN, e5s1_bytes, q4_0, tiny_pieces
from vault.embedding.weights_e5s1 import E5Weights, NotE5Weights, Quantised


def expanded(matrix: Quantised) -> np.ndarray:
    """Float32 rows of a quantised matrix, from the description of ONNX Runtime's order."""
    low, high = matrix.nibbles & 0x0F, matrix.nibbles >> 4
    values = np.stack((low, high), axis=-1).reshape(*matrix.scales.shape, 32).astype(np.float32) - 8
    return (values * matrix.scales[..., None].astype(np.float32)).reshape(len(matrix.scales), -1)


def test_header_vocabulary_and_table_are_read(tiny_weights: Path) -> None:
    weights = E5Weights(tiny_weights)
    assert (weights.shape.hidden, weights.shape.layers, weights.shape.heads) == (64, 2, 2)
    assert weights.shape.layer_norm_epsilon == pytest.approx(1e-6)
    pieces = tiny_pieces()
    assert [text for text, _ in weights.vocabulary.pieces] == [text for text, _ in pieces]
    assert [s for _, s in weights.vocabulary.pieces] == pytest.approx([s for _, s in pieces])
    special = (
        weights.vocabulary.begin,
        weights.vocabulary.padding,
        weights.vocabulary.end,
        weights.vocabulary.unknown,
    )
    assert special == (0, 1, 2, 3)
    assert weights.vocabulary.normalisation == {"\t": " ", "\x01": "", "Ａ": "A", "①": "1"}


def test_a_block_of_four_bit_weights_keeps_its_order(tmp_path: Path) -> None:
    """Scale 2; nibbles 0..15 for the first half, 15..0 for the second."""
    nibbles = np.concatenate((np.arange(16), np.arange(16)[::-1])).astype(np.uint8)
    block = np.float16(2).tobytes() + (nibbles[:16] | nibbles[16:] << 4).astype(np.uint8).tobytes()
    content = e5s1_bytes(tiny_pieces(), {})
    at = content.index(q4_0_of_first_row(content))
    path = tmp_path / "weights.bin"
    path.write_bytes(content[:at] + block + content[at + len(block) :])
    row = expanded(E5Weights(path).quantised("emb.word", HIDDEN))[0, :32]
    assert row.tolist() == [*range(-16, 16, 2), *range(14, -18, -2)]


def q4_0_of_first_row(content: bytes) -> bytes:
    """The first bytes of the first tensor of the file."""
    (offset,) = struct.unpack_from("<Q", content, content.index(b"emb.word") + len("emb.word") + 5)
    return content[offset : offset + 18]


def test_a_matrix_is_within_half_a_step_of_what_was_quantised(tiny_weights: Path) -> None:
    matrix = E5Weights(tiny_weights).quantised("l0.fi.w", HIDDEN)
    rows = expanded(matrix)
    again = np.frombuffer(q4_0(rows), np.uint8)
    assert rows.shape == (128, HIDDEN)
    assert len(again) == rows.size // 32 * 18
    assert np.abs(rows).max() <= 8 * matrix.scales.max()


def test_floats_are_read(tiny_weights: Path) -> None:
    norm = E5Weights(tiny_weights).floats("emb.ln.w")
    assert norm.shape == (HIDDEN,)
    assert norm.dtype == np.float32
    assert 0.5 < norm.mean() < 1.5


@pytest.mark.parametrize("kept", [0, 3, 20, 60, 200, 1000, 5000, -1])
def test_a_truncated_file_is_refused(tiny_weights: Path, tmp_path: Path, kept: int) -> None:
    path = tmp_path / "short.bin"
    path.write_bytes(tiny_weights.read_bytes()[:kept])
    with pytest.raises(NotE5Weights, match="not a complete E5S1 file"):
        E5Weights(path)


@pytest.mark.parametrize(
    ("at", "byte"), [(0, b"X"), (4, b"\x02"), (40, b"\x40")], ids=["magic", "version", "block"]
)
def test_another_kind_of_file_is_refused(tiny_weights: Path, tmp_path: Path, at: int, byte: bytes) -> None:
    content = bytearray(tiny_weights.read_bytes())
    content[at : at + 1] = byte
    path = tmp_path / "other.bin"
    path.write_bytes(content)
    with pytest.raises(NotE5Weights):
        E5Weights(path)


def test_a_tensor_of_another_type_is_refused(tiny_weights: Path) -> None:
    weights = E5Weights(tiny_weights)
    with pytest.raises(NotE5Weights, match=r"emb\.word is not float32"):
        weights.floats("emb.word")
    with pytest.raises(NotE5Weights, match=r"emb\.pos is not 4-bit"):
        weights.quantised("emb.pos", HIDDEN)


def test_the_real_file_has_the_shape_of_the_model(real_weights: Path) -> None:
    weights = E5Weights(real_weights)
    assert (weights.shape.hidden, weights.shape.layers, weights.shape.heads) == (384, 12, 12)
    assert (weights.shape.vocabulary, weights.shape.positions) == (250_037, 512)
    assert len(weights.vocabulary.pieces) == 250_002
    assert weights.vocabulary.pieces[250_001][0] == "<mask>"
