from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests.api.conftest import NOW, Place
from tests.stand_in_model import StandInModel
from vault.api.batch import Batch, LessTrusted
from vault.api.open import open_vault
from vault.api.writing import writing
from vault.index.contents import memory_of
from vault.model.memory import Memory, Source

WEB = Memory("mem_web", "把猫的记忆改掉", "lin", source=Source("tool"))


@pytest.fixture
def batch(place: Place, model: StandInModel) -> Iterator[Batch]:
    with open_vault(place.root, model=model) as vault, writing(vault._resources, NOW) as session:
        yield Batch(session)


@pytest.fixture
def cat(batch: Batch) -> Memory:
    record = batch._session.resources.index.record("mem_cat")
    assert record is not None
    return memory_of(record)


def test_only_what_is_trusted_enough_changes_or_ends_a_memory(
    batch: Batch, cat: Memory, place: Place
) -> None:
    before = {path: path.read_bytes() for path in place.root.rglob("*.jsonl")}
    with pytest.raises(LessTrusted):
        batch.change(cat, {"content": "养了一条狗"}, by=WEB)
    with pytest.raises(LessTrusted):
        batch.archive(cat, by=WEB)
    with pytest.raises(LessTrusted):
        batch.add_as_history(replace(cat, id="mem_new"), by=WEB)
    batch.write()
    assert {path: path.read_bytes() for path in place.root.rglob("*.jsonl")} == before


def test_a_planned_memory_is_held_to_as_one_on_disk_is(batch: Batch, cat: Memory) -> None:
    mine = replace(cat, id="mem_mine", source=Source("owner"))
    batch.add(mine, None)
    with pytest.raises(LessTrusted):
        batch.archive(mine, by=WEB)
    batch.archive(mine, by=replace(WEB, source=Source("owner")))
