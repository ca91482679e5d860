"""A small vault of two people, and a way to open it with a small deterministic model."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from tests.plugin_modules import WritePlugin, plugin_modules
from tests.stand_in_model import StandInModel
from vault.api.locate import settings_for
from vault.api.model_slot import ModelChoice
from vault.api.open import open_vault
from vault.api.resources import Resources
from vault.api.vault import Vault
from vault.files.vault_folder import open_folder

NOW = datetime(2026, 11, 30, 4, tzinfo=timezone.utc)

MEMORIES: tuple[dict[str, Any], ...] = (
    {"id": "mem_home", "content": "家住梧桐路 12 号", "created_at": "2026-03-15", "tags": ["家"]},
    {"id": "mem_cat", "content": "养了一只叫年糕的猫", "type": "fact", "created_at": "2026-04-01"},
    {"id": "mem_tea", "content": "下午爱喝龙井", "type": "preference", "created_at": "2026-05-02"},
    {"id": "mem_trip", "content": "国庆去过泉州", "type": "event", "occurred_at": "2026-10-03"},
    {"id": "mem_old", "content": "家住文二路", "created_at": "2025-01-01", "superseded_by": ["mem_home"]},
    {"id": "mem_gone", "content": "在等一个快递", "created_at": "2026-06-01", "expires_at": "2026-06-05"},
    {
        "id": "mem_door",
        "content": "车库的门禁密码是 4471#",
        "key": "门禁密码",
        "scene": "车库",
        "value": "4471#",
        "sensitive": True,
        "created_at": "2026-05-18",
    },
    {"id": "mem_piano", "content": "每周四练钢琴", "user_id": "mei", "created_at": "2026-02-01"},
)


@dataclass(frozen=True)
class Place:
    """A vault on disk."""

    root: Path

    def write(self, name: str, data: str | bytes) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    def tree(self) -> dict[str, bytes]:
        """All files with their bytes."""
        files = (path for path in self.root.rglob("*") if path.is_file())
        return {str(path.relative_to(self.root)): path.read_bytes() for path in files}

    def remember(self, name: str, *memories: dict[str, Any]) -> Path:
        lines = (json.dumps(memory, ensure_ascii=False) + "\n" for memory in memories)
        return self.write(name, "".join(lines))


def make_place(root: Path, settings: str = "default_user: lin\n") -> Place:
    place = Place(root)
    place.write(
        "vault.yaml", f"format: 1\nid: vault_small\nlanguage: zh\ntimezone: Asia/Shanghai\n{settings}"
    )
    place.remember("facts/all.jsonl", *MEMORIES)
    return place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """Memories of `lin`, the default user, and one of `mei`."""
    return make_place(tmp_path / "vault")


@pytest.fixture
def model() -> StandInModel:
    return StandInModel()


@pytest.fixture
def opened(place: Place, model: StandInModel) -> Iterator[Vault]:
    """The small vault, opened with the stand-in model."""
    with open_vault(place.root, model=model) as vault:
        yield vault


@pytest.fixture
def ids() -> Callable[[Any], list[str]]:
    """Ids of records or hits, in order."""
    return lambda found: [each.id for each in found]


@pytest.fixture
def write_plugin(tmp_path: Path) -> Iterator[WritePlugin]:
    """Writes a plugin of the test's own; see `tests/api/plugged.py`."""
    with plugin_modules(tmp_path / "modules") as write:
        yield write


@pytest.fixture
def resources(place: Place, model: StandInModel) -> Iterator[Resources]:
    """What an open vault keeps."""
    folder = open_folder(place.root)
    made = Resources(folder, settings_for(folder.settings), ModelChoice(opened=model))
    yield made
    made.close()
