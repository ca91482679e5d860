"""A vault under git."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.history.repositories import Copy, start, without_settings_of_the_person


@pytest.fixture(autouse=True)
def _no_settings_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    without_settings_of_the_person(monkeypatch)


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return start(tmp_path / "vault")
