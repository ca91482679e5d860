"""Each kind of value: as specified, as other programs write it, and as nobody should."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest

from vault.format.field_value import (
    IGNORE,
    FieldFault,
    read_content,
    read_count,
    read_flag,
    read_ids,
    read_instant,
    read_name,
    read_relations,
    read_sensitive,
    read_share,
    read_source,
    read_status,
    read_tags,
    read_text,
    read_type,
    read_user,
)
from vault.format.json_line import JsonFloat
from vault.model.memory import MEMORY_TYPES, STATUSES, Relation, Source

SHANGHAI = ZoneInfo("Asia/Shanghai")
Read = Callable[[object, tzinfo], object]


@pytest.mark.parametrize(
    ("reader", "value", "expected"),
    [
        (read_text, " as it is ", " as it is "),
        (read_name, " mem_1 ", "mem_1"),
        (read_user, "林", "林"),
        (read_content, " 年糕 ", " 年糕 "),
        (read_flag, True, True),
        (read_flag, False, False),
        (read_sensitive, False, False),
        (read_share, 0, 0),
        (read_share, 1, 1),
        (read_share, 0.25, 0.25),
        (read_count, 3, 3),
        (read_count, 3.0, 3),
        (read_count, "3", 3),
        (read_instant, "2026-01-08", datetime(2026, 1, 7, 16, tzinfo=timezone.utc)),
        (read_instant, 1767871200, datetime(2026, 1, 8, 11, 20, tzinfo=timezone.utc)),
        (read_tags, ["a", " b ", "#c", "", "a"], ("a", "b", "c")),
        (read_tags, "猫，狗、鸟; fish, #bird", ("猫", "狗", "鸟", "fish", "bird")),
        (read_tags, "side project", ("side project",)),
        (read_tags, [2026, "x"], ("2026", "x")),
        (read_tags, [], ()),
        (read_ids, ["mem_1", "mem_2", "mem_1"], ("mem_1", "mem_2")),
        (read_ids, "mem_1", ("mem_1",)),
        (read_relations, [{"type": "part_of", "target": "mem_1", "x": 1}], (Relation("part_of", "mem_1"),)),
        (read_source, {}, Source()),
        (
            read_source,
            {"kind": "agent", "session_id": "s", "message_ids": ["m1", 2], "agent_id": 7, "x": []},
            Source("agent", "s", ("m1", "2"), "7"),
        ),
    ],
)
def test_good_values(reader: Read, value: object, expected: object) -> None:
    assert reader(value, SHANGHAI) == expected


@pytest.mark.parametrize(
    ("reader", "value", "code", "use"),
    [
        (read_text, 42, "wrong-type", "42"),
        (read_text, JsonFloat("1.10"), "wrong-type", "1.10"),
        (read_text, True, "wrong-type", IGNORE),
        (read_text, ["a"], "wrong-type", IGNORE),
        (read_user, 8899, "wrong-type", "8899"),
        (read_flag, "yes", "wrong-type", True),
        (read_flag, "否", "wrong-type", False),
        (read_flag, 1, "wrong-type", True),
        (read_flag, "maybe", "wrong-type", IGNORE),
        (read_flag, 0.5, "wrong-type", IGNORE),
        (read_sensitive, "no", "wrong-type", False),
        (read_sensitive, "maybe", "wrong-type", True),
        (read_sensitive, [], "wrong-type", True),
        (read_share, "0.8", "wrong-type", 0.8),
        (read_share, "high", "wrong-type", IGNORE),
        (read_share, 5, "out-of-range", IGNORE),
        (read_share, -0.1, "out-of-range", IGNORE),
        (read_share, float("nan"), "out-of-range", IGNORE),
        (read_share, float("inf"), "out-of-range", IGNORE),
        (read_share, 10**400, "out-of-range", IGNORE),
        (read_share, True, "out-of-range", IGNORE),
        (read_share, None, "out-of-range", IGNORE),
        (read_count, -1, "out-of-range", IGNORE),
        (read_count, 1.5, "out-of-range", IGNORE),
        (read_count, float("inf"), "out-of-range", IGNORE),
        (read_instant, "soon", "bad-date", IGNORE),
        (read_instant, "2026-02-30", "bad-date", IGNORE),
        (read_instant, True, "bad-date", IGNORE),
        (read_instant, {}, "bad-date", IGNORE),
        (read_type, "habit", "unknown-type", "fact"),
        (read_type, ["fact"], "unknown-type", "fact"),
        (read_status, "hidden", "unknown-status", "inactive"),
        (read_status, False, "unknown-status", "inactive"),
        (read_tags, 3, "wrong-type", IGNORE),
        (read_tags, ["a", None, {}, True], "wrong-type", ("a",)),
        (read_ids, {}, "wrong-type", IGNORE),
        (read_relations, {}, "wrong-type", IGNORE),
        (
            read_relations,
            ["mem_1", {"type": "x"}, {"type": "x", "target": "y"}],
            "wrong-type",
            (Relation("x", "y"),),
        ),
        (read_source, "chat", "wrong-type", Source("import", channel="chat")),
        (read_source, "agent", "wrong-type", Source("agent")),
        (read_source, {"kind": "spy", "device": "d"}, "wrong-type", Source("import", device="d")),
        (read_source, 1, "wrong-type", IGNORE),
    ],
)
def test_other_values(reader: Read, value: object, code: str, use: object) -> None:
    with pytest.raises(FieldFault) as caught:
        reader(value, SHANGHAI)
    assert caught.value.code == code
    assert caught.value.use == use
    assert not caught.value.fatal
    assert caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize(
    ("reader", "value"), [(read_user, ["x"]), (read_user, True), (read_content, 42), (read_content, [])]
)
def test_values_without_which_a_record_is_not_used(reader: Read, value: object) -> None:
    with pytest.raises(FieldFault) as caught:
        reader(value, SHANGHAI)
    assert caught.value.fatal


def test_every_type_and_status_of_the_model_is_known() -> None:
    assert [read_type(name, SHANGHAI) for name in MEMORY_TYPES] == list(MEMORY_TYPES)
    assert [read_status(name, SHANGHAI) for name in STATUSES] == list(STATUSES)
