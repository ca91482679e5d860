"""Long texts are cut at good places; nothing is lost, no grapheme is cut."""

from __future__ import annotations

from itertools import pairwise

import regex
from hypothesis import given
from hypothesis import strategies as st

from vault.index.pieces import Piece, cut_text

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
FLAG = "🇨🇳"
ACCENTED = "e\u0301\u0323"

ATOMS = st.sampled_from(
    [
        "我住在阳光小区",
        "。",
        "，",
        " ",
        "\n",
        "\n\n",
        "word",
        ". ",
        "- 项目\n",
        "```\n",
        "| a | b |\n",
        "a\r\n",
        FAMILY,
        FLAG,
        ACCENTED,
        "한",
        "नि",
        "\u2028",
    ]
)
TEXTS = st.lists(ATOMS, max_size=120).map("".join)


def pieces_of(text: str, least: int = 40, most: int = 100, overlap: int = 10) -> list[Piece]:
    return cut_text(text, least=least, most=most, overlap=overlap)


@given(TEXTS)
def test_nothing_but_blanks_is_left_out(text: str) -> None:
    covered = set()
    for piece in pieces_of(text):
        covered.update(range(piece.start, piece.end))
    assert all(position in covered for position, character in enumerate(text) if not character.isspace())


@given(TEXTS)
def test_pieces_go_forward_and_have_no_blank_ends(text: str) -> None:
    pieces = pieces_of(text)
    for piece in pieces:
        cut = text[piece.start : piece.end]
        assert cut == cut.strip() != ""
    for first, second in pairwise(pieces):
        assert first.start < second.start
        assert first.end < second.end


@given(TEXTS)
def test_pieces_are_bounded(text: str) -> None:
    longest = max((len(match) for match in regex.findall(r"\X", text)), default=0)
    assert all(piece.end - piece.start <= max(100, longest) for piece in pieces_of(text))


@given(TEXTS)
def test_no_grapheme_is_cut(text: str) -> None:
    ends = {0, *(match.end() for match in regex.finditer(r"\X", text))}
    for piece in pieces_of(text):
        # a line end of two characters at the edge is a blank and was stripped
        assert piece.start in ends or text[piece.start - 1].isspace()
        assert piece.end in ends or text[piece.end].isspace()


@given(TEXTS)
def test_only_the_last_piece_may_be_short(text: str) -> None:
    pieces = pieces_of(text, overlap=0)
    blanks = sum(character.isspace() for character in text)
    for piece in pieces[:-1]:
        assert piece.end - piece.start >= 40 - blanks


@given(TEXTS, st.integers(1, 30))
def test_overlaps_are_bounded(text: str, overlap: int) -> None:
    pieces = pieces_of(text, overlap=overlap)
    for first, second in pairwise(pieces):
        assert first.end - second.start <= overlap + len(FAMILY)


def test_a_short_text_is_one_piece() -> None:
    assert cut_text("  我住在阳光小区。\n") == [Piece(2, 10)]
    assert cut_text(" \n ") == []


def test_paragraphs_are_kept_whole_where_possible() -> None:
    paragraphs = ["一" * 240 + "。", "二" * 240 + "。", "三" * 240 + "。"]
    text = "\n\n".join(paragraphs)
    cut = [text[piece.start : piece.end] for piece in cut_text(text, overlap=0)]
    assert cut == ["\n\n".join(paragraphs[:2]), paragraphs[2]]


def test_a_sentence_is_not_cut_where_one_ends() -> None:
    text = "今天在家里整理了一下书架。" * 60
    for piece in cut_text(text):
        assert text[piece.start : piece.end].startswith("今天")
        assert text[piece.end - 1] == "。"


def test_neighbours_share_some_text() -> None:
    text = "".join(f"第{number}句话说的是第{number}件事。" for number in range(100))
    pieces = cut_text(text)
    assert len(pieces) > 2
    for first, second in pairwise(pieces):
        assert 0 < first.end - second.start <= 50


def test_code_is_cut_between_its_lines() -> None:
    code = "```python\n" + "".join(f"value_{n} = compute(a, b. c, {n})\n" for n in range(60)) + "```"
    lines = set(code.splitlines())
    for piece in cut_text(code, overlap=0):
        assert set(code[piece.start : piece.end].splitlines()) <= lines


def test_a_fence_is_not_cut_when_a_place_before_it_will_do() -> None:
    code = "```\n" + "x = 1\n" * 40 + "```"
    text = "说明文字。" * 60 + "\n\n" + code
    first, second = cut_text(text, overlap=0)
    assert text[second.start : second.end] == code
    assert text[first.start : first.end] == "说明文字。" * 60


def test_table_rows_stay_whole() -> None:
    table = "".join(f"| 第{n}行, 左. 右 | {n * 7} | 备注。备注 |\n" for n in range(60))
    rows = set(table.splitlines())
    for piece in cut_text(table, overlap=0):
        assert set(table[piece.start : piece.end].splitlines()) <= rows


def test_a_grapheme_longer_than_a_piece_is_not_cut() -> None:
    giant = "a" + "\u0301" * 700
    assert [(p.start, p.end) for p in cut_text(giant)] == [(0, 701)]
