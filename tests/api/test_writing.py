from __future__ import annotations

import json
from typing import cast

import pytest

from tests.api.conftest import NOW, Place
from vault.api import writing as module
from vault.api.vault import Vault
from vault.api.watch import Watching
from vault.api.writing import writing
from vault.errors import NotAMemory, VaultVanished
from vault.files.lock import write_lock
from vault.index.index import LOCK_NAME
from vault.index.record import StoredRecord
from vault.model.identifier import permanent_id

LINE = {"content": "会弹吉他"}


def the_one(opened: Vault, text: str = "会弹吉他") -> StoredRecord:
    found = [each for each in opened.list(user="lin", everything=True, now=NOW) if each.text == text]
    (record,) = [each for each in found if not each.archived]
    return record


def test_what_was_written_is_found_at_once_after_a_fault_too(place: Place, opened: Vault) -> None:
    record = opened.show("mem_tea", now=NOW)[0]

    def fail() -> None:
        with writing(opened._resources, NOW) as session:
            session.change(record, {"content": "下午爱喝普洱"})
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert [each.text for each in opened.show("mem_tea", now=NOW)] == ["下午爱喝普洱"]


def test_a_note_is_no_memory(place: Place, opened: Vault) -> None:
    place.write("notes/cat.md", "# 猫\n")
    (note,) = opened.list(types=["note"], now=NOW)
    with writing(opened._resources, NOW) as session, pytest.raises(NotAMemory):
        session.archive(note, status="forgotten")
    assert (place.root / "notes/cat.md").exists()


def test_a_line_without_an_id_gets_its_own_before_it_moves(place: Place, opened: Vault) -> None:
    place.remember("facts/hand.jsonl", LINE)
    record = the_one(opened)
    with writing(opened._resources, NOW) as session:
        written = session.archive(record, status="forgotten")
    (line,) = (place.root / written.path).read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["id"] == permanent_id(record.id)
    assert (place.root / "facts/hand.jsonl").read_bytes() == b""


def test_the_id_of_history_is_not_given_again(place: Place, opened: Vault) -> None:
    place.remember("facts/hand.jsonl", LINE)
    taken = permanent_id(the_one(opened).id)
    place.remember("archive/old.jsonl", {**LINE, "id": taken, "status": "superseded"})
    opened.index(now=NOW)
    with writing(opened._resources, NOW) as session:
        session.change(the_one(opened), {"pinned": True})
    kept = the_one(opened)
    assert kept.pinned
    assert kept.id.startswith("mem_")
    assert kept.id != taken


def test_where_the_vault_was_no_new_one_begins(place: Place, opened: Vault) -> None:
    """A drive that is not mounted: its empty mount point is no vault, and nothing is written there."""
    opened.recall("龙井", now=NOW)
    place.root.rename(place.root.with_name("unmounted"))
    with pytest.raises(VaultVanished):
        opened.remember("会弹吉他", now=NOW)
    assert not place.root.exists()


def test_a_long_run_of_the_indexer_does_not_keep_other_writers_waiting(
    place: Place, opened: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Indexing a large vault takes minutes; a writer gives its lock back long before."""
    monkeypatch.setattr(module, "INDEX_SECONDS", 0.01)
    opened.index(now=NOW)
    with write_lock(opened.index_folder / LOCK_NAME):
        opened.remember("会弹吉他", now=NOW)
        with write_lock(opened._resources.write_lock, 0):
            pass
        assert "会弹吉他" in next(place.root.glob("facts/auto/*/*.jsonl")).read_text(encoding="utf-8")
    assert the_one(opened)


def test_who_writes_does_not_embed_for_a_watcher_that_is_behind(place: Place, opened: Vault, model) -> None:
    opened.recall("龙井", now=NOW)
    place.remember("facts/many.jsonl", *({"content": f"第 {n} 件小事"} for n in range(20)))
    opened._resources.in_step.reconcile(NOW, words_only=True)
    opened._resources.watching = cast("Watching", _Behind())
    made = opened.remember("会弹吉他", now=NOW)
    assert not any("小事" in text for text in model.texts)
    assert [hit.id for hit in _found(opened, "吉他")] == [made.id]


class _Behind:
    def caught_up(self, patience: float) -> bool:
        del patience
        return False


def _found(opened: Vault, query: str):
    opened._resources.watching = None
    return opened.recall(query, mode="words", now=NOW).hits
