from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest

from vault.format.field_value import IGNORE, FieldFault
from vault.format.yaml_text import COLLECTION_KEY
from vault.format.yaml_value import (
    read_yaml_flag,
    read_yaml_instant,
    read_yaml_tags,
    read_yaml_text,
    read_yaml_title,
    read_yaml_user,
)

SHANGHAI = ZoneInfo("Asia/Shanghai")
DAY = datetime(2026, 1, 7, 16, tzinfo=timezone.utc)
Read = Callable[[object, tzinfo], object]


@pytest.mark.parametrize(
    ("reader", "value", "expected"),
    [
        (read_yaml_text, " 周会 ", "周会"),
        (read_yaml_text, [["Home"]], "Home"),
        (read_yaml_text, "null", IGNORE),
        (read_yaml_title, "null", "null"),
        (read_yaml_title, "no", "no"),
        (read_yaml_title, "<% tp.file.title %>", IGNORE),
        (read_yaml_title, {COLLECTION_KEY: None}, IGNORE),
        (read_yaml_title, "{{title}} notes", IGNORE),
        (read_yaml_user, "wu", "wu"),
        (read_yaml_instant, "2026-01-08", DAY),
        (read_yaml_instant, [["2026-01-08"]], DAY),
        (read_yaml_instant, "[[2026-01-08]]", DAY),
        (read_yaml_instant, "[[2026-01-08|Thursday]]", DAY),
        (read_yaml_instant, "2026-01-08 08:00", datetime(2026, 1, 8, tzinfo=timezone.utc)),
        (read_yaml_instant, "{{date}}", IGNORE),
        (read_yaml_instant, "~", IGNORE),
        (read_yaml_flag, "yes", True),
        (read_yaml_flag, "True", True),
        (read_yaml_flag, "off", False),
        (read_yaml_flag, "是", True),
        (read_yaml_flag, "~", IGNORE),
        (read_yaml_tags, ["a", "#b"], ("a", "b")),
        (read_yaml_tags, "旅行，大理", ("旅行", "大理")),
        (read_yaml_tags, "#a #b/c", ("a", "b/c")),
        (read_yaml_tags, "one tag", ("one tag",)),
        (read_yaml_tags, "<% tags %>", IGNORE),
    ],
)
def test_values_of_front_matter(reader: Read, value: object, expected: object) -> None:
    assert reader(value, SHANGHAI) == expected


@pytest.mark.parametrize(
    ("reader", "value", "code"),
    [
        (read_yaml_text, {"a": "b"}, "wrong-type"),
        (read_yaml_text, ["a", "b"], "wrong-type"),
        (read_yaml_instant, "next week", "bad-date"),
        (read_yaml_flag, "maybe", "wrong-type"),
        (read_yaml_tags, {"a": "b"}, "wrong-type"),
        (read_yaml_tags, ["a", {"b": None}], "wrong-type"),
    ],
)
def test_faults(reader: Read, value: object, code: str) -> None:
    with pytest.raises(FieldFault) as caught:
        reader(value, SHANGHAI)
    assert caught.value.code == code
    assert not caught.value.fatal


def test_a_user_that_cannot_be_read_costs_the_note() -> None:
    with pytest.raises(FieldFault) as caught:
        read_yaml_user(["wu", "li"], SHANGHAI)
    assert caught.value.fatal
