"""Bytes to lines and text: byte-order marks, line ends, encodings. Nothing here knows JSON or Markdown.

A line ends with LF (a CR before it belongs to the line end); the last line may have no line end.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

BOM = codecs.BOM_UTF8
REPLACEMENT = "\ufffd"

_SAMPLE_BYTES = 8192
_NUL_SHARE_OF_BINARY = 0.1
_INVISIBLE = r"\s\u00ad\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u3164\ufeff"
_NOTHING_TO_SEE = re.compile(f"[{_INVISIBLE}]*")
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class RawLine:
    """One line as it is on disk.

    Attributes:
        number: 1-based.
        start: byte offset in the file (a byte-order mark counts, but belongs to no line).
        raw: the bytes, line end included.
    """

    number: int
    start: int
    raw: bytes


def byte_order_mark(data: bytes) -> bytes:
    """The UTF-8 byte-order mark at the start of the file, or nothing."""
    return BOM if data.startswith(BOM) else b""


def split_lines(data: bytes) -> list[RawLine]:
    """Cut a file into lines; the byte-order mark and all `raw` joined are the file, byte for byte."""
    start = len(byte_order_mark(data))
    lines: list[RawLine] = []
    while start < len(data):
        end = data.find(b"\n", start) + 1 or len(data)
        lines.append(RawLine(len(lines) + 1, start, data[start:end]))
        start = end
    return lines


def foreign_encoding(data: bytes) -> str | None:
    """`utf16` or `not-text` when the file as a whole cannot be read as UTF-8, else None.

    Judged by the byte-order mark and by NUL bytes in the first 8 KB. Single faulty bytes do not count,
    nor does a tail of NULs behind a good first line, as a crash leaves it.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_BE)):
        return "utf16"
    sample = data[:_SAMPLE_BYTES]
    nuls = sample.count(0)
    if nuls <= len(sample) * _NUL_SHARE_OF_BINARY or b"\0" not in sample.partition(b"\n")[0]:
        return None
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    one_half_of_each_pair = min(even, odd) == 0 or max(even, odd) > 8 * min(even, odd)
    return "utf16" if one_half_of_each_pair and len(sample) > 1 else "not-text"


def looks_like_gb18030(raw: bytes) -> bool:
    """Whether bytes that are not UTF-8 read as Chinese in GB18030 (GBK), the older Windows encoding."""
    try:
        text = raw.decode("gb18030")
    except UnicodeDecodeError:
        return False
    foreign = [character for character in text if character > "\x7f"]
    chinese = sum(
        "\u4e00" <= c <= "\u9fff" or "\u3000" <= c <= "\u303f" or "\uff00" <= c <= "\uffef" for c in foreign
    )
    return bool(foreign) and chinese >= len(foreign) * 0.9


def is_blank(text: str) -> bool:
    """Whether there is nothing to see: blanks of any kind, zero-width characters, a stray byte-order mark."""
    return _NOTHING_TO_SEE.fullmatch(text) is not None


def without_surrogates(text: str) -> str:
    """The text with each lone surrogate, which UTF-8 cannot hold, as U+FFFD."""
    return _SURROGATE.sub(REPLACEMENT, text)


def without_nul_characters(text: str) -> str:
    """The text with each NUL, which SQLite's word index stops at, as U+FFFD."""
    return text.replace("\0", REPLACEMENT)
