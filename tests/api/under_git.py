"""The small vault of the API's tests, under git."""

from __future__ import annotations

import pytest

from tests.api.conftest import Place
from tests.history.repositories import Copy, without_settings_of_the_person

AT = "2026-11-01T08:00:00Z"


def put_under_git(place: Place, monkeypatch: pytest.MonkeyPatch, *, ignored: str = "/usage/\n") -> Copy:
    """Everything committed on the 1st of November, by a person; nothing of theirs configured."""
    without_settings_of_the_person(monkeypatch)
    monkeypatch.setenv("MEMVAULT_DEVICE", "laptop")
    copy = Copy(place.root)
    copy.git("init", "--quiet", "--initial-branch=main")
    copy.write(".gitignore", ignored)
    copy.commit("begin", date=AT)
    return copy
