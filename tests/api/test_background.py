from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest

from tests.api.conftest import Place
from vault.api import background, extraction
from vault.api.background import BackgroundExtraction
from vault.api.extraction import Extracted
from vault.api.open import open_vault
from vault.api.resources import Resources
from vault.errors import WriteFailed

BOUND = 20.0


@pytest.fixture
def resources(place: Place) -> Iterator[Resources]:
    with open_vault(place.root, use_model=False) as vault:
        yield vault._resources


class Runs:
    """Stands in for extraction: answers in turn, and counts."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: Extracted | Exception) -> None:
        self.answers = list(answers)
        self.count = threading.Semaphore(0)
        self.goes_on = threading.Event()
        self.goes_on.set()
        monkeypatch.setattr(extraction, "extract_pending", self)

    def __call__(self, *_: Any, **__: Any) -> Extracted:
        self.count.release()
        assert self.goes_on.wait(BOUND)
        answer = self.answers.pop(0) if self.answers else Extracted()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def another(self) -> bool:
        return self.count.acquire(timeout=BOUND)


def test_a_capture_wakes_it(resources: Resources, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = Runs(monkeypatch)
    worker = BackgroundExtraction(resources)
    worker.wake()
    assert runs.another()
    worker.wake()
    assert runs.another()
    worker.close()


def test_what_failed_is_tried_again(resources: Resources, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "FIRST_RETRY", 0.01)
    runs = Runs(monkeypatch, WriteFailed(resources.folder.root, "disk full"), RuntimeError("?"))
    worker = BackgroundExtraction(resources)
    worker.wake()
    assert all(runs.another() for _ in range(3))
    worker.close()


def test_the_end_of_a_window_wakes_it(resources: Resources, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "_LEAST_WAIT", 0.01)
    over = datetime.now(timezone.utc) - timedelta(seconds=1)
    runs = Runs(monkeypatch, Extracted(next_window=over))
    worker = BackgroundExtraction(resources)
    worker.wake()
    assert runs.another()
    assert runs.another()
    worker.close()


def test_closing_waits_for_the_unit_in_hand(resources: Resources, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = Runs(monkeypatch)
    runs.goes_on.clear()
    worker = BackgroundExtraction(resources)
    worker.wake()
    assert runs.another()
    closing = threading.Thread(target=worker.close)
    closing.start()
    assert closing.is_alive()
    runs.goes_on.set()
    closing.join(BOUND)
    assert not closing.is_alive()
    worker.wake()
    assert not runs.count.acquire(blocking=False)


def test_one_that_was_never_woken_has_nothing_to_close(resources: Resources) -> None:
    before = threading.active_count()
    BackgroundExtraction(resources).close()
    assert threading.active_count() == before
