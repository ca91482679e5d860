from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api.conftest import Place, make_place
from tests.service.running_service import Running, Start, services


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts services; they are stopped at the end of the test."""
    with services() as begin:
        yield begin


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """Memories of `lin`, the default user, and one of `mei`."""
    return make_place(tmp_path / "vault")


@pytest.fixture
def running(start: Start, place: Place) -> Running:
    """A service of the small vault."""
    return start(place.root)
