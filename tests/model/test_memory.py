from __future__ import annotations

from vault.model.memory import MEMORY_TYPES, RECORD_TYPES, Memory


def test_memories_with_a_key_have_a_slot() -> None:
    memory = Memory("mem_1", "x", user_id="lin", namespace="home", key="接入密码", scene="客厅")
    assert memory.slot == ("lin", "home", "接入密码", "客厅")
    assert Memory("mem_1", "x", scene="客厅").slot is None


def test_recall_returns_every_memory_type_and_two_more() -> None:
    assert set(RECORD_TYPES) == set(MEMORY_TYPES) | {"note", "message"}
