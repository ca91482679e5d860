from __future__ import annotations

import pytest

from tests.lifecycle.extract.saying import clause
from vault.lifecycle.extract.candidate import Kind
from vault.lifecycle.extract.detail import is_detail


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("叫年糕", "pet"),
        ("两岁英短", "pet"),
        ("今年七岁", "family"),
        ("大的十岁", "family"),
        ("尤其是耶加雪菲", "liking"),
        ("一吃就起疹子", "health"),
        ("早上八点", "plan"),
        ("叫Tidepool", "project"),
        ("不用MySQL了", "decision"),
        ("Max and Lily", "family"),
        ("named Pepper", "pet"),
        ("especially jazz", "liking"),
    ],
)
def test_details(text: str, of: Kind) -> None:
    assert is_detail(clause(text), of)


@pytest.mark.parametrize(
    ("text", "of"),
    [
        ("我叫年糕", "pet"),
        ("最近胃不好", "liking"),
        ("喜欢爬山", "pet"),
        ("你叫什么", "family"),
        ("叫年糕", "food"),
        ("I am Max", "family"),
        ("max and lily", "liking"),
    ],
)
def test_no_details(text: str, of: Kind) -> None:
    assert not is_detail(clause(text), of)
