"""Bad lines in a file of memories: each is reported with its place, and hides no other line."""

from __future__ import annotations

import json

import pytest

from tests.bad_input.conftest import Place

TEA = '{"id": "mem_tea", "content": "下午爱喝龙井"}'
TURTLE = '{"id": "mem_turtle", "content": "养了一只乌龟"}'
NEIGHBOURS = {"下午爱喝龙井", "养了一只乌龟"}


def with_bad_line(place: Place, bad: bytes | str) -> None:
    """`facts/a.jsonl`: the bad line stands in line 2, between two good ones."""
    middle = bad if isinstance(bad, bytes) else bad.encode()
    place.write("facts/a.jsonl", TEA.encode() + b"\n" + middle + b"\n" + TURTLE.encode() + b"\n")


@pytest.mark.parametrize(
    ("bad", "code"),
    [
        pytest.param('{"content": "少一个括号"', "broken-json", id="no closing brace"),
        pytest.param("{'content': '单引号'}", "broken-json", id="single quotes"),
        pytest.param('{"content": "多一个逗号",}', "broken-json", id="trailing comma"),
        pytest.param('{"content": “中文引号”}', "broken-json", id="Chinese quotation marks"),
        pytest.param('{"content": "甲"} {"content": "乙"}', "broken-json", id="two objects in one line"),
        pytest.param("只是一句话", "broken-json", id="plain text"),
        pytest.param('"只是一个字符串"', "not-an-object", id="a string"),
        pytest.param('["content"]', "not-an-object", id="a list"),
        pytest.param("42", "not-an-object", id="a number"),
        pytest.param("null", "not-an-object", id="null"),
        pytest.param('{"type": "fact"}', "missing-content", id="without content"),
        pytest.param('{"content": ""}', "missing-content", id="empty content"),
        pytest.param('{"content": " \\t　"}', "missing-content", id="blank content"),
        pytest.param('{"content": 42}', "wrong-type", id="content is a number"),
        pytest.param('{"content": ["一", "二"]}', "wrong-type", id="content is a list"),
        pytest.param(b'{"content": "\xff\xfe not text"}', "not-utf8", id="invalid UTF-8"),
        pytest.param('{"content": "四川菜"}'.encode("gb18030"), "not-utf8", id="GBK"),
        pytest.param(b"\x00" * 64, "nul-byte", id="NUL bytes as a crash leaves them"),
        pytest.param('{"content": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested-too-deep", id="deeply nested"),
        pytest.param('{"content": "深", "x": ' + '{"x": ' * 50_000 + "1" + "}" * 50_000 + "}", "nested-too-deep", id="deeply nested unknown key"),
    ],
)  # fmt: skip
def test_an_unusable_line_is_reported_and_the_others_are_used(
    place: Place, bad: bytes | str, code: str
) -> None:
    with_bad_line(place, bad)
    seen = place.see()
    assert seen.contents >= NEIGHBOURS
    assert seen.places(code) == ["facts/a.jsonl:2"]


def test_the_problem_says_where_and_what_to_do(place: Place) -> None:
    with_bad_line(place, '{"content": "多一个逗号",}')
    result = place.command("check")
    assert result.returncode == 1
    assert "facts/a.jsonl:2:" in result.stdout
    assert "broken-json" in result.stdout

    result = place.command("--json", "check")
    assert result.returncode == 1
    (problem,) = json.loads(result.stdout)["problems"]
    assert (problem["path"], problem["line"], problem["code"]) == ("facts/a.jsonl", 2, "broken-json")
    assert problem["column"] > 1
    assert problem["message"]
    assert problem["hint"]


def test_a_50_mb_line_is_reported_and_the_others_are_used(place: Place) -> None:
    with_bad_line(place, '{"content": "' + "长" * (50 * 1024 * 1024 // 3) + '"}')
    seen = place.see()
    assert seen.contents >= NEIGHBOURS
    assert seen.places("line-too-long") == ["facts/a.jsonl:2"]


def test_blank_lines_are_no_fault(place: Place) -> None:
    place.write("facts/a.jsonl", f"\n{TEA}\n\n   \n\t\n{TURTLE}\n\n")
    seen = place.see()
    assert seen.contents >= NEIGHBOURS
    assert not seen.problems


def test_half_a_pair_of_surrogates_becomes_a_replacement_character(place: Place) -> None:
    with_bad_line(place, '{"id": "mem_half", "content": "爱吃火锅 \\ud83d"}')
    seen = place.see()
    assert seen.contents >= NEIGHBOURS | {"爱吃火锅 \ufffd"}
    assert seen.places("lone-surrogate") == ["facts/a.jsonl:2"]
    assert place.recalled("我爱吃火锅吗")[:1] == ["爱吃火锅 \ufffd"]


def test_nul_inside_a_text_becomes_a_replacement_character(place: Place) -> None:
    with_bad_line(place, '{"id": "mem_nul", "content": "爱吃\\u0000火锅"}')
    seen = place.see()
    assert seen.contents >= NEIGHBOURS | {"爱吃\ufffd火锅"}
    assert seen.places("control-character") == ["facts/a.jsonl:2"]


@pytest.mark.parametrize(
    ("field", "code"),
    [
        pytest.param('"tags": "咖啡"', None, id="one tag without brackets"),
        pytest.param('"tags": {"a": 1}', "wrong-type", id="tags are an object"),
        pytest.param('"importance": "high"', "wrong-type", id="importance in words"),
        pytest.param('"importance": 7', "out-of-range", id="importance 7"),
        pytest.param('"confidence": -1', "out-of-range", id="confidence -1"),
        pytest.param('"pinned": "yes"', "wrong-type", id="pinned in words"),
        pytest.param('"key": 12', "wrong-type", id="key is a number"),
        pytest.param('"source": "wechat"', "wrong-type", id="source is a text"),
        pytest.param('"type": "recipe"', "unknown-type", id="unknown type"),
        pytest.param('"created_at": "2026-13-01"', "bad-date", id="month 13"),
        pytest.param('"created_at": "yesterday"', "bad-date", id="a date in words"),
        pytest.param('"expires_at": "2026-02-30"', "bad-date", id="30 February"),
        pytest.param('"created_at": "2026-01-05", "created_at": "2026-01-06"', "duplicate-key", id="a key twice"),
        pytest.param('"contnet": "打错了"', "near-miss-key", id="a key that is almost known"),
        pytest.param('"mood": "happy", "心情": "好"', None, id="unknown keys"),
    ],
)  # fmt: skip
def test_a_wrong_field_is_passed_over_and_the_memory_is_kept(
    place: Place, field: str, code: str | None
) -> None:
    with_bad_line(place, f'{{"id": "mem_odd", "content": "周末常去骑车", {field}}}')
    seen = place.see()
    assert seen.contents >= NEIGHBOURS | {"周末常去骑车"}
    assert place.recalled("我周末常去骑车吗")[:1] == ["周末常去骑车"]
    assert seen.codes == ({code} if code else set())
    if code:
        assert seen.places(code) == ["facts/a.jsonl:2"]


def test_a_memory_of_unknown_status_is_kept_but_not_recalled(place: Place) -> None:
    with_bad_line(place, '{"id": "mem_odd", "content": "周末常去骑车", "status": "maybe"}')
    seen = place.see()
    assert seen.places("unknown-status") == ["facts/a.jsonl:2"]
    assert "周末常去骑车" not in place.recalled("我周末常去骑车吗")


def test_one_id_twice_in_a_file(place: Place) -> None:
    place.write("facts/a.jsonl", f'{TEA}\n{{"id": "mem_tea", "content": "下午改喝白茶"}}\n{TURTLE}\n')
    seen = place.see()
    assert len(seen.contents & {"下午爱喝龙井", "下午改喝白茶"}) == 1
    assert "养了一只乌龟" in seen.contents
    assert "facts/a.jsonl:2" in seen.places("duplicate-id") or "facts/a.jsonl:1" in seen.places(
        "duplicate-id"
    )


def test_one_id_in_two_files(place: Place) -> None:
    place.write("facts/a.jsonl", f"{TEA}\n")
    place.write("facts/b.jsonl", f'{{"id": "mem_tea", "content": "下午改喝白茶"}}\n{TURTLE}\n')
    seen = place.see()
    assert len(seen.contents & {"下午爱喝龙井", "下午改喝白茶"}) == 1
    assert "养了一只乌龟" in seen.contents
    assert set(seen.places("duplicate-id")) & {"facts/a.jsonl:1", "facts/b.jsonl:1"}


def test_the_same_line_twice_is_one_memory(place: Place) -> None:
    place.write("facts/a.jsonl", f"{TEA}\n{TEA}\n{TURTLE}\n")
    seen = place.see()
    assert seen.contents >= NEIGHBOURS
    assert seen.places("duplicate-line") == ["facts/a.jsonl:2"]
    assert place.recalled("我下午爱喝什么茶，龙井吗").count("下午爱喝龙井") == 1


def test_both_sides_of_a_git_conflict_are_read(place: Place) -> None:
    place.write(
        "facts/a.jsonl",
        f'{TEA}\n<<<<<<< HEAD\n{{"id": "mem_1", "content": "周末常去骑车"}}\n=======\n'
        f'{{"id": "mem_2", "content": "周末常去爬山"}}\n>>>>>>> phone\n{TURTLE}\n',
    )
    seen = place.see()
    assert seen.contents >= NEIGHBOURS | {"周末常去骑车", "周末常去爬山"}
    assert "facts/a.jsonl:2" in seen.places("conflict-marker")
    assert "broken-json" not in seen.codes


def test_a_half_written_last_line_is_read_when_it_is_complete(place: Place) -> None:
    path = place.write("facts/a.jsonl", f'{TEA}\n{{"id": "mem_turtle", "content": "养了一')
    seen = place.see()
    assert "下午爱喝龙井" in seen.contents
    assert seen.places("half-written-line") == ["facts/a.jsonl:2"]

    path.write_text(f"{TEA}\n{TURTLE}\n", encoding="utf-8")
    seen = place.see()
    assert seen.contents >= NEIGHBOURS
    assert not seen.problems


def test_a_last_line_without_a_line_end_is_a_memory(place: Place) -> None:
    place.write("facts/a.jsonl", f"{TEA}\n{TURTLE}")
    seen = place.see()
    assert seen.contents >= NEIGHBOURS


@pytest.mark.parametrize("moment", ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z", "9999-12-31"])
@pytest.mark.parametrize("zone", ["Asia/Shanghai", "America/New_York"])
def test_a_time_at_the_edge_of_the_calendar_hurts_nobody(place: Place, moment: str, zone: str) -> None:
    place.write("vault.yaml", f"format: 1\nid: vault_edge\ndefault_user: lin\ntimezone: {zone}\n")
    place.write(
        "facts/edge.jsonl",
        json.dumps(
            {"content": "果酱可以放很久", "occurred_at": moment, "valid_until": "9999-12-31"},
            ensure_ascii=False,
        ),
    )
    assert "果酱可以放很久" in place.see().contents
    for arguments in (
        ["list"],
        ["recall", "果酱"],
        ["prompt", "果酱能放多久"],
        ["list", "--until", "9999-12-31"],
    ):
        ran = place.command(*arguments)
        assert ran.returncode in {0, 3}, ran.stderr
