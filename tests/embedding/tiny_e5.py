"""A whole E5S1 weight file of a few kilobytes, written from the description of the format."""

from __future__ import annotations

import struct

import numpy as np

HIDDEN, LAYERS, HEADS, FEED_FORWARD, POSITIONS = 64, 2, 2, 128, 32


def tiny_pieces() -> list[tuple[str, float]]:
    """Special tokens as in XLM-R, single characters, and a few words."""
    special = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)]
    characters = "▁abcdefghijklmnopqrstuvwxyz:,.0123456789你我他记得住哪吗家在北京上海喜欢猫狗"
    words = ["▁que", "ry", "▁passage", "记得", "喜欢", "北京", "上海"]
    scored = [(c, -8.0 - i / 100) for i, c in enumerate(characters)] + [(w, -6.0) for w in words]
    return [*special, *scored, ("<mask>", 0.0)]


def q4_0(rows: np.ndarray) -> bytes:
    """Float rows as Q4_0 blocks, written from the description of the format."""
    out = bytearray()
    for block in rows.reshape(-1, 32):
        scale = np.float16(max(float(np.abs(block).max()), 1e-4) / 7)
        nibbles = np.clip(np.round(block / np.float32(scale)) + 8, 0, 15).astype(np.uint8)
        out += scale.tobytes() + (nibbles[:16] | (nibbles[16:] << 4)).tobytes()
    return bytes(out)


def tiny_tensors(rng: np.random.Generator, vocabulary: int) -> dict[str, tuple[int, int, bytes]]:
    """Name to (type, count, bytes)."""
    made: dict[str, tuple[int, int, bytes]] = {}

    def matrix(name: str, rows: int, columns: int) -> None:
        made[name] = (1, rows * columns, q4_0(rng.normal(0, 0.2, (rows, columns)).astype(np.float32)))

    def floats(name: str, values: np.ndarray) -> None:
        made[name] = (0, values.size, values.astype("<f4").tobytes())

    def norm(name: str) -> None:
        floats(f"{name}.w", rng.normal(1, 0.1, HIDDEN))
        floats(f"{name}.b", rng.normal(0, 0.1, HIDDEN))

    matrix("emb.word", vocabulary, HIDDEN)
    floats("emb.pos", rng.normal(0, 0.1, POSITIONS * HIDDEN))
    floats("emb.type", rng.normal(0, 0.1, 2 * HIDDEN))
    norm("emb.ln")
    sizes = {"q": (HIDDEN, HIDDEN), "k": (HIDDEN, HIDDEN), "v": (HIDDEN, HIDDEN), "ao": (HIDDEN, HIDDEN)}
    sizes |= {"fi": (FEED_FORWARD, HIDDEN), "fo": (HIDDEN, FEED_FORWARD)}
    for layer in range(LAYERS):
        for part, (rows, columns) in sizes.items():
            matrix(f"l{layer}.{part}.w", rows, columns)
            floats(f"l{layer}.{part}.b", rng.normal(0, 0.1, rows))
        norm(f"l{layer}.aln")
        norm(f"l{layer}.oln")
    return made


def e5s1_bytes(pieces: list[tuple[str, float]], table: dict[str, str]) -> bytes:
    """A whole weight file, written from the description of the format."""
    vocabulary = len(pieces) + len(pieces) % 2
    head = struct.pack(
        "<4sI7ifi", b"E5S1", 1, HIDDEN, LAYERS, HEADS, FEED_FORWARD, vocabulary, POSITIONS, 2, 1e-6, 32
    )
    encoded = [text.encode() for text, _ in pieces]
    offsets = np.cumsum([0, *map(len, encoded)]).astype("<u4")
    head += struct.pack("<5iQ", len(pieces), 0, 2, 1, 3, int(offsets[-1])) + offsets.tobytes()
    head += np.array([score for _, score in pieces], "<f4").tobytes() + b"".join(encoded)
    entries = b"".join(
        struct.pack("<IB", ord(c), len(r)) + struct.pack(f"<{len(r)}I", *map(ord, r))
        for c, r in table.items()
    )
    head += struct.pack("<iI", len(table), len(entries)) + entries
    tensors = tiny_tensors(np.random.default_rng(7), vocabulary)
    start = len(head) + 4 + sum(2 + len(name) + 21 for name in tensors)
    directory, body = struct.pack("<i", len(tensors)), b""
    for name, (kind, count, content) in tensors.items():
        entry = struct.pack("<BIQQ", kind, count, start + len(body), len(content))
        directory += struct.pack("<H", len(name)) + name.encode() + entry
        body += content
    return head + directory + body
