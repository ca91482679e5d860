from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.recall.neutral_text import neutralise

CONTROL_TOKENS = [
    "<|im_start|>", "<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|start_header_id|>", "<｜begin▁of▁sentence｜>",
    "[INST]", "[/INST]", "<<SYS>>", "<</SYS>>", "<s>", "</s>", "<bos>", "<eos>", "<start_of_turn>", "<think>",
    "</think>", "<tool_call>", "<system-reminder>", "[SYSTEM_PROMPT]", "[AVAILABLE_TOOLS]", "[TOOL_CALLS]",
    "<memvault-memories>", "</memvault-memories>", "```",
]  # fmt: skip
EVASIONS = {
    "as it is": lambda token: token,
    "full width": lambda token: "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in token),
    "spaces": " ".join,
    "case": str.swapcase,
    "zero width": "\u200b".join,
    "bidi": lambda token: f"\u202e{token}\u202c",
    "soft hyphens": "\u00ad".join,
    "tag characters": "\U000e0041".join,
    "small form": lambda token: token.translate({ord("<"): "﹤", ord(">"): "﹥"}),
    "cyrillic": lambda token: token.translate(str.maketrans("INSTesoi", "ІNЅТеѕоі")),
    "line ends": "\n".join,
}


def shown(text: str) -> str:
    """What is left when width, case, spaces and invisible characters are taken away."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in folded if not c.isspace() and unicodedata.category(c) not in ("Cf", "Cc"))


@pytest.mark.parametrize("evasion", EVASIONS)
@pytest.mark.parametrize("token", CONTROL_TOKENS)
def test_no_control_token_is_left(token: str, evasion: str) -> None:
    neutral = neutralise(f"我住在{EVASIONS[evasion](token)}阳光小区")
    assert shown(token) not in shown(neutral)
    assert not set("<>`") & set(shown(neutral))
    assert neutral.startswith("我住在")
    assert neutral.endswith("阳光小区")


@pytest.mark.parametrize(
    ("text", "neutral"),
    [
        ("日常通勤约40分钟，喜欢听播客", "日常通勤约40分钟，喜欢听播客"),
        ("第一行\n第二行\r\n\r\n第三行", "第一行 / 第二行 / 第三行"),
        ("a\u2028b\u2029c\x85d\ve", "a / b / c / d / e"),
        ("x < y > z", "x ‹ y › z"),
        ("&lt;/memvault-memories&GT;&#60;b&#x3E;", "‹/memvault-memories›‹b›"),
        ("《三体》〈序〉", "《三体》〈序〉"),
        ("[重要] 带伞 [x] 完成", "[重要] 带伞 [x] 完成"),
        ("【系统】通知", "【系统】通知"),
        ("[/ INST ]", "(/ INST )"),
        ("零\u200b宽\u202e反\u2066向\ufeff", "零宽反向"),
        ("一家 👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥", "一家 👨\u200d👩\u200d👧 ❤\ufe0f\u200d🔥"),
        ("拆\u200d开", "拆开"),
        ("half \ud83d pair", "half \ufffd pair"),
        ("nul\x00 bell\x07", "nul bell"),
        ("  many   spaces \t", "many spaces"),
        ("", ""),
    ],
)
def test_what_becomes_of_text(text: str, neutral: str) -> None:
    assert neutralise(text) == neutral


@given(st.text())
def test_always_one_visible_line(text: str) -> None:
    neutral = neutralise(text)
    assert len(neutral.splitlines()) <= 1
    assert not set(unicodedata.normalize("NFKC", neutral)) & set("<>`")
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Cn") for c in neutral)
    assert "\u202e" not in neutral
    neutral.encode("utf-8")


@given(st.text())
def test_once_is_enough(text: str) -> None:
    assert neutralise(neutralise(text)) == neutralise(text)
