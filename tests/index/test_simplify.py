"""Traditional characters become Simplified ones for matching."""

from __future__ import annotations

import opencc
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.index.simplify import simplify

OPENCC = opencc.OpenCC("t2s")


@pytest.mark.parametrize(
    ("traditional", "simplified"),
    [
        ("我住在陽光小區", "我住在阳光小区"),
        ("頭髮與發展", "头发与发展"),
        ("乾隆皇帝", "乾隆皇帝"),
        ("GitHub 備份", "GitHub 备份"),
        ("已经是简体", "已经是简体"),
        ("plain ascii", "plain ascii"),
        ("", ""),
    ],
)
def test_known_texts(traditional: str, simplified: str) -> None:
    assert simplify(traditional) == simplified


@given(st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), max_size=20))
def test_the_short_cut_gives_what_opencc_gives(text: str) -> None:
    assert simplify(text) == OPENCC.convert(text)
