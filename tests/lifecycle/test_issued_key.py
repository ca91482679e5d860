from __future__ import annotations

import pytest

from vault.lifecycle.issued_key import issued_keys

REST = "Rk7pQ2xW9vB4nM6tY8uJ3hG5fD1sA0zL"  # belongs to nobody


def longest(text: str) -> str:
    return max((text[start:end] for start, end in issued_keys(text)), key=len, default="")


@pytest.mark.parametrize(
    "key",
    [
        f"ghp_{REST}",
        f"ghp_{REST[:16]}\n{REST[16:]}",
        f"ghp_{REST[:16]}\r\n    {REST[16:]}",
        f"ghp_{REST[:16]} {REST[16:]}",
        f"ghp_ {REST}",
        f"sk-{REST[:8]} {REST[8:16]} {REST[16:24]} {REST[24:]}",
    ],
)
def test_a_key_is_found_to_its_end(key: str) -> None:
    assert longest(f"用这个 {key}") == key
    assert longest(f"用这个 {key} and then go on") == key
    assert longest(f"用这个 {key}，别外传") == key


def test_the_next_key_is_another_one() -> None:
    text = f"ghp_{REST} sk-{REST}"
    assert {text[start:end] for start, end in issued_keys(text)} == {f"ghp_{REST}", f"sk-{REST}"}


@pytest.mark.parametrize(
    "text", ["sk-learn is a library for python 3", "ghp_ is a prefix", "xoxb-", "AKIA of 2024", f"x{REST}"]
)
def test_a_prefix_is_no_key(text: str) -> None:
    assert longest(text) == ""
