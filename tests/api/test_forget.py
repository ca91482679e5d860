from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from tests.api.conftest import MEMORIES, NOW, Place
from vault.api.vault import Vault
from vault.errors import MemoryErased, NotAMemory, UnknownMemory

NEW = {"id": "mem_new", "content": "家住海棠湾 3 栋", "supersedes": ["mem_home"], "created_at": "2026-11-01"}
ENDED = {**MEMORIES[0], "status": "superseded", "superseded_by": ["mem_new"]}


def current(opened: Vault) -> set[str]:
    return {each.id for each in opened.list(now=NOW)}


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_what_is_forgotten_leaves_recall_at_once_and_comes_back_as_it_was(
    place: Place, opened: Vault
) -> None:
    before = opened.show("mem_cat", now=NOW)[0]
    assert [hit.id for hit in opened.recall("年糕是谁", now=NOW).hits][:1] == ["mem_cat"]

    (done,) = opened.forget("mem_cat", now=NOW)
    assert (done.action, done.id) == ("forgotten", "mem_cat")
    assert done.path.startswith("archive/")
    assert "mem_cat" not in current(opened)
    assert "mem_cat" not in {hit.id for hit in opened.recall("年糕是谁", now=NOW).hits}
    assert "年糕" not in (place.root / "facts/all.jsonl").read_text(encoding="utf-8")
    assert [each.status for each in opened.show("mem_cat", now=NOW)] == ["forgotten"]

    (back,) = opened.restore("mem_cat", now=NOW)
    assert (back.action, back.conflicts, back.revived) == ("restored", (), ())
    after = opened.show("mem_cat", now=NOW)[0]
    assert (after.text, after.status, after.archived) == (before.text, "active", False)
    assert [hit.id for hit in opened.recall("年糕是谁", now=NOW).hits][:1] == ["mem_cat"]


def test_several_of_one_file_and_the_beginnings_of_ids(opened: Vault) -> None:
    done = opened.forget("mem_c", "mem_te", "mem_cat", now=NOW)
    assert [each.id for each in done] == ["mem_cat", "mem_tea"]
    assert not {"mem_cat", "mem_tea"} & current(opened)


def test_again_changes_nothing(place: Place, opened: Vault) -> None:
    (first,) = opened.forget("mem_cat", now=NOW)
    archive = (place.root / first.path).read_bytes()
    (second,) = opened.forget("mem_cat", now=NOW)
    assert (second.action, second.path) == ("unchanged", first.path)
    assert (place.root / first.path).read_bytes() == archive
    assert opened.restore("mem_tea", now=NOW)[0].action == "unchanged"


def test_another_users_memories_are_not_there(opened: Vault) -> None:
    with pytest.raises(UnknownMemory):
        opened.forget("mem_tea", "mem_piano", now=NOW)
    assert "mem_tea" in current(opened), "nothing was done"
    assert opened.forget("mem_piano", user="mei", now=NOW)[0].action == "forgotten"


def test_notes_are_not_forgotten(place: Place, opened: Vault) -> None:
    place.write("notes/cat.md", "---\nid: note_cat\n---\n# 猫\n\n罐头\n")
    with pytest.raises(NotAMemory):
        opened.forget("mem_tea", "note_cat", now=NOW)
    assert "mem_tea" in current(opened)


def test_restoring_takes_out_the_dates_that_ended_it(opened: Vault) -> None:
    assert "mem_gone" not in current(opened)
    (back,) = opened.restore("mem_gone", now=NOW)
    assert (back.action, back.revived) == ("restored", ("expires_at",))
    assert "mem_gone" in current(opened)


def test_restoring_a_superseded_one_leaves_a_contradiction_to_decide(place: Place, opened: Vault) -> None:
    place.remember("facts/all.jsonl", *MEMORIES[1:], NEW)
    place.remember("archive/a.jsonl", ENDED)
    (back,) = opened.restore("mem_home", now=NOW)
    assert back.conflicts == ("mem_new",)
    assert {"mem_home", "mem_new"} <= current(opened)
    assert opened.show("mem_new", now=NOW)[0].supersedes == ()
    assert [(each.preferred.id, each.other.id) for each in opened.conflicts(now=NOW)] == [
        ("mem_new", "mem_home")
    ]
    assert opened.check().problems == ()


def test_restoring_several_that_one_took_the_place_of(place: Place, opened: Vault) -> None:
    place.remember("facts/new.jsonl", {**NEW, "supersedes": ["mem_a", "mem_b", "mem_c"]})
    old = {"content": "家住某处", "status": "superseded", "superseded_by": ["mem_new"]}
    place.remember("archive/a.jsonl", *({**old, "id": f"mem_{each}", "content": each * 3} for each in "abc"))
    opened.restore("mem_a", "mem_b", now=NOW)
    assert opened.show("mem_new", now=NOW)[0].supersedes == ("mem_c",)
    assert {"mem_a", "mem_b", "mem_new"} <= current(opened)
    assert len(opened.conflicts(now=NOW)) == 2


def test_the_end_of_the_chain_is_what_contradicts(place: Place, opened: Vault) -> None:
    between = {"id": "mem_b", "content": "家住文三路", "status": "superseded", "superseded_by": ["mem_new"]}
    place.remember("facts/all.jsonl", *MEMORIES[1:], {**NEW, "supersedes": ["mem_b"]})
    place.remember("archive/a.jsonl", {**ENDED, "superseded_by": ["mem_b"]}, between)
    assert opened.restore("mem_home", now=NOW)[0].conflicts == ("mem_new",)


def test_one_whose_successor_was_forgotten_comes_back_alone(place: Place, opened: Vault) -> None:
    place.remember("facts/all.jsonl", *MEMORIES[1:])
    place.remember("archive/a.jsonl", ENDED, {**NEW, "status": "forgotten"})
    assert opened.restore("mem_home", now=NOW)[0].conflicts == ()
    assert "mem_home" in current(opened)


def test_marks_of_contradictions_go_with_what_is_forgotten(place: Place, opened: Vault) -> None:
    def marked(each: str, *others: str) -> dict[str, object]:
        marks = [{"type": "conflicts_with", "target": other} for other in others]
        return {"id": each, "content": each, "relations": [{"type": "part_of", "target": "x"}, *marks]}

    place.remember("facts/c.jsonl", marked("a1", "b1", "c1"), marked("b1", "a1"), marked("c1", "a1"))
    opened.forget("b1", "c1", now=NOW)
    assert [each.type for each in opened.show("a1", now=NOW)[0].relations] == ["part_of"]
    opened.restore("b1", now=NOW)
    assert len(opened.conflicts(now=NOW)) == 1, "the restored one still knows"


def test_a_mark_that_cannot_be_taken_out_keeps_nothing_in_recall(place: Place, opened: Vault) -> None:
    mark = [{"type": "conflicts_with", "target": "b1"}]
    other = place.remember("facts/a.jsonl", {"id": "a1", "content": "a1", "relations": mark})
    place.remember(
        "facts/b.jsonl",
        {"id": "b1", "content": "b1", "relations": [{"type": "conflicts_with", "target": "a1"}]},
    )
    opened.index(now=NOW)
    other.write_bytes(b"<<<<<<< ours\n" + other.read_bytes() + b"=======\n>>>>>>> theirs\n")
    assert opened.forget("b1", now=NOW)[0].action == "forgotten"
    assert "b1" not in current(opened)
    assert opened.conflicts(now=NOW) == ()


def test_an_inactive_one_wakes(place: Place, opened: Vault) -> None:
    place.remember("facts/i.jsonl", {"id": "mem_i", "content": "会修自行车", "status": "inactive"})
    assert opened.restore("mem_i", now=NOW)[0].action == "restored"
    assert "mem_i" in current(opened)
    assert lines(place.root / "facts/i.jsonl")[0]["status"] == "active"


def test_of_an_erased_one_nothing_can_be_restored(place: Place, opened: Vault) -> None:
    place.remember("archive/a.jsonl", {"id": "mem_x", "content": "[erased]", "status": "forgotten"})
    opened.forget("mem_cat", now=NOW)
    with pytest.raises(MemoryErased):
        opened.restore("mem_cat", "mem_x", now=NOW)
    assert "mem_cat" not in current(opened), "nothing was done"


def test_lists_of_what_is_over(place: Place, opened: Vault) -> None:
    place.remember("archive/a.jsonl", {**NEW, "status": "superseded"})
    opened.forget("mem_cat", now=NOW + timedelta(minutes=1))
    assert [each.id for each in opened.list(statuses=["forgotten"], now=NOW)] == ["mem_cat"]
    assert {each.id for each in opened.list(statuses=["superseded"], now=NOW)} == {"mem_new", "mem_old"}
