from __future__ import annotations

import pytest

from tests.api.conftest import NOW, Place
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.errors import NotAMemory, UnknownMemory
from vault.lifecycle.decay import RESTING_SINCE


def line_of(place: Place, memory_id: str) -> str:
    lines = (place.root / "facts/all.jsonl").read_text(encoding="utf-8").splitlines()
    return next(line for line in lines if memory_id in line)


def test_a_pin_is_put_in_and_taken_out(opened: Vault, place: Place) -> None:
    before = line_of(place, "mem_cat")
    (pinning,) = opened.pin("mem_ca", now=NOW)
    assert (pinning.id, pinning.pinned, pinning.changed) == ("mem_cat", True, True)
    assert opened.show("mem_cat", now=NOW)[0].pinned
    assert (
        line_of(place, "mem_cat") == before[:-1] + ', "updated_at": "2026-11-30T04:00:00Z", "pinned": true}'
    )
    opened.pin("mem_cat", pinned=False, now=NOW)
    assert line_of(place, "mem_cat") == before[:-1] + ', "updated_at": "2026-11-30T04:00:00Z"}'


def test_what_is_so_already_is_not_written_again(opened: Vault, place: Place) -> None:
    opened.pin("mem_cat", now=NOW)
    before = (place.root / "facts/all.jsonl").stat().st_ino
    assert [each.changed for each in opened.pin("mem_cat", now=NOW)] == [False]
    assert [each.changed for each in opened.pin("mem_tea", pinned=False, now=NOW)] == [False]
    assert (place.root / "facts/all.jsonl").stat().st_ino == before


def test_a_pinned_memory_wakes(place: Place, model: StandInModel) -> None:
    rest = {"id": "mem_rest", "content": "在练习倒立", "status": "inactive", RESTING_SINCE: "2026-10-01"}
    place.remember("facts/new.jsonl", rest)
    with open_vault(place.root, model=model) as vault:
        vault.pin("mem_rest", now=NOW)
        assert [hit.id for hit in vault.recall("倒立练习得怎么样", now=NOW).hits] == ["mem_rest"]


def test_all_or_none(place: Place, model: StandInModel) -> None:
    place.write("notes/cat.md", "---\nid: note_cat\n---\n年糕早上吃罐头\n")
    with open_vault(place.root, model=model) as vault:
        with pytest.raises(NotAMemory):
            vault.pin("mem_cat", "note_cat", now=NOW)
        with pytest.raises(UnknownMemory):
            vault.pin("mem_cat", "mem_piano", now=NOW)
        assert not vault.show("mem_cat", now=NOW)[0].pinned
