"""Bytes to lines and text: byte-order marks, line ends, encodings. Nothing here knows JSON or Markdown.

A line ends with LF (a CR before it belongs to the terminator); the last line may have none.
"""

from __future__ import annotations

from dataclasses import dataclass

BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class RawLine:
    """One line as it is on disk.

    Attributes:
        number: 1-based.
        start: byte offset in the file (a byte-order mark counts, but belongs to no line).
        raw: the bytes, terminator included.
    """

    number: int
    start: int
    raw: bytes


def byte_order_mark(data: bytes) -> bytes:
    """The UTF-8 byte-order mark at the start of the file, or nothing."""
    return BOM if data.startswith(BOM) else b""


def split_lines(data: bytes) -> list[RawLine]:
    """Cut a file into lines; the mark and all `raw` joined are the file again, byte for byte."""
    start = len(byte_order_mark(data))
    lines: list[RawLine] = []
    while start < len(data):
        end = data.find(b"\n", start) + 1 or len(data)
        lines.append(RawLine(len(lines) + 1, start, data[start:end]))
        start = end
    return lines
