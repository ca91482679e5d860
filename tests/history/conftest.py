"""A vault under git."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.history.repositories import PERSON, Copy, start


@pytest.fixture(autouse=True)
def _no_settings_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM"):
        monkeypatch.setenv(name, PERSON[name])


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    return start(tmp_path / "vault")
