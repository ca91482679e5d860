from __future__ import annotations

import pytest

from tests.api.conftest import Place


@pytest.fixture(autouse=True)
def device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMVAULT_DEVICE", "mac")
    monkeypatch.setenv("MEMVAULT_NOW", "2026-11-30T12:00:00+08:00")


def test_what_is_wrong_is_out_of_recall(cli, place: Place) -> None:
    ran = cli("feedback", "mem_cat", "wrong")
    assert ran.code == 0
    assert "养了一只叫年糕的猫" in ran.out
    assert "archive/mac/2026-11.jsonl" in ran.out
    assert "memvault restore mem_cat" in ran.out
    hits = cli("recall", "我养了什么猫", "--no-model", "--json").document["hits"]
    assert "mem_cat" not in {hit["id"] for hit in hits}


def test_several_as_json(cli, place: Place) -> None:
    document = cli("feedback", "mem_cat", "mem_te", "useful", "--json").document
    assert document == {
        "feedback": [
            {
                "id": memory_id,
                "verdict": "useful",
                "action": "counted",
                "content": content,
                "path": "facts/all.jsonl",
                "line": line,
            }
            for memory_id, content, line in (
                ("mem_cat", "养了一只叫年糕的猫", 2),
                ("mem_tea", "下午爱喝龙井", 3),
            )
        ]
    }


def test_what_is_sensitive_is_not_shown(cli, place: Place) -> None:
    assert "4471#" not in cli("feedback", "mem_door", "useful").out
    assert "4471#" not in cli("feedback", "mem_door", "useful", "--json").out


def test_usage_faults(cli, place: Place) -> None:
    ran = cli("feedback", "mem_cat", "bad")
    assert ran.code == 2
    assert "useful, useless, wrong, outdated" in ran.err
    assert cli("feedback", "mem_cat").code == 2
    assert cli("feedback", "mem_nobody", "wrong", "--json").document["error"]["code"] == "unknown-memory"


def test_a_note_is_refused_with_the_way_to_correct_it(cli, place: Place) -> None:
    place.write("notes/cat.md", "---\nid: note_cat\n---\n年糕早上吃罐头\n")
    ran = cli("feedback", "note_cat", "wrong")
    assert ran.code == 2
    assert "notes/cat.md" in ran.err
