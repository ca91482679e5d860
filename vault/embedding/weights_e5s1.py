"""Reading `e5-small-q4.bin`: a 4-bit multilingual-e5-small in one file (magic `E5S1`).

Layout, little-endian, tensors at absolute offsets:

    "E5S1" u32 version | i32 hidden, layers, heads, feed_forward, vocabulary, positions, types
    f32 layer_norm_epsilon, i32 block (32)
    i32 pieces, bos, eos, pad, unk | u64 blob_bytes | u32 offsets[pieces + 1] | f32 scores[pieces] | blob
    i32 entries, u32 table_bytes | entries x (u32 code_point, u8 n, u32 replacement[n])
    i32 tensors | tensors x (u16 length, name, u8 type (0 float32, 1 Q4_0), u32 count, u64 offset, u64 bytes)

A Q4_0 block is 32 weights in 18 bytes: a float16 scale, then 16 bytes whose low nibbles are weights 0-15
and whose high nibbles are weights 16-31; weight = (nibble - 8) * scale.

Only the file is read here; what is made of it: `graph_e5`, `tokenizer_e5`.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import numpy.typing as npt

MAGIC = b"E5S1"
VERSION = 1
BLOCK = 32
_BLOCK_TYPE = np.dtype([("scale", "<f2"), ("nibbles", "u1", (BLOCK // 2,))])
_HEADER = struct.Struct("<4sI7ifi")
_VOCABULARY_HEADER = struct.Struct("<5iQ")
_TENSOR_ENTRY = struct.Struct("<BIQQ")
_FLOAT32, _Q4_0 = 0, 1


class NotE5Weights(ValueError):
    """The bytes are not a complete E5S1 file."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of the network."""

    hidden: int
    layers: int
    heads: int
    feed_forward: int
    vocabulary: int
    positions: int
    types: int
    layer_norm_epsilon: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Unigram pieces in id order, the ids of the special ones, and the normalisation table.

    Attributes:
        pieces: `(text, log probability)` in id order.
        normalisation: code point -> what replaces it (may be empty).
    """

    pieces: tuple[tuple[str, float], ...]
    begin: int
    end: int
    padding: int
    unknown: int
    normalisation: dict[str, str]


@dataclass(frozen=True, slots=True)
class Quantised:
    """A 4-bit matrix of `rows` x `columns`.

    Attributes:
        nibbles: `(rows, columns / 32, 16)` uint8 in the order of ONNX Runtime: byte i of a block holds
            weight 2i (low) and weight 2i + 1 (high); weight = (nibble - 8) * scale.
        scales: `(rows, columns / 32)` float16.
    """

    nibbles: npt.NDArray[np.uint8]
    scales: npt.NDArray[np.float16]

    def expanded(self) -> npt.NDArray[np.float32]:
        """The matrix as float32, `(rows, columns)`."""
        values = np.stack((self.nibbles & 0x0F, self.nibbles >> 4), axis=-1).astype(np.float32) - 8.0
        values = values.reshape(*self.scales.shape, BLOCK) * self.scales[..., None].astype(np.float32)
        return values.reshape(self.scales.shape[0], -1)


class E5Weights:
    """An opened weight file; tensors are read when asked for.

    Args:
        path: of the file.

    Raises:
        NotE5Weights: wrong magic, version or a truncated file.
    """

    def __init__(self, path: Path) -> None:
        try:
            self._bytes = np.memmap(path, dtype=np.uint8, mode="r")
            position = self._read_header()
            position = self._read_vocabulary(position)
            self._read_directory(position)
        except (struct.error, ValueError, UnicodeDecodeError) as error:
            raise NotE5Weights(f"{path} is not a complete E5S1 file: {error}") from error

    def floats(self, name: str) -> npt.NDArray[np.float32]:
        """The float32 tensor `name`, flat."""
        kind, count, offset = self._tensors[name]
        if kind != _FLOAT32:
            raise NotE5Weights(f"tensor {name} is not float32")
        return self._bytes[offset : offset + 4 * count].view("<f4").astype(np.float32)

    def quantised(self, name: str, columns: int) -> Quantised:
        """The 4-bit matrix `name` with rows of `columns` weights."""
        kind, count, offset = self._tensors[name]
        if kind != _Q4_0:
            raise NotE5Weights(f"tensor {name} is not 4-bit")
        size = count // BLOCK * _BLOCK_TYPE.itemsize
        stored = self._bytes[offset : offset + size].view(_BLOCK_TYPE)
        stored = stored.reshape(-1, columns // BLOCK)
        return Quantised(_in_order(stored["nibbles"]), np.ascontiguousarray(stored["scale"]))

    def _read_header(self) -> int:
        magic, version, *sizes, epsilon, block = _HEADER.unpack(self._take(0, _HEADER.size))
        if magic != MAGIC or version != VERSION or block != BLOCK:
            raise ValueError(f"magic {magic!r}, version {version}, block {block}")
        names = [field.name for field in fields(Shape)]
        self.shape = Shape(**dict(zip(names, (*sizes, epsilon), strict=True)))
        return _HEADER.size

    def _read_vocabulary(self, position: int) -> int:
        head = _VOCABULARY_HEADER.unpack(self._take(position, _VOCABULARY_HEADER.size))
        count, begin, end, padding, unknown, blob_bytes = head
        position += _VOCABULARY_HEADER.size
        offsets = np.frombuffer(self._take(position, 4 * (count + 1)), "<u4").tolist()
        position += 4 * (count + 1)
        scores = np.frombuffer(self._take(position, 4 * count), "<f4").tolist()
        position += 4 * count
        blob = self._take(position, blob_bytes)
        position += blob_bytes
        pieces = tuple(
            (blob[start:stop].decode("utf-8"), score)
            for start, stop, score in zip(offsets[:-1], offsets[1:], scores, strict=True)
        )
        entries, table_bytes = struct.unpack("<iI", self._take(position, 8))
        position += 8
        table = _normalisation(self._take(position, table_bytes), entries)
        self.vocabulary = Vocabulary(pieces, begin, end, padding, unknown, table)
        return int(position + table_bytes)

    def _read_directory(self, position: int) -> None:
        (count,) = struct.unpack("<i", self._take(position, 4))
        position += 4
        self._tensors: dict[str, tuple[int, int, int]] = {}
        for _ in range(count):
            (length,) = struct.unpack("<H", self._take(position, 2))
            name = self._take(position + 2, length).decode("ascii")
            position += 2 + length
            kind, numbers, offset, size = _TENSOR_ENTRY.unpack(self._take(position, _TENSOR_ENTRY.size))
            position += _TENSOR_ENTRY.size
            self._take(offset, size)
            self._tensors[name] = (kind, numbers, offset)

    def _take(self, position: int, size: int) -> bytes:
        taken = self._bytes[position : position + size]
        if position < 0 or size < 0 or len(taken) != size:
            raise ValueError(f"ends at byte {len(self._bytes)}, {size} bytes were expected at {position}")
        return taken.tobytes()


def _in_order(split: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Nibbles from Q4_0 order (first half low, second half high) to neighbours in one byte."""
    low, high = split & 0x0F, split >> 4
    ordered = np.empty_like(split)
    half = split.shape[-1] // 2
    ordered[..., :half] = low[..., 0::2] | (low[..., 1::2] << 4)
    ordered[..., half:] = high[..., 0::2] | (high[..., 1::2] << 4)
    return ordered


def _normalisation(table: bytes, entries: int) -> dict[str, str]:
    replacements: dict[str, str] = {}
    position = 0
    for _ in range(entries):
        code_point, count = struct.unpack_from("<IB", table, position)
        position += 5
        points = struct.unpack_from(f"<{count}I", table, position)
        position += 4 * count
        replacements[chr(code_point)] = "".join(map(chr, points))
    return replacements
