"""Reading lines, before anything is known about memories."""

from __future__ import annotations

import json
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.format.json_text import json_objects
from vault.format.decode import BOM
from vault.format.json_line import MAX_DEPTH, MAX_LINE_BYTES, JsonLines, ObjectLine, read_json_lines
from vault.format.report import Report
from vault.problem import Problem

GOOD = b'{"content": "good"}\n'


def read(data: bytes) -> tuple[JsonLines, list[ObjectLine], tuple[Problem, ...]]:
    report = Report("a.jsonl")
    found: list[ObjectLine] = []
    text = read_json_lines(data, report, found.append)
    return text, found, report.problems()


def places(problems: tuple[Problem, ...]) -> list[tuple[int, int, str]]:
    return [(problem.line, problem.column, problem.code) for problem in problems]


@pytest.mark.parametrize(
    ("bad", "column", "code"),
    [
        (b'{"content": "x",}', 16, "broken-json"),
        ('{"内容": "猫" "x"}'.encode(), 12, "broken-json"),
        (b"[1]", 1, "not-an-object"),
        (b'"text"', 1, "not-an-object"),
        (b"null", 1, "not-an-object"),
        ('{"content": "猫'.encode() + b'\xff"}', 15, "not-utf8"),
        ('{"content": "今天下雨"}'.encode("gbk"), 14, "not-utf8"),
        (b'{"content": "\xed\xa0\xbd"}', 14, "not-utf8"),
        (b'{"content": "a\0b"}', 15, "nul-byte"),
        (b'{"content": ' + b"[" * 100_000, 0, "nested-too-deep"),
        (b'{"content": "' + b"x" * MAX_LINE_BYTES + b'"}', 0, "line-too-long"),
        (b'{"a": "' + b"[" * 50 + b'" 1}', 60, "broken-json"),
    ],
)
def test_one_bad_line_hides_no_other(bad: bytes, column: int, code: str) -> None:
    text, found, problems = read(GOOD + bad + b"\n" + GOOD)
    assert [line.line.number for line in found] == [1, 3]
    assert places(problems) == [(2, column, code)]
    assert problems[0].severity == "error"
    assert problems[0].hint
    assert text.usable
    assert not text.partial_last_line


def test_gbk_is_named() -> None:
    _, _, problems = read('{"content": "今天下雨"}\n'.encode("gbk"))
    assert problems[0].hint == "the line looks like GBK: save the file as UTF-8"


def test_blank_lines_are_legal() -> None:
    _, found, problems = read(
        b"\n  \r\n" + GOOD + b"\t\n" + "\u3000\u200b\n".encode() + BOM + b"\n" + GOOD + b"\n"
    )
    assert [line.line.number for line in found] == [3, 7]
    assert not problems


def test_byte_order_marks_and_crlf_are_legal_and_do_not_move_columns() -> None:
    data = BOM + b'{"content": "a"}\r\n' + BOM + b'{"content": "b"}\r\n{"content": "c",}\r\n'
    _, found, problems = read(data)
    assert [line.record for line in found] == [{"content": "a"}, {"content": "b"}]
    assert places(problems) == [(3, 16, "broken-json")]


@pytest.mark.parametrize("cut", range(1, len('{"content": "猫"}'.encode())))
def test_a_half_written_last_line_is_told_apart(cut: int) -> None:
    half = '{"content": "猫"}'.encode()[:cut]
    text, found, problems = read(GOOD + half)
    assert len(found) == 1
    assert [problem.code for problem in problems] == ["half-written-line"]
    assert text.partial_last_line


def test_a_whole_last_line_needs_no_line_end() -> None:
    text, found, problems = read(GOOD + GOOD.strip())
    assert len(found) == 2
    assert not problems
    assert not text.partial_last_line


def test_a_broken_last_line_with_a_line_end_is_not_half_written() -> None:
    text, _, problems = read(GOOD + b'{"content"\n')
    assert [problem.code for problem in problems] == ["broken-json"]
    assert not text.partial_last_line


@pytest.mark.parametrize(
    ("data", "code"),
    [(GOOD.decode().encode("utf-16"), "utf16"), (bytes(4096), "not-text")],
)
def test_a_file_that_is_not_utf8_is_left_alone(data: bytes, code: str) -> None:
    text, found, problems = read(data)
    assert not found
    assert not text.usable
    assert places(problems) == [(0, 0, code)]


def test_zeros_behind_good_lines_are_one_bad_line() -> None:
    text, found, problems = read(GOOD + bytes(4096))
    assert len(found) == 1
    assert text.usable
    assert places(problems) == [(2, 1, "nul-byte")]


def test_an_empty_file() -> None:
    assert read(b"") == (JsonLines((), usable=True, partial_last_line=False), [], ())


def test_both_sides_of_a_conflict_are_read_and_the_ancestor_is_not() -> None:
    data = b'<<<<<<< HEAD\n{"a": 1}\n||||||| base\n{"a": 0}\n=======\n{"a": 2}\n>>>>>>> theirs\n{"a": 3}\n'
    text, found, problems = read(data)
    assert [line.record["a"] for line in found] == [1, 2, 3]
    assert places(problems) == [(1, 1, "conflict-marker")]
    assert not text.usable


def test_a_key_that_stands_twice() -> None:
    _, found, problems = read(b'{"a": 1, "b": {"c": 1, "c": 2}, "a": 3}\n')
    assert found[0].record == {"a": 3, "b": {"c": 2}}
    assert [(problem.column, problem.message) for problem in problems] == [
        (0, "`c` stands twice"),
        (38, "`a` stands twice"),
    ]


def test_lone_surrogates_and_escaped_nul_are_replaced() -> None:
    line = (
        r'{"a": "ok \ud83d\ude00", "b": ["x\ud83d"], "c": "y\u0000", "k\udc00\u0000": 1, "d": "\\ud83d"}'
        "\n"
    )
    _, found, problems = read(line.encode())
    assert found[0].record == {
        "a": "ok 😀",
        "b": ["x\ufffd"],
        "c": "y\ufffd",
        "k\ufffd\ufffd": 1,
        "d": r"\ud83d",
    }
    assert places(problems) == [(1, 31, "lone-surrogate"), (1, 49, "control-character")]


def test_a_raw_tab_in_a_text_is_kept_and_named() -> None:
    _, found, problems = read(b'{"x": {"a": 1, "a": 2}, "content": "a\tb"}\n')
    assert found[0].record == {"x": {"a": 2}, "content": "a\tb"}
    assert places(problems) == [(1, 0, "duplicate-key"), (1, 38, "control-character")]


def test_odd_numbers_do_not_stop_the_reading() -> None:
    _, found, problems = read(b'{"a": 1e999, "b": NaN, "c": ' + b"9" * 5000 + b', "d": 1.10}\n')
    record = found[0].record
    assert record["a"] == float("inf")
    assert str(record["d"]) == "1.10"
    assert record["c"] == "9" * 5000
    assert not problems


def test_places_count_characters() -> None:
    _, found, _ = read('{"键": "值", "content": "猫"}\n'.encode())
    assert found[0].place("content") == (1, 23)
    assert found[0].place("missing") == (1, 0)


def test_the_depth_that_is_still_read() -> None:
    whole = b'{"a": ' + b"[" * (MAX_DEPTH - 1) + b"]" * (MAX_DEPTH - 1) + b"}\n"
    assert len(read(whole)[1]) == 1


def test_a_huge_line_is_passed_over_without_being_parsed() -> None:
    data = b'{"content": "' + b"x" * 50_000_000 + b'"}\n' + GOOD
    tracemalloc.start()
    _, found, problems = read(data)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert len(found) == 1
    assert places(problems) == [(1, 0, "line-too-long")]
    assert peak < 1.2 * len(data)  # the line is copied once, and never decoded


@given(st.lists(json_objects(), max_size=4))
def test_any_object_is_read_as_json_reads_it(texts: list[str]) -> None:
    _, found, _ = read("\n".join(texts).encode())
    assert [line.record for line in found] == [json.loads(text) for text in texts]


@given(
    st.binary(max_size=300)
    | st.lists(st.sampled_from([GOOD, b"\xff", b"{", b'"', b"\n", b"\\u"])).map(b"".join)
)
def test_no_bytes_make_it_raise(data: bytes) -> None:
    text, found, problems = read(data)
    assert all(1 <= problem.line <= len(text.lines) or problem.line == 0 for problem in problems)
    assert all(isinstance(line.record, dict) for line in found)
