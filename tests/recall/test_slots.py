"""Which exact facts a question names, and what of them may be shown."""

from __future__ import annotations

import numpy as np
import pytest

from vault.index.record import Slot, StoredRecord
from vault.recall.slots import MASK, named_slots, shown_content

LIVING, STUDY, PARKING, WIFI, ADMIN = 1, 2, 3, 4, 5
SLOTS = (
    Slot("default", "接入密码", "客厅设备", LIVING, 11),
    Slot("default", "接入密码", "书房 NAS", STUDY, 12),
    Slot("default", "车位", "家", PARKING, 13),
    Slot("default", "Wi-Fi", "", WIFI, 14),
    Slot("default", "Wi-Fi 密码", "", ADMIN, 15),
)


@pytest.mark.parametrize(
    ("question", "passages", "certain", "exact"),
    [
        ("客厅设备的接入密码是什么", {LIVING}, {LIVING}, {LIVING}),
        ("客廳設備的接入密碼是什麼", {LIVING}, {LIVING}, {LIVING}),
        ("书房NAS的接入密码", {STUDY}, {STUDY}, {STUDY}),
        ("接入密码是多少", {LIVING, STUDY}, set(), set()),
        ("我的车位是几号", {PARKING}, set(), {PARKING}),
        ("wi-fi密码多少", {ADMIN}, set(), {ADMIN}),
        ("今天天气怎么样", set(), set(), set()),
        ("", set(), set(), set()),
    ],
)
def test_named(question: str, passages: set[int], certain: set[int], exact: set[int]) -> None:
    named = named_slots(question, SLOTS)
    assert set(named.passages) == passages
    assert named.certain == certain
    assert named.exact == exact


def test_only_what_may_be_returned_is_named() -> None:
    named = named_slots("接入密码", SLOTS).among(np.array([STUDY, WIFI], dtype=np.int64))
    assert named.passages == (STUDY,)
    assert named.ids.tolist() == [STUDY]


def record(**fields: object) -> StoredRecord:
    return StoredRecord(
        **{"id": "m", "user_id": "u", "type": "fact", "text": "t", "path": "p", "line": 1, **fields}  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(
    ("fields", "text", "exact", "shown"),
    [
        ({}, "养了一只猫", False, "养了一只猫"),
        ({"value": "8812"}, "门牌 8812", False, "门牌 8812"),
        ({"value": "8812"}, "门牌号", False, "门牌号: 8812"),
        ({"value": "8812", "sensitive": True}, "密码是 8812，别外传", True, "密码是 8812，别外传"),
        ({"value": "8812", "sensitive": True}, "门锁密码", True, "门锁密码: 8812"),
        ({"value": "8812", "sensitive": True}, "密码是 8812，别外传", False, f"密码是 {MASK}，别外传"),
        ({"value": "8812", "sensitive": True}, "门锁密码", False, "门锁密码"),
        ({"key": "密码", "scene": "门锁", "sensitive": True}, "暗号是芝麻", False, f"门锁 · 密码 {MASK}"),
        ({"sensitive": True}, "暗号是芝麻", False, MASK),
    ],
)
def test_shown(fields: dict[str, object], text: str, exact: bool, shown: str) -> None:
    assert shown_content(record(**fields), text, exact=exact) == shown
