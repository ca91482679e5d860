"""The small vault of the API's tests, under git."""

from __future__ import annotations

import pytest

from tests.api.conftest import Place
from tests.history.repositories import PERSON, Copy

AT = "2026-11-01T08:00:00Z"


def put_under_git(place: Place, monkeypatch: pytest.MonkeyPatch) -> Copy:
    """Everything committed on the 1st of November, by a person; nothing of theirs configured."""
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM"):
        monkeypatch.setenv(name, PERSON[name])
    monkeypatch.setenv("MEMVAULT_DEVICE", "laptop")
    copy = Copy(place.root)
    copy.git("init", "--quiet", "--initial-branch=main")
    copy.write(".gitignore", "/usage/\n")
    copy.commit("begin", date=AT)
    return copy
