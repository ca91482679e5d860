from __future__ import annotations

import pytest

from vault.api.telling import telling, told_problem
from vault.problem import Problem

PHONE = "13812345678"


@pytest.mark.parametrize(
    "text",
    [
        f"没有编号为 {PHONE} 的记忆",
        f"order {PHONE} is unknown",
        f"`{PHONE}` is no time",
        f"cannot read /tmp/{PHONE}.jsonl",
        "用户 weichen@example.com 不存在",
        "密码：niangao2612",
        "`xxx 1381234567…` is no date",
    ],
)
def test_nothing_of_it_is_told(text: str) -> None:
    told = telling(text)
    for secret in ("1381234567", "weichen", "niangao2612"):
        assert secret not in told
    assert telling(told) == told


@pytest.mark.parametrize(
    "text",
    [
        "facts/auto/laptop/2026-11.jsonl:12:3 bad-date `下周` is not a time",
        "no memory mem_0h7k3m9p2q4r6s8t0v1w2x",
        "cannot listen on port 13812 of 127.0.0.1",
        "/home/lin/记忆/notes/2026-11-30.md 是空的",
    ],
)
def test_the_rest_is(text: str) -> None:
    assert telling(text) == text


def test_problems_are_told_likewise() -> None:
    problem = Problem("stdin", 1, 1, "wrong-type", f"`{PHONE}` is a number", f'write it as text: "{PHONE}"')
    told = told_problem(problem)
    assert PHONE not in f"{told} {told.hint}"
    assert (told.code, told.line) == ("wrong-type", 1)
