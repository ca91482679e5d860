"""Which memories clearly stand in a line that cannot be read."""

from __future__ import annotations

import pytest

from vault.index.last_good import stands_in


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b'{"id": "mem_1", "content": "new words"', True),
        (b'{"id":"mem_1", oops', True),
        ('{"content": "养了一只猫",}'.encode(), True),
        (b'{"content": "\\u517b\\u4e86\\u4e00\\u53ea\\u732b",}', True),
        (b'{"id": "mem_10", "content": "other"', False),
        (b'{"id": "mem_2", "supersedes": ["mem_1"], "content": "moved"', False),
        ('{"content": "养了一只猫和一只狗",}'.encode(), False),
        (b"", False),
    ],
)
def test_its_id_or_its_whole_text_tells(line: bytes, expected: bool) -> None:
    assert stands_in("mem_1", "养了一只猫", [b"{}", line]) is expected


def test_no_broken_line_no_record() -> None:
    assert not stands_in("mem_1", "x", [])
