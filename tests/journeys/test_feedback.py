"""What people say of a memory shows in the next answer, and in no answer about anything else."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

import vault
from vault.api.vault import Vault

NOW = datetime(2026, 11, 30, 4, tzinfo=timezone.utc)

CHINESE = (
    "周日上午喜欢去湖边那家茶馆喝早茶",
    "周日上午常去老街那家茶馆喝早茶",
    "用户在医院做药剂师",
    "用户养了两只鹦鹉",
    "用户晚饭后会在小区里散步",
    "用户的儿子在读初二",
    "用户对花粉过敏",
    "用户想学水彩画",
    "用户手机里装了潮汐 app",
    "用户的车位在地下二层",
)
ENGLISH = (
    "The user likes to buy bread at the bakery on Mill Street",
    "The user often buys bread at the bakery by the station",
    "The user teaches chemistry at a grammar school",
    "The user keeps bees in the garden",
    "The user watches documentaries before going to bed",
    "The user's sister lives in Toronto",
    "The user is saving up for a sailing course",
    "The user cannot eat gluten",
    "The user repairs old radios",
    "The user takes the tram to work",
)
CASES = [
    pytest.param(CHINESE, "周日去哪喝早茶", "我想培养什么兴趣", "zh", id="zh"),
    pytest.param(ENGLISH, "where do I buy bread", "suggest something to watch tonight", "en", id="en"),
]
OTHERS = {
    "zh": ("我做什么工作", "我养了什么", "我的车停在哪", "今天股市怎么样", "帮我写一首诗"),
    "en": (
        "what is my job",
        "what animals do I keep",
        "where does my sister live",
        "how is the stock market",
    ),
}


def opened(root: Path, lines: tuple[str, ...], language: str) -> Vault:
    vault.create(root, user="u", language=language, timezone="UTC")
    texts = (
        {"id": f"mem_{at:02}", "content": text, "created_at": (NOW - timedelta(days=at)).isoformat()}
        for at, text in enumerate(lines)
    )
    facts = root / "facts" / "all.jsonl"
    facts.parent.mkdir(exist_ok=True)
    facts.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in texts), "utf-8")
    return vault.open(root)


def answers(opened: Vault, question: str, **options: object) -> dict[str, float]:
    """Ids with their relevance, best first."""
    hits = opened.recall(question, now=NOW, **options).hits  # type: ignore[arg-type]
    return {hit.id: hit.relevance for hit in hits}


@pytest.mark.parametrize(("lines", "near", "_beside", "language"), CASES)
def test_of_two_alike_the_other_one_comes_first_after_one_word(
    tmp_path: Path, with_model: Path, lines: tuple[str, ...], near: str, _beside: str, language: str
) -> None:
    with opened(tmp_path / "v", lines, language) as mine:
        first, second = list(answers(mine, near))[:2]
        assert {first, second} == {"mem_00", "mem_01"}
        mine.feedback(first, verdict="useless", now=NOW)
        assert list(answers(mine, near))[:2] == [second, first]
        mine.feedback(first, verdict="useful", now=NOW)
        assert list(answers(mine, near))[:2] == [first, second]
        mine.feedback(second, verdict="useful", now=NOW)
        assert list(answers(mine, near))[:2] == [second, first]


@pytest.mark.parametrize(("lines", "_near", "beside", "language"), CASES)
def test_what_proved_useless_again_and_again_is_no_longer_returned(
    tmp_path: Path, with_model: Path, lines: tuple[str, ...], _near: str, beside: str, language: str
) -> None:
    with opened(tmp_path / "v", lines, language) as mine:
        first = next(iter(answers(mine, beside)))
        relevances: list[float] = []
        while first in (now := answers(mine, beside)) and len(relevances) < 8:
            relevances.append(now[first])
            mine.feedback(first, verdict="useless", now=NOW)
        assert 2 <= len(relevances) < 8, "neither at the first word nor never"
        assert relevances == sorted(relevances, reverse=True)
        assert first in answers(mine, lines[int(first[-2:])]), "unless it is asked for in its own words"
        for _ in relevances:
            mine.feedback(first, verdict="useful", now=NOW)
        assert first in answers(mine, beside)


@pytest.mark.parametrize(("lines", "near", "beside", "language"), CASES)
@pytest.mark.parametrize("verdict", ["useful", "useless"])
def test_nothing_else_is_recalled_more_or_less_because_of_it(
    tmp_path: Path,
    with_model: Path,
    lines: tuple[str, ...],
    near: str,
    beside: str,
    language: str,
    verdict: str,
) -> None:
    with opened(tmp_path / "v", lines, language) as mine:
        questions = (*OTHERS[language], beside)
        gated = [answers(mine, each) for each in questions]
        everything = [answers(mine, each, gate=False, limit=20) for each in questions]
        for _ in range(8):
            mine.feedback("mem_00", "mem_01", verdict=verdict, now=NOW)  # type: ignore[arg-type]
        judged = {"mem_00", "mem_01"}
        assert [answers(mine, each) for each in questions] == gated
        for each, before in zip(questions, everything, strict=True):
            after = answers(mine, each, gate=False, limit=20)
            assert {name: after[name] for name in after if name not in judged} == {
                name: before[name] for name in before if name not in judged
            }
            assert all(after[name] <= before[name] for name in judged)
