from __future__ import annotations

from dataclasses import replace

from tests.lifecycle.extract.saying import SAID, only
from vault.lifecycle.extract.candidate import proposed_memory
from vault.model.memory import Source


def test_a_candidate_as_a_memory() -> None:
    candidate = only("家里的Wi-Fi密码是niangao2612")
    memory = proposed_memory(candidate, "linzhou", "home")
    assert (memory.user_id, memory.namespace, memory.type) == ("linzhou", "home", "fact")
    assert memory.slot == ("linzhou", "home", "Wi-Fi密码", "家里")
    assert memory.value == "niangao2612"
    assert "niangao2612" not in memory.content
    assert memory.sensitive
    assert memory.created_at == SAID
    assert memory.source == Source("owner", "s1", ("1",))


def test_the_same_candidate_has_the_same_provisional_id() -> None:
    candidate = only("我不吃香菜")
    memory = proposed_memory(candidate, "linzhou")
    assert memory.provisional
    assert memory.id == proposed_memory(candidate, "linzhou").id
    assert memory.id != proposed_memory(candidate, "xiaoyu").id
    assert memory.id != proposed_memory(replace(candidate, value="x"), "linzhou").id


def test_all_messages_that_it_was_put_together_from_are_named() -> None:
    candidate = replace(only("我不吃香菜"), turn=7, earlier_turns=(3, 5))
    source = proposed_memory(candidate, "linzhou").source
    assert source is not None
    assert source.message_ids == ("3", "5", "7")
