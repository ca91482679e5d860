"""Memories as people and programs write them."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.format.defaults import Defaults
from vault.format.memory_line import MemoryFile, format_memory, parse_memories
from vault.format.schema_check import MEMORY_FIELDS
from vault.model.identifier import provisional_id
from vault.model.memory import MEMORY_TYPES, SOURCE_KINDS, STATUSES, Memory, Relation, Source

SHANGHAI = ZoneInfo("Asia/Shanghai")
DEFAULTS = Defaults(user_id="lin", timezone=SHANGHAI)


def parse(text: str | bytes, defaults: Defaults = DEFAULTS) -> MemoryFile:
    data = text if isinstance(text, bytes) else text.encode()
    return parse_memories(data, path="facts/a.jsonl", defaults=defaults)


def only(text: str, defaults: Defaults = DEFAULTS) -> Memory:
    (located,) = parse(text, defaults).memories
    return located.memory


def found(parsed: MemoryFile) -> list[tuple[int, int, str, str]]:
    return [(each.line, each.column, each.code, each.severity) for each in parsed.problems]


def test_a_line_as_found_in_the_wild() -> None:
    line = (
        '{"id": "mem_fact_0001", "user_id": "user_8899", "type": "fact", "content": "用户养了一只名叫年糕的猫，两岁英短。", '
        '"created_at": "2026-01-08T11:20:00Z", "hit_count": 3, "vector_id": "vec_0001", "status": "active"}\n'
    )
    parsed = parse(line)
    assert not parsed.problems
    assert parsed.memories[0].memory == Memory(
        id="mem_fact_0001",
        user_id="user_8899",
        content="用户养了一只名叫年糕的猫，两岁英短。",
        created_at=datetime(2026, 1, 8, 11, 20, tzinfo=timezone.utc),
        hit_count=3,
        vector_id="vec_0001",
    )


def test_content_alone_is_a_memory() -> None:
    memory = only('{"content": "喜欢听播客"}')
    assert memory == Memory(
        id=provisional_id("lin", "default", "喜欢听播客"),
        content="喜欢听播客",
        user_id="lin",
        provisional=True,
    )


def test_the_provisional_id_follows_user_namespace_and_content() -> None:
    lines = [
        '{"content": "a"}',
        '{"content": "b"}',
        '{"content": "a", "user_id": "wu"}',
        '{"content": "a", "namespace": "n"}',
    ]
    ids = [located.memory.id for located in parse("\n".join(lines)).memories]
    assert len(set(ids)) == 4
    assert only('{"tags": ["x"], "content": "a"}').id == ids[0]


def test_bare_dates_are_read_in_the_timezone_of_the_vault() -> None:
    line = '{"content": "x", "occurred_at": "2026-01-08"}'
    assert only(line).occurred_at == datetime(2026, 1, 7, 16, tzinfo=timezone.utc)
    assert only(line, Defaults()).occurred_at == datetime(2026, 1, 8, tzinfo=timezone.utc)


def test_nobody_is_guessed_without_a_default_user() -> None:
    assert only('{"content": "x"}', Defaults()).user_id == ""


def test_unknown_keys_are_kept() -> None:
    assert only('{"content": "x", "心情": ["好"], "score": 1e3}').extra == {"心情": ["好"], "score": 1000.0}


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("{}", 0),
        ('{"id": "mem_1"}', 0),
        ('{"content": null}', 13),
        ('{"content": ""}', 13),
        ('{"content": " \\n\\t"}', 13),
        ('{"content": "\\u200b\\ufeff　"}', 13),
    ],
)
def test_without_content_there_is_no_memory(line: str, column: int) -> None:
    parsed = parse(line + "\n")
    assert not parsed.memories
    assert found(parsed) == [(1, column, "missing-content", "error")]


def test_content_under_another_name_is_pointed_out() -> None:
    assert parse('{"text": "x"}\n').problems[0].hint == "did you mean `text` to be `content`?"


@pytest.mark.parametrize(
    ("line", "column", "code"),
    [
        ('{"content": "x", "importance": 1e999}', 32, "out-of-range"),
        ('{"content": "x", "importance": NaN}', 32, "out-of-range"),
        ('{"content": "x", "confidence": 7}', 32, "out-of-range"),
        ('{"content": "x", "pinned": "true"}', 28, "wrong-type"),
        ('{"content": "x", "created_at": "2026-13-01"}', 32, "bad-date"),
        ('{"content": "x", "hit_count": ' + "9" * 5000 + "}", 31, "out-of-range"),
        ('{"content": "x", "type": "habit"}', 26, "unknown-type"),
        ('{"content": "x", "status": "hidden"}', 28, "unknown-status"),
        ('{"content": "x", "source": "chat"}', 28, "wrong-type"),
        ('{"content": "猫", "contnet": "y"}', 29, "near-miss-key"),
        ('{"content": "y", "content": "x"}', 29, "duplicate-key"),
        ('{"content": "x\\ud83d"}', 13, "lone-surrogate"),
    ],
)
def test_a_fault_in_a_field_keeps_the_memory(line: str, column: int, code: str) -> None:
    parsed = parse(line + "\n")
    assert len(parsed.memories) == 1
    assert found(parsed) == [(1, column, code, "warning")]


def test_what_cannot_be_understood_is_rather_hidden_than_shown() -> None:
    memory = only('{"content": "x", "status": "quarantined", "sensitive": "perhaps"}')
    assert memory.status == "inactive"
    assert memory.sensitive


def test_an_unreadable_user_never_becomes_the_default_user() -> None:
    parsed = parse('{"content": "x", "user_id": ["wu"]}\n')
    assert not parsed.memories
    assert found(parsed) == [(1, 29, "wrong-type", "error")]


def test_the_same_line_twice() -> None:
    parsed = parse(
        '{"id": "mem_1", "content": "a"}\n{"content": "b"}\n{"id": "mem_1", "content": "a"} \r\n{"content": "b", "tags": "x"}'
    )
    assert [located.line for located in parsed.memories] == [1, 2, 3, 4]
    assert found(parsed) == [(3, 8, "duplicate-line", "warning"), (4, 0, "duplicate-line", "warning")]


def test_one_id_for_two_memories() -> None:
    parsed = parse('{"id": "mem_1", "content": "a"}\n{"id": "mem_1", "content": "b"}\n')
    assert found(parsed) == [(2, 8, "duplicate-id", "error")]
    assert parsed.problems[0].message == "`mem_1` is also the id of line 1"
    assert len(parsed.memories) == 2


def test_a_file_with_everything_wrong_keeps_its_good_lines() -> None:
    lines = [
        b"\xef\xbb\xbf" + b'{"content": "good 1"}\r\n',
        b"\n",
        b'{"content": "broken\n',
        b"\xff\xfe\n",
        b"<<<<<<< HEAD\n",
        b'{"id": "mem_1", "content": "ours"}\n',
        b"=======\n",
        b'{"id": "mem_1", "content": "theirs"}\n',
        b">>>>>>> phone\n",
        b"\0\0\0\n",
        b'{"content": "good 2"}\n',
        b'{"content": "unfinis',
    ]
    data = b"".join(lines)
    parsed = parse(data)
    assert [located.memory.content for located in parsed.memories] == ["good 1", "ours", "theirs", "good 2"]
    assert [(each.line, each.code) for each in parsed.problems] == [
        (3, "broken-json"),
        (4, "not-utf8"),
        (5, "conflict-marker"),
        (8, "duplicate-id"),
        (10, "nul-byte"),
        (12, "half-written-line"),
    ]
    assert not parsed.usable
    assert parsed.partial_last_line
    assert b"\xef\xbb\xbf" + b"".join(line.raw for line in parsed.lines) == data


def test_located_memories_point_at_their_bytes() -> None:
    data = b"\xef\xbb\xbf" + '\n{"content": "猫"}\r\n{"content": "b"}'.encode()
    for located in parse(data).memories:
        raw = located.raw
        assert raw.number == located.line
        assert data[raw.start : raw.start + len(raw.raw)] == raw.raw
        assert json.loads(raw.raw)["content"] == located.memory.content


def test_the_canonical_line() -> None:
    memory = Memory(
        id="mem_1",
        content="接入密码",
        user_id="lin",
        type="fact",
        key="接入密码",
        scene="客厅",
        value="niangao",
        tags=("设备",),
        importance=0.8,
        sensitive=True,
        created_at=datetime(2026, 1, 8, 11, 20, tzinfo=timezone.utc),
        relations=(Relation("part_of", "mem_0"),),
        source=Source("agent", message_ids=("m1",)),
        hit_count=7,
        vector_id="vec_1",
        extra={"心情": "好", "nan": float("nan")},
    )
    assert format_memory(memory) == (
        '{"id": "mem_1", "user_id": "lin", "type": "fact", "content": "接入密码", "key": "接入密码", "scene": "客厅", '
        '"value": "niangao", "tags": ["设备"], "importance": 0.8, "sensitive": true, '
        '"created_at": "2026-01-08T11:20:00Z", "relations": [{"type": "part_of", "target": "mem_0"}], '
        '"source": {"kind": "agent", "message_ids": ["m1"]}, "心情": "好", "nan": null}'
    )


def test_a_provisional_id_is_not_written() -> None:
    assert format_memory(only('{"content": "x"}', Defaults())) == '{"type": "fact", "content": "x"}'


def test_an_unknown_key_cannot_take_the_place_of_a_known_one() -> None:
    memory = Memory(id="mem_1", content="x", extra={"content": "y", "status": "forgotten"})
    assert format_memory(memory) == '{"id": "mem_1", "type": "fact", "content": "x"}'


TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=10)
NAMES = TEXTS.map(str.strip)
TAGS = st.lists(
    NAMES.map(lambda name: name.removeprefix("#").strip()).filter(bool), max_size=3, unique=True
).map(tuple)
TIMES = st.none() | st.datetimes(datetime(2, 1, 1), datetime(9998, 1, 1), timezones=st.just(timezone.utc))
SHARES = st.floats(0, 1)
MEMORIES = st.builds(
    Memory,
    id=NAMES.filter(bool),
    content=st.just("猫").flatmap(lambda text: TEXTS.map(lambda more: text + more)),
    user_id=NAMES.filter(bool),
    namespace=NAMES.filter(bool),
    type=st.sampled_from(MEMORY_TYPES),
    key=NAMES,
    scene=NAMES,
    value=TEXTS,
    tags=TAGS.filter(lambda tags: not any(tag.startswith("#") for tag in tags)),
    importance=SHARES,
    confidence=SHARES,
    pinned=st.booleans(),
    sensitive=st.booleans(),
    created_at=TIMES,
    updated_at=TIMES,
    occurred_at=TIMES,
    valid_from=TIMES,
    valid_until=TIMES,
    expires_at=TIMES,
    status=st.sampled_from(STATUSES),
    supersedes=TAGS.filter(lambda ids: not any(each.startswith("#") for each in ids)),
    superseded_by=st.just(()),
    relations=st.lists(st.builds(Relation, NAMES.filter(bool), NAMES.filter(bool)), max_size=2).map(tuple),
    source=st.none() | st.builds(Source, st.sampled_from(SOURCE_KINDS), NAMES, TAGS, NAMES, NAMES, NAMES),
    extra=st.dictionaries(NAMES.map(lambda name: f"x-{name}"), st.none() | st.integers() | TEXTS, max_size=2),
)


@given(MEMORIES)
def test_what_is_written_reads_back(memory: Memory) -> None:
    line = format_memory(memory)
    assert "\n" not in line
    parsed = parse(line + "\n")
    assert not [each for each in parsed.problems if each.code != "near-miss-key"]
    assert [located.memory for located in parsed.memories] == [memory]


@given(MEMORIES)
def test_keys_are_written_in_the_order_of_the_table(memory: Memory) -> None:
    keys = list(json.loads(format_memory(replace(memory, extra={}))))
    assert keys == [key for key in MEMORY_FIELDS if key in keys]
