from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.format.decode import (
    BOM,
    RawLine,
    byte_order_mark,
    foreign_encoding,
    is_blank,
    looks_like_gb18030,
    split_lines,
    without_surrogates,
)

LINE = '{"content": "年糕是一只猫"}\n'


@given(st.binary(max_size=200) | st.lists(st.sampled_from([BOM, b"a", b"\r", b"\n", b"\r\n"])).map(b"".join))
def test_lines_and_mark_joined_are_the_file(data: bytes) -> None:
    lines = split_lines(data)
    assert byte_order_mark(data) + b"".join(line.raw for line in lines) == data
    assert all(data[line.start : line.start + len(line.raw)] == line.raw for line in lines)
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))


def test_only_line_feeds_end_lines() -> None:
    assert split_lines(BOM + b"a\r\nb\rc\n\nd") == [
        RawLine(1, 3, b"a\r\n"),
        RawLine(2, 6, b"b\rc\n"),
        RawLine(3, 10, b"\n"),
        RawLine(4, 11, b"d"),
    ]


def test_an_empty_file_has_no_lines() -> None:
    assert split_lines(b"") == split_lines(BOM) == []


@pytest.mark.parametrize(
    "data",
    [
        LINE.encode("utf-16"),
        LINE.encode("utf-16-le"),
        LINE.encode("utf-16-be"),
        LINE.encode("utf-32"),
        codecs.BOM_UTF32_BE + LINE.encode("utf-32-be"),
    ],
)
def test_utf16_is_recognised_with_and_without_a_mark(data: bytes) -> None:
    assert foreign_encoding(data) == "utf16"


@pytest.mark.parametrize("data", [bytes(5000), b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\0>\0\x01\0\0\0"])
def test_binary_is_not_text(data: bytes) -> None:
    assert foreign_encoding(data) == "not-text"


@pytest.mark.parametrize(
    "data",
    [
        b"",
        LINE.encode(),
        BOM + LINE.encode(),
        LINE.encode("gbk"),
        LINE.encode() + bytes(5000),  # zeros a crash left behind good lines
        b"a\0b" + b"c" * 100,
    ],
)
def test_faults_of_single_lines_do_not_condemn_the_file(data: bytes) -> None:
    assert foreign_encoding(data) is None


def test_chinese_in_gbk_is_recognised() -> None:
    assert looks_like_gb18030("今天去了医院，一切都好。".encode("gbk"))
    assert not looks_like_gb18030(b"caf\xe9")
    assert not looks_like_gb18030(b"plain")


@pytest.mark.parametrize("text", ["", " \t", "\u3000", "\u200b\u200d", "\ufeff", "\u00ad\u2060"])
def test_nothing_to_see_is_blank(text: str) -> None:
    assert is_blank(text)


@pytest.mark.parametrize("text", ["a", "。", "😀", " x "])
def test_anything_to_see_is_not_blank(text: str) -> None:
    assert not is_blank(text)


def test_lone_surrogates_become_replacement_characters() -> None:
    assert without_surrogates("a\ud83d😀\udc00") == "a\ufffd😀\ufffd"
