"""Whatever is said: nothing is raised, evidence is quoted, and the same turns give the same candidates."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from tests.bench.bench_extract import PARTS, cases
from tests.lifecycle.extract.saying import SAID, resolve_time
from vault.lifecycle.extract.extraction import extract
from vault.lifecycle.extract.fragments import join_fragments
from vault.model.turn import Turn

_SAID = [case["say"] for part in PARTS for case in cases(part)]
_SCRAPS = [
    "我",
    "我们",
    "我妈",
    "老婆",
    "她",
    "你",
    "叫",
    "住在",
    "喜欢",
    "不吃",
    "对",
    "过敏",
    "每天",
    "下周二",
    "记住",
    "别忘了",
    "提醒我",
    "如果",
    "说",
    "吗",
    "？",
    "，",
    "。",
    "：",
    "；",
    "“",
    "”",
    "```",
    ">",
    "-",
    "[2026-01-05",
    "·",
    "偏好]",
    "密码是",
    "a1",
    "的",
    "了",
    "12月3日",
    "I",
    "I'm",
    "my",
    "wife",
    "don't",
    "like",
    "remember",
    "that",
    "live",
    "in",
    "every",
    "Friday",
    "at",
    "3pm",
    "?",
    ".",
    ",",
    '"',
    "\n",
    "😀",
    "\u200b",
    "<tool>",
    "我叫",
]
texts = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from(_SCRAPS), max_size=14).map("".join),
    st.lists(st.sampled_from(_SCRAPS), max_size=14).map(" ".join),
    st.lists(st.sampled_from(_SAID), min_size=1, max_size=3).map("，".join),
)
turns = st.builds(
    Turn,
    session_id=st.sampled_from(["s1", "s2"]),
    turn=st.integers(1, 9),
    role=st.sampled_from(["user", "assistant"]),
    content=texts,
    at=st.one_of(st.none(), st.integers(0, 10_000).map(lambda seconds: SAID + timedelta(seconds=seconds))),
)


@given(st.lists(turns, max_size=6))
def test_evidence_is_always_quoted(said: list[Turn]) -> None:
    for candidate in extract(said, resolve_time=resolve_time):
        assert candidate.evidence
        assert candidate.content.strip()
        assert any(
            candidate.evidence in turn.content
            for turn in said
            if (turn.session_id, turn.turn) == (candidate.session_id, candidate.turn)
        )


@given(st.lists(turns, max_size=5))
def test_the_same_turns_give_the_same_candidates(said: list[Turn]) -> None:
    assert extract(said, resolve_time=resolve_time) == extract(said, resolve_time=resolve_time)


@given(st.lists(turns, max_size=5))
def test_joining_never_adds(said: list[Turn]) -> None:
    found = extract(said, resolve_time=resolve_time)
    joined = join_fragments(found)
    assert len(joined) <= len(found)
    assert all(each.evidence in {other.evidence for other in found} for each in joined)


@given(st.sampled_from(_SAID))
def test_what_the_assistant_says_alone_is_nothing(text: str) -> None:
    assert extract([Turn("s1", 1, "assistant", text, SAID)], resolve_time=resolve_time) == ()
