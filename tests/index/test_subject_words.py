from __future__ import annotations

import pytest

from vault.index.segmenter import Segmenter
from vault.index.subject_words import subject_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("装修的报价今天出来了，帮我看看预算够不够", ("装修", "报价", "预算")),
        ("我下周要面试，帮我改一下简历，谢谢", ("面试", "简历")),
        ("裝修的報價", ("装修", "报价")),
        ("今天的问题是什么时候有时间", ()),
        (
            "I'm working on Tidepool with React. Could you help me with GraphQL?",
            ("Tidepool", "React", "GraphQL"),
        ),
        ("Please help me", ()),
        ("Why? I think so", ()),
        ("", ()),
    ],
)
def test_what_a_text_is_about(text: str, words: tuple[str, ...]) -> None:
    assert subject_words(text, Segmenter()) == words


def test_words_of_the_vault_count() -> None:
    assert "年糕糕" in subject_words("年糕糕又吐了", Segmenter(["年糕糕"]))
    assert subject_words("年糕糕又吐了", Segmenter()) == ("年糕",)
