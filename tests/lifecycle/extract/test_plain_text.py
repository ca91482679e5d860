from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.lifecycle.extract.plain_text import CUT, is_chinese, plain_text


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("我現在住在臺中", "我现在住在台中"),
        ("ＡＢＣ　１２３", "abc 123"),
        ("您好，妳好", "你好,你好"),
        ("搬到杭州啦", "搬到杭州了"),
        ("我在 Google 上班", "我在google上班"),
        ("我叫阿杰 住在杭州", "我叫阿杰,住在杭州"),
        ("I’m sure I can't, we've left", "i am sure i can not, we have left"),
        ("It's Anna's; she's 3; he'd go; I'll stay", "it is anna's; she is 3; he would go; i will stay"),
        ("a\t\r b", "a b"),
        ("零\u200b宽", "零宽"),
    ],
)
def test_plain_forms(written: str, plain: str) -> None:
    assert plain_text(written).text == plain


def test_what_is_found_is_quoted_as_written() -> None:
    text = plain_text("嗯，我現在住在 Taipei 101 附近！")
    place = text.text.index("taipei 101附近")
    assert text.as_written(place, place + len("taipei 101附近")) == "Taipei 101 附近"


def test_a_contraction_is_quoted_whole() -> None:
    text = plain_text("So I'm happy")
    start = text.text.index("i am")
    assert text.as_written(start, start + 4) == "I'm"


def test_an_empty_piece_is_empty() -> None:
    text = plain_text("我叫阿杰")
    assert text.as_written(2, 2) == ""
    assert text.as_written(4, 4) == ""


def test_what_is_not_read_is_one_mark() -> None:
    assert plain_text("abcdef", b"\x01\x00\x00\x00\x01\x01").text == f"a{CUT}ef"


def test_is_chinese() -> None:
    assert is_chinese("a 猫")
    assert not is_chinese("cat, 1。")


@given(st.text())
def test_places_never_go_back_and_lie_in_the_text(written: str) -> None:
    text = plain_text(written)
    assert len(text.origins) == len(text.text)
    assert list(text.origins) == sorted(text.origins)
    assert all(0 <= origin < len(written) for origin in text.origins)
    assert text.as_written(0, len(text.text)) in written
