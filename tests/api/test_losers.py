"""Deciding for versions that lost in a merge, wherever they are kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import NOW, Place
from tests.history.merge_cases import DEFAULTS
from vault.api.vault import Vault
from vault.errors import NothingToResolve
from vault.files.memory_places import lost_path
from vault.format.memory_line import parse_memories
from vault.history.version import lost_line, version_of

LOST = {"id": "mem_home", "user_id": "lin", "content": "家住滨江", "created_at": "2026-03-15T00:00:00Z"}


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(each) for each in path.read_text("utf-8").splitlines()] if path.exists() else []


@pytest.fixture(params=["apart", "in the file", "in a file of this device"])
def kept(request: pytest.FixtureRequest, place: Place, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Path]:
    """A version that lost: its id, and the file in which it stands."""
    monkeypatch.setenv("MEMVAULT_DEVICE", "mac")
    raw = json.dumps(LOST, ensure_ascii=False).encode()
    (located,) = parse_memories(raw, path="", defaults=DEFAULTS).memories
    memory_id, line = lost_line(version_of(raw, located.memory))
    names = {"apart": lost_path(memory_id), "in the file": "facts/all.jsonl"}
    path = place.root / names.get(request.param, "facts/auto/mac/2026-11.jsonl")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes((path.read_bytes() if path.exists() else b"") + line + b"\n")
    return memory_id, path


def test_it_is_listed(opened: Vault, kept: tuple[str, Path]) -> None:
    (found,) = opened.sync_conflicts(now=NOW).losers
    assert (found.id, found.successor) == (kept[0], "mem_home")
    (field,) = found.difference.fields
    assert (field.ours, field.theirs, field.counts) == ("家住梧桐路 12 号", "家住滨江", "ours")
    assert not opened.check().problems
    assert "家住滨江" not in {each.content for each in opened.recall("家住哪里", now=NOW).hits}


@pytest.mark.parametrize(
    ("way", "current"),
    [
        ("auto", {"家住梧桐路 12 号"}),
        ("ours", {"家住梧桐路 12 号"}),
        ("theirs", {"家住滨江"}),
        ("both", {"家住梧桐路 12 号", "家住滨江"}),
    ],
)
def test_a_decision_is_made_once(
    opened: Vault, place: Place, kept: tuple[str, Path], way: Any, current: set[str]
) -> None:
    (resolved,) = opened.resolve(kept[0], way=way, now=NOW)
    assert resolved.obstacle == ""
    assert {each.text for each in opened.list(now=NOW) if "家住" in each.text} == current
    assert opened.sync_conflicts(now=NOW).losers == ()
    with pytest.raises(NothingToResolve):
        opened.resolve(kept[0], way=way, now=NOW)
    everything = [each for path in place.root.rglob("*.jsonl") for each in read(path)]
    assert {"家住梧桐路 12 号", "家住滨江"} <= {each["content"] for each in everything}
    ids = [each["id"] for each in everything if "id" in each]
    assert len(ids) == len(set(ids))
    assert opened.check().errors == 0


def test_a_version_that_was_edited_by_hand_is_a_memory_like_others(
    opened: Vault, kept: tuple[str, Path]
) -> None:
    memory_id, path = kept
    if path.parent.name == "conflicts":
        pytest.skip("there, whatever stands in the file has lost")
    path.write_text(path.read_text("utf-8").replace("家住滨江", "家住江边"), "utf-8")
    assert opened.sync_conflicts(now=NOW).losers == ()
    with pytest.raises(NothingToResolve):
        opened.resolve(memory_id, now=NOW)
