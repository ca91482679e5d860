"""The small vault of `tests/api`, as the one that the command line finds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.api.conftest import Place, make_place


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    """Memories of `lin`, the default user, and one of `mei`; the working folder is the vault."""
    made = make_place(tmp_path / "vault")
    monkeypatch.chdir(made.root)
    monkeypatch.setenv("MEMVAULT_NOW", "2026-11-30T12:00:00+08:00")
    return made
