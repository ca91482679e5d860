from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lifecycle.mask_cases import KEPT, MASKED
from tests.lifecycle.mask_held_out import HELD_OUT
from vault.lifecycle.mask import DEFAULT_KINDS, MASK_KINDS, Masked, MaskKind, mask

ALL = frozenset(MASK_KINDS)
PIECES = st.sampled_from(
    [text for _, text, _ in MASKED]
    + KEPT
    + [
        "138",
        "0571",
        " ",
        "-",
        "****",
        "@",
        "。",
        "电话",
        "：",
        "1",
        "密码是",
        "8888",
        "sk-",
        "\n",
        "+86",
        "(",
        ")",
        "Ａ",
        "\u200b",
    ]
)


@pytest.mark.parametrize(("kind", "text", "masked"), MASKED, ids=[text[:24] for _, text, _ in MASKED])
def test_masked(kind: MaskKind, text: str, masked: str) -> None:
    result = mask(text)
    assert result.text == masked
    assert {found.kind for found in result.found} == {kind}


@pytest.mark.parametrize("text", KEPT)
def test_kept(text: str) -> None:
    assert mask(text) == Masked(text, ())


@pytest.mark.parametrize(("kind", "text"), HELD_OUT, ids=[text[:24] for _, text in HELD_OUT])
def test_held_out(kind: MaskKind | None, text: str) -> None:
    assert {found.kind for found in mask(text).found} == ({kind} if kind else set())


@pytest.mark.parametrize("kind", MASK_KINDS)
def test_each_kind_can_be_left_out(kind: MaskKind) -> None:
    for other, text, _ in MASKED:
        found = {each.kind for each in mask(text, ALL - {kind}).found}
        assert kind not in found
        assert mask(text, {kind}).found if other == kind else True


def test_passwords_are_only_masked_on_request() -> None:
    text = "Wi-Fi 密码是 niangao-2612"
    assert "password" not in DEFAULT_KINDS
    assert mask(text).text == text
    assert mask(text, ALL).text == "Wi-Fi 密码是 ****"
    assert mask("the password is hunter2, ok", ALL).text == "the password is ****, ok"
    assert mask("忘记密码就点找回", ALL).found == ()


def test_found_spans_are_of_the_text_as_given() -> None:
    text = "妈妈 1\u200b3800138000，邮箱 a＠example.com"
    spans = [text[found.start : found.end] for found in mask(text).found]
    assert spans == ["1\u200b3800138000", "a＠example.com"]


def test_nothing_of_what_was_masked_is_left() -> None:
    text = "13800138000 和 4111 1111 1111 1111 和 11010519491231002X"
    assert mask(text).text == "138****8000 和 4111****1111 和 11****2X"


def pieces_outside(text: str, result: Masked) -> list[str]:
    edges = [0, *(edge for found in result.found for edge in (found.start, found.end)), len(text)]
    return [text[start:end] for start, end in zip(edges[::2], edges[1::2], strict=True)]


def stands_in_order(pieces: list[str], text: str) -> bool:
    place = 0
    for piece in pieces:
        place = text.find(piece, place)
        if place < 0:
            return False
        place += len(piece)
    return text.startswith(pieces[0]) and text.endswith(pieces[-1])


@settings(max_examples=300)
@given(st.lists(PIECES, max_size=6).map("".join) | st.text(st.characters(), max_size=60))
def test_total_idempotent_and_local(text: str) -> None:
    result = mask(text, ALL)
    again = mask(result.text, ALL)
    assert again == Masked(result.text, ())
    assert [found.start for found in result.found] == sorted(found.start for found in result.found)
    assert all(0 <= found.start < found.end <= len(text) for found in result.found)
    assert stands_in_order(pieces_outside(text, result), result.text)
    assert result.found or result.text == text


@settings(max_examples=100)
@given(st.text("0123456789 -+.()一三八O", max_size=40))
def test_digits_of_any_kind(text: str) -> None:
    result = mask(text)
    assert mask(result.text).text == result.text


def test_long_hostile_texts_end() -> None:
    for unit in (
        "1 ",
        "13800138000 ",
        "a@",
        "-----BEGIN PRIVATE KEY-----",
        "密码是",
        "eyJ.",
        "1-",
        "a.b-",
        "://a:",
    ):
        mask(unit * 2000, ALL)
