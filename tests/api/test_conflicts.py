from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.api.conftest import NOW, Place
from vault.api.vault import Vault
from vault.errors import NoConflict, UnknownMemory


def memory(each: str, day: str, *others: str, **more: object) -> dict[str, object]:
    marks = [{"type": "conflicts_with", "target": other} for other in others]
    return {"id": each, "content": f"{each} 不一样", "created_at": day, "relations": marks, **more}


def pairs(opened: Vault, user: str | None = None) -> Sequence[tuple[str, str]]:
    return [(each.preferred.id, each.other.id) for each in opened.conflicts(user=user, now=NOW)]


@pytest.fixture(autouse=True)
def contradictions(place: Place) -> None:
    place.remember(
        "facts/c.jsonl",
        memory("mem_a", "2026-03-01", "mem_b"),
        memory("mem_b", "2026-04-01", "mem_a"),
        memory("mem_c", "2026-06-01"),
        memory("mem_d", "2026-05-01", "mem_c", "mem_d", "mem_nowhere", "mem_piano"),
    )


def test_each_pair_once_whichever_side_says_so_the_preferred_one_first(opened: Vault) -> None:
    assert pairs(opened) == [("mem_c", "mem_d"), ("mem_b", "mem_a")]


def test_what_is_over_contradicts_nothing(place: Place, opened: Vault) -> None:
    opened.forget("mem_a", now=NOW)
    place.remember("facts/e.jsonl", memory("mem_e", "2026-03-01", "mem_f", expires_at="2026-04-01"))
    place.remember("facts/f.jsonl", memory("mem_f", "2026-03-01", "mem_e"))
    assert pairs(opened) == [("mem_c", "mem_d")]


def test_other_users_are_not_looked_at(opened: Vault) -> None:
    assert pairs(opened, "mei") == []


def test_deciding_archives_the_other_side(opened: Vault) -> None:
    (settled,) = opened.keep("mem_a", now=NOW)
    assert (settled.id, [each.id for each in settled.archived]) == ("mem_a", ["mem_b"])
    assert pairs(opened) == [("mem_c", "mem_d")]
    kept, gone = opened.show("mem_a", "mem_b", now=NOW)
    assert (kept.supersedes, kept.relations, kept.archived) == (("mem_b",), (), False)
    assert (gone.superseded_by, gone.status, gone.archived) == (("mem_a",), "superseded", True)
    assert opened.check().problems == ()
    assert opened.restore("mem_b", now=NOW)[0].conflicts == ("mem_a",)


def test_the_side_that_carries_no_mark_can_be_kept_too(opened: Vault) -> None:
    opened.keep("mem_c", now=NOW)
    assert pairs(opened) == [("mem_b", "mem_a")]


def test_of_three_the_marks_among_the_others_go(place: Place, opened: Vault) -> None:
    place.remember(
        "facts/c.jsonl",
        memory("mem_a", "2026-03-01", "mem_b", "mem_c"),
        memory("mem_b", "2026-04-01", "mem_a", "mem_d"),
        memory("mem_c", "2026-06-01", "mem_a", "mem_d"),
        memory("mem_d", "2026-06-02", "mem_b", "mem_c"),
    )
    (settled,) = opened.keep("mem_a", now=NOW)
    assert {each.id for each in settled.archived} == {"mem_b", "mem_c"}
    assert pairs(opened) == []
    assert opened.show("mem_d", now=NOW)[0].relations == ()


def test_there_must_be_something_to_decide(opened: Vault) -> None:
    for ids in (["mem_tea"], ["mem_a", "mem_b"], ["mem_a", "mem_tea"]):
        with pytest.raises(NoConflict):
            opened.keep(*ids, now=NOW)
    with pytest.raises(UnknownMemory):
        opened.keep("mem_piano", now=NOW)
    assert len(pairs(opened)) == 2
