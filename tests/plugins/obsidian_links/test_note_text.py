from __future__ import annotations

import pytest
from memvault_obsidian_links.note_text import Link, find_links, find_tags, with_parents


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("见[[西湖]]和[[旅行/杭州|那次旅行]]", [Link("西湖"), Link("旅行/杭州")]),
        ("[[西湖#春天]] [[西湖#^block|x]] [[西湖.md]]", [Link("西湖")] * 3),
        ("![[照片.png]] ![[年糕]]", [Link("照片.png", embedded=True), Link("年糕", embedded=True)]),
        ("[[#标题]] [[]] [[ ]] [[|x]]", []),
        ("[[a\nb]] [a](b) [[[c]]]", [Link("c")]),
        ("\\[[不是]]", []),
        ("`[[代码]]` ``[[也是`代码]]`` 后面[[是]]", [Link("是")]),
        ("```\n[[代码]]\n```\n[[是]]", [Link("是")]),
        ("~~~py\n[[代码]]\n~~~\n```\n[[没有结尾]]", []),
        ("%%[[注释]]%% <!-- [[注释]] --> $$[[x]]$$ [[是]]", [Link("是")]),
        ("| [[表格\\|别名]] |", [Link("表格")]),
    ],
)
def test_links(text: str, expected: list[Link]) -> None:
    assert list(find_links(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#旅行 和 #旅行/杭州，#2026年", ["旅行", "旅行/杭州", "2026年"]),
        ("（#括号）：#冒号", ["括号", "冒号"]),
        ("#a-b_c #Ünïcode", ["a-b_c", "Ünïcode"]),
        ("# 标题\n## 也是标题", []),
        ("#1984 #123/4", []),
        ("C#语言 a#b x##y", []),
        ("https://a.b/c#锚 [[西湖#春天]] [x](y#z)", []),
        ("`#代码` \n```\n#代码\n```\n%%#注释%%", []),
        ("#a/ #/b #c//d #-", ["a", "b", "c/d"]),
        ("#终点。", ["终点"]),
    ],
)
def test_tags(text: str, expected: list[str]) -> None:
    assert list(find_tags(text)) == expected


def test_a_nested_tag_is_also_what_it_lies_in() -> None:
    assert with_parents(["a/b/c", "a", "d"]) == ["a/b/c", "a/b", "a", "d"]


def test_long_texts_take_no_longer_than_they_should() -> None:
    """Openings that are never closed must not be tried over and over."""
    for text in (
        "[[" * 20_000,
        "`" * 20_001 + "x",
        "%%" * 10_001,
        "#" * 20_000,
        "```\n" * 5_001,
        "<!--" * 10_000,
    ):
        list(find_links(text))
        list(find_tags(text))
