from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vault.lifecycle.mask import MASK_KINDS, mask
from vault.lifecycle.masking import Masking
from vault.model.memory import Memory, Relation, Source
from vault.model.turn import Turn

MASKING = Masking(lambda text: mask(text, MASK_KINDS).text, "vault_1")
PHONE = "13812345678"
NAMES = st.sampled_from(
    [
        PHONE,
        "+8613912345678",
        "a@example.com",
        "whatsapp:",
        "agent:main",
        "/",
        " ",
        "组",
        "-",
        "7",
        "x",
        ":",
        "ghp_aZ3kQ9mB7xW2pL5vN8cR1tY6uJ4hG0fDsE2q",
    ]
)


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        (f"whatsapp:+86{PHONE}", "whatsapp:{}"),
        (f"agent:main:sms:{PHONE}:thread1", "agent:main:sms:{}:thread1"),
        ("mail:zhang@example.com", "mail:{}"),
        (f"电话{PHONE}的主人", "电话{}的主人"),
        (PHONE, "{}"),
    ],
)
def test_only_what_must_go_is_replaced(name: str, kept: str) -> None:
    before, behind = kept.split("{}")
    masked = MASKING.name(name)
    assert masked.startswith(f"{before}masked-")
    assert masked.endswith(behind)
    assert not any(map(str.isdigit, masked[len(before) : len(masked) - len(behind)]))


@pytest.mark.parametrize(
    "name",
    ["telegram:123456", "agent:main:main", "2026-11-30", "550e8400-e29b-41d4-a716-446655440000", "默认", ""],
)
def test_other_names_stay(name: str) -> None:
    assert MASKING.name(name) == name


def test_names_follow_from_the_vault() -> None:
    assert MASKING.name(PHONE) == Masking(MASKING.text, "vault_1").name(PHONE)
    assert MASKING.name(PHONE) != Masking(MASKING.text, "vault_2").name(PHONE)


@settings(max_examples=60)
@given(st.lists(NAMES, max_size=5).map("".join), st.lists(NAMES, max_size=5).map("".join))
def test_names_stay_apart_and_masking_is_idempotent(one: str, other: str) -> None:
    masked = MASKING.name(one)
    assert (masked == MASKING.name(other)) is (one == other)
    assert MASKING.name(masked) == masked
    assert MASKING.text(masked) == masked


def test_a_mask_of_a_plugin_hides_names_as_well() -> None:
    masking = Masking(lambda text: text.replace("tiger", "[gone]"), "v")
    assert masking.name("group:tiger:1").startswith("group:masked-")
    assert masking.name("group:tiger:1") != masking.name("group:tigertiger:1")


def test_every_name_of_a_turn_but_its_person() -> None:
    turn = Turn(
        f"s:{PHONE}", 1, "user", f"电话 {PHONE}", None, user_id=PHONE, agent_id=PHONE, channel=f"wx:{PHONE}"
    )
    masked = MASKING.turn(turn)
    assert PHONE not in repr(replace(masked, user_id=""))
    assert masked.user_id == PHONE
    assert masked.content == "电话 138****5678"


def test_every_name_of_a_memory_but_its_person_and_device() -> None:
    memory = Memory(
        PHONE,
        f"电话 {PHONE}",
        user_id=PHONE,
        namespace=f"group:{PHONE}",
        key=PHONE,
        scene=PHONE,
        value=PHONE,
        tags=(PHONE, f"+86{PHONE}"),
        relations=(Relation(PHONE, f"person:{PHONE}"),),
        source=Source("tool", PHONE, (PHONE,), PHONE, "laptop", PHONE),
        vector_id=PHONE,
        extra={PHONE: [int(PHONE)], "13987654321": {"x": PHONE}},
    )
    masked = MASKING.memory(memory)
    assert PHONE not in repr(replace(masked, user_id=""))
    assert masked.user_id == PHONE
    assert len(masked.extra) == 2
    assert MASKING.memory(masked) == masked


def test_two_numbers_are_two_slots() -> None:
    slots = {MASKING.memory(Memory("m", "住三楼", key=key)).key for key in (PHONE, "13899995678")}
    assert len(slots) == 2


def test_the_value_of_a_sensitive_fact_stays_in_its_names() -> None:
    memory = Memory("m", "手机", key=f"手机 {PHONE}", value=PHONE, sensitive=True)
    assert MASKING.memory(memory) == memory
    assert PHONE not in repr(MASKING.memory(replace(memory, sensitive=False)))
