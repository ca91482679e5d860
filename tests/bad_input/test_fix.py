"""`memvault check --fix` on a vault full of faults: what is not understood keeps its bytes."""

from __future__ import annotations

import json

import pytest

from tests.bad_input.conftest import Place

KEPT = [
    b'{"id": "mem_1", "content": "' + "没有写完".encode(),
    b"{'content': 'single quotes'}",
    b'["a list"]',
    b'{"type": "fact"}',
    b'{"id": "mem_2", "content": "\xff\xfe"}',
    b"\x00" * 16,
    b"",
    b"   \t",
    b'{"id":"mem_3",  "content" :"' + "间隔随意".encode() + b'","mood":"happy", "importance": 9 }',
]
"""Lines that are broken, blank, or fine but unusual."""


def test_only_what_is_safe_is_repaired(place: Place) -> None:
    without_id = '{"content": "没有编号的一条", "心情": "好"}'.encode()
    place.write("facts/a.jsonl", b"\xef\xbb\xbf" + b"\r\n".join([*KEPT[:4], without_id, *KEPT[4:]]))
    result = place.command("check", "--fix", "--yes")
    assert "Traceback" not in result.stderr

    data = (place.root / "facts" / "a.jsonl").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.endswith(b"\r\n")
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\r\n")
    assert lines[:4] + lines[5:-1] == KEPT
    assert lines[4].startswith(without_id.removesuffix(b"}"))
    record = json.loads(lines[4])
    assert record.pop("id").startswith("mem_")
    assert record == {"content": "没有编号的一条", "心情": "好"}


@pytest.mark.parametrize(
    "data",
    [
        pytest.param('{"content": "没有编号"}\n'.encode("utf-16"), id="UTF-16"),
        pytest.param('{"content": "没有编号"}\n<<<<<<< HEAD\n{"content": "甲"}\n=======\n{"content": "乙"}\n>>>>>>> b\n'.encode(), id="a conflict of git"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(range(256)), id="a picture"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_understood_is_not_touched(place: Place, data: bytes) -> None:
    place.write("facts/a.jsonl", data)
    place.write("notes/a.md", data)
    before = place.snapshot()
    result = place.command("check", "--fix", "--yes")
    assert result.returncode == 1
    assert place.snapshot() == before


def test_a_second_run_finds_nothing_to_repair(place: Place) -> None:
    place.write(
        "facts/a.jsonl",
        '{"content": "没有编号的一条"}\n{"content": "没有编号的一条"}\n{"content": "最后一条"}',
    )
    assert place.command("check", "--fix", "--yes").returncode == 0
    before = place.snapshot()
    assert place.command("check", "--fix", "--yes").returncode == 0
    assert place.snapshot() == before
    assert len({each["id"] for each in place.answer("list")["memories"]}) == 3


def test_without_consent_nothing_is_written(place: Place) -> None:
    place.write("facts/a.jsonl", '{"content": "没有编号的一条"}\n')
    before = place.snapshot()
    result = place.command("check", "--fix")
    assert "没有编号的一条" in result.stderr
    assert place.snapshot() == before
