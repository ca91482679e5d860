from __future__ import annotations

import shlex

import pytest

from tests.api.conftest import Place


@pytest.fixture(autouse=True)
def contradiction(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMVAULT_DEVICE", "mac")
    place.remember(
        "facts/c.jsonl",
        *(
            {
                "id": each,
                "content": content,
                "created_at": day,
                "relations": [{"type": "conflicts_with", "target": other}],
            }
            for each, content, day, other in (
                ("mem_a", "不能吃辣", "2026-03-01", "mem_b"),
                ("mem_b", "能吃辣", "2026-04-01", "mem_a"),
            )
        ),
    )


def test_both_texts_with_dates_and_places_the_preferred_one_first(cli) -> None:
    ran = cli("conflicts")
    assert ran.code == 1
    assert ran.out.splitlines() == [
        "1.",
        "2026-04-01  事实  mem_b  能吃辣  facts/c.jsonl:2",
        "2026-03-01  事实  mem_a  不能吃辣  facts/c.jsonl:1",
    ]
    assert "--keep" in ran.err


def test_as_json(cli) -> None:
    (found,) = cli("conflicts", "--json").document["conflicts"]
    assert (found["preferred"]["id"], found["other"]["id"]) == ("mem_b", "mem_a")
    assert found["other"]["path"] == "facts/c.jsonl"


def test_deciding(cli, place: Place) -> None:
    ran = cli("conflicts", "--keep", "mem_a")
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "以此为准：不能吃辣  [mem_a]；已归档："
    assert "mem_b" in ran.out
    ran = cli("conflicts")
    assert (ran.code, ran.out) == (0, "")
    assert "没有互相矛盾" in ran.err
    assert "mem_b" in cli("list", "--superseded").out
    assert cli("conflicts", "--keep", "mem_a").code == 2


def test_deciding_as_json(cli) -> None:
    (settled,) = cli("conflicts", "--keep", "mem_b", "--json").document["settled"]
    assert (settled["kept"], [each["id"] for each in settled["archived"]]) == ("mem_b", ["mem_a"])


def test_what_undoes_it_can_be_pasted_into_a_shell(cli, place: Place) -> None:
    place.write("notes/trip.md", "# trip\n\na\n")
    copy = "notes/trip (Lin's conflicted copy 2026-11-29).md"
    place.write(copy, "# trip\n\nb\n")
    (told,) = [line for line in cli("conflicts", "--resolve", "auto").out.splitlines() if "--undo" in line]
    words = shlex.split(told)
    assert words[words.index("--undo") + 1] == copy
    assert cli("conflicts", "--undo", copy).code == 0


def test_what_becomes_of_a_version_that_lost_is_up_to_the_person(cli, place: Place) -> None:
    tea = {"id": "mem_tea", "content": "爱喝龙井", "created_at": "2026-01-01"}
    place.remember("facts/tea.jsonl", tea)
    place.remember("facts/tea 2.jsonl", {**tea, "content": "爱喝普洱", "updated_at": "2026-02-01"})
    assert "--resolve auto" in cli("conflicts").err
    cli("conflicts", "--resolve", "auto")
    listed = cli("conflicts")
    assert "爱喝龙井" in listed.out
    assert "--resolve auto" not in listed.err
    assert "`--resolve theirs ID`" in listed.err
    assert "请写明 ID" in cli("conflicts", "--resolve", "auto").err
