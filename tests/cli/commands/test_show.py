from __future__ import annotations

from tests.api.conftest import Place


def test_in_full(cli, place: Place) -> None:
    ran = cli("show", "mem_home")
    assert ran.code == 0
    assert "   家住梧桐路 12 号" in ran.out.splitlines()
    assert any(line.split() == ["path", "facts/all.jsonl"] for line in ran.out.splitlines())


def test_several_as_json_history_included(cli, place: Place) -> None:
    memories = cli("show", "mem_old", "mem_te", "--json").document["memories"]
    assert [memory["id"] for memory in memories] == ["mem_old", "mem_tea"]
    assert memories[0]["superseded_by"] == ["mem_home"]


def test_sensitive_values(cli, place: Place) -> None:
    assert "4471#" not in cli("show", "mem_door").out
    assert "4471#" in cli("show", "mem_door", "--reveal").out


def test_unknown_and_ambiguous_ids(cli, place: Place) -> None:
    ran = cli("show", "mem_t")
    assert ran.code == 2
    assert "mem_tea" in ran.err
    assert "mem_trip" in ran.err
    assert cli("show", "nope", "--json").document["error"]["code"] == "unknown-memory"
    assert cli("show", "mem_piano").code == 2  # somebody else's
