"""What is put back, without OpenClaw; with it: `test_real_installation.py`."""

from __future__ import annotations

from typing import Any

from vault.openclaw.install import undoing

PLUGIN = "/plugins/openclaw"
INSTALLED: dict[str, Any] = {
    "slots": {"memory": "memory-core"},
    "load": {"paths": [PLUGIN]},
    "entries": {"memvault": {"enabled": False}, "memory-core": {"enabled": False}},
}


def test_where_nothing_was_nothing_stays() -> None:
    before: dict[str, Any] = {"containers": [], "slot": None, "paths": [], "allow": None, "core": None}
    assert undoing(INSTALLED, before, PLUGIN) is None


def test_what_others_have_there_stays() -> None:
    present = {**INSTALLED, "entries": {**INSTALLED["entries"], "telegram": {"enabled": True}}}
    present["load"] = {"paths": ["/mine", PLUGIN]}
    present["allow"] = ["telegram", "memvault"]
    before = {
        "containers": ["entries", "load"],
        "slot": None,
        "paths": ["/mine"],
        "allow": ["telegram"],
        "core": None,
    }
    assert undoing(present, before, PLUGIN) == {
        "entries": {"memvault": None, "memory-core": None},
        "slots": None,
        "load": {"paths": ["/mine"]},
        "allow": ["telegram"],
    }


def test_memory_core_is_as_it_was() -> None:
    before = {
        "containers": ["entries"],
        "slot": "memory-core",
        "paths": [],
        "allow": None,
        "core": {"enabled": True},
    }
    changes = undoing(INSTALLED, before, PLUGIN)
    assert changes is not None
    assert changes["entries"] == {"memory-core": {"enabled": True}, "memvault": None}
    assert "slots" not in changes


def test_a_slot_that_somebody_else_took_since_is_left_alone() -> None:
    present = {**INSTALLED, "slots": {"memory": "another"}}
    changes = undoing(
        present, {"containers": [], "slot": None, "paths": [], "allow": None, "core": None}, PLUGIN
    )
    assert changes is not None
    assert "slots" not in changes
