from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from queue import Empty, SimpleQueue

import pytest

from tests.api.conftest import Place
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.api.watch import WatchEvent
from vault.errors import AlreadyWatched, VaultVanished
from vault.files.lock import write_lock
from vault.index.index import LOCK_NAME
from vault.model.turn import Turn

BOUND = 20.0


def until(happens: Callable[[], bool], what: str) -> None:
    started = time.monotonic()
    while not happens():
        assert time.monotonic() - started < BOUND, f"never: {what}"
        time.sleep(0.02)


class Seen:
    """Events as they come."""

    def __init__(self) -> None:
        self.queue: SimpleQueue[WatchEvent] = SimpleQueue()
        self.events: list[WatchEvent] = []

    def __call__(self, event: WatchEvent) -> None:
        self.queue.put(event)

    def any(self, matches: Callable[[WatchEvent], bool]) -> bool:
        try:
            while True:
                self.events.append(self.queue.get_nowait())
        except Empty:
            return any(map(matches, self.events))


@pytest.fixture
def seen() -> Seen:
    return Seen()


def test_what_was_there_and_what_comes_is_indexed(opened: Vault, place: Place, seen: Seen) -> None:
    with opened.watch(seen):
        until(lambda: seen.any(lambda event: bool(event.report and event.report.records == 8)), "the start")
        until(lambda: opened.status().watcher.alive, "a sign of life")
        place.remember("facts/new.jsonl", {"id": "mem_new", "content": "学会了做陶杯"})
        until(lambda: seen.any(lambda event: event.paths == ("facts/new.jsonl",)), "the new file")
        until(lambda: opened.status().clean, "in step")
    assert not opened.status().watcher.alive
    assert opened.status().watcher.reason == "it was stopped"


def test_only_the_changed_paths_are_read(opened: Vault, place: Place, seen: Seen) -> None:
    with opened.watch(seen):
        until(lambda: opened.status().clean, "in step")
        place.remember("facts/new.jsonl", {"id": "mem_new", "content": "学会了做陶杯"})
        until(lambda: seen.any(lambda event: event.paths == ("facts/new.jsonl",)), "the new file")
    (event,) = (each for each in seen.events if each.paths)
    assert event.report is not None
    assert (event.report.added, event.report.changed, event.report.removed) == (1, 0, 0)


def test_one_watcher_a_vault(opened: Vault, place: Place, seen: Seen) -> None:
    second = open_vault(place.root, model=StandInModel())
    with second, opened.watch(seen), pytest.raises(AlreadyWatched), second.watch(seen):
        pass
    with opened.watch(seen):
        until(lambda: opened.status().watcher.alive, "watching again")


def test_words_are_findable_before_the_model_has_loaded(place: Place, seen: Seen) -> None:
    model = StandInModel()
    model.ready = False
    with open_vault(place.root, model=model) as vault, vault.watch(seen):
        until(lambda: seen.any(lambda event: bool(event.report and event.report.embedded)), "vectors")
    first, second = (each.report for each in seen.events[:2])
    assert first is not None
    assert second is not None
    assert (first.added, first.embedded) == (1, 0)
    assert (second.added, second.embedded) == (0, 8)


def test_settings_are_read_again(opened: Vault, place: Place, seen: Seen) -> None:
    """A hand edit of vault.yaml while watching decides whose the lines are that name nobody."""
    with opened.watch(seen):
        until(lambda: opened.status().clean, "in step")
        text = (place.root / "vault.yaml").read_text(encoding="utf-8")
        place.write("vault.yaml", text.replace("default_user: lin", "default_user: anna"))
        until(lambda: "anna" in opened.status().users, "the new default user")


def test_a_broken_vault_yaml_is_told_once_and_heals(opened: Vault, place: Place, seen: Seen) -> None:
    text = (place.root / "vault.yaml").read_text(encoding="utf-8")
    with opened.watch(seen):
        until(lambda: opened.status().clean, "in step")
        place.write("vault.yaml", "format: [1\n")
        until(lambda: seen.any(lambda event: event.fault is not None), "the fault")
        place.write("vault.yaml", text + "# corrected\n")
        place.remember("facts/new.jsonl", {"id": "mem_new", "content": "学会了做陶杯"})
        until(lambda: opened.index().records == 9 and opened.status().clean, "in step again")
    assert len([each for each in seen.events if each.fault]) == 1


def test_a_half_written_line_is_looked_at_again(opened: Vault, place: Place, seen: Seen) -> None:
    with opened.watch(seen):
        until(lambda: opened.status().clean, "in step")
        place.write("facts/slow.jsonl", '{"id": "mem_slow", "content": "写到一')
        until(lambda: opened.status().problems == 1, "called broken at the second look")
        place.write("facts/slow.jsonl", '{"id": "mem_slow", "content": "写到一半"}\n')
        until(lambda: opened.status().problems == 0, "whole")


def test_a_vault_that_went_away_is_told_once(place: Place, opened: Vault) -> None:
    seen = Seen()
    with opened.watch(seen):
        until(lambda: seen.any(lambda event: event.report is not None), "the first look")
        place.root.rename(place.root.with_name("elsewhere"))
        until(lambda: seen.any(lambda event: isinstance(event.fault, VaultVanished)), "the vault is missing")
        place.root.with_name("elsewhere").rename(place.root)
        place.remember("facts/late.jsonl", {"content": "迟到的荔枝"})
        until(
            lambda: seen.any(lambda event: "facts/late.jsonl" in event.paths or not event.paths), "back again"
        )


def test_any_fault_of_a_look_is_told(place: Place, opened: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Seen()

    def stumble(*arguments: object, **options: object) -> None:
        raise PermissionError("no entry")

    with opened.watch(seen):
        until(lambda: seen.any(lambda event: event.report is not None), "the first look")
        monkeypatch.setattr(opened._resources.in_step, "reconcile", stumble)
        place.remember("facts/late.jsonl", {"content": "迟到的荔枝"})
        until(lambda: seen.any(lambda event: "no entry" in str(event.fault)), "the fault")


def test_watching_ends_in_the_middle_of_a_long_look(place: Place, model: StandInModel) -> None:
    place.remember("facts/many.jsonl", *({"content": f"第 {n} 号茶罐"} for n in range(3000)))
    with open_vault(place.root, model=model) as vault:
        with vault.watch(lambda event: None):
            until(lambda: vault.status().on_disk > 0, "something")
        vault.index()
        assert vault.status().behind == 0


def test_no_answer_waits_for_what_is_being_said(place: Place, opened: Vault, seen: Seen) -> None:
    with opened.watch(seen) as watching:
        until(lambda: opened.status().clean and not watching._watcher.behind, "in step")
        with write_lock(opened.index_folder / LOCK_NAME):  # nothing can be taken in
            place.write("journal/there/2026/2026-11-30.jsonl", '{"session_id": "s", "role": "user"')
            until(lambda: bool(watching._watcher.behind), "noticed")
            assert not watching._is_news(watching._watcher.behind)
            place.remember("facts/new.jsonl", {"id": "mem_new", "content": "学会了做陶杯"})
            until(lambda: watching._is_news(watching._watcher.behind), "the edit")


def test_what_this_process_wrote_is_not_taken_in_twice(opened: Vault, seen: Seen) -> None:
    with opened.watch(seen) as watching:
        until(lambda: opened.status().clean and not watching._watcher.behind, "in step")
        opened.remember("会弹吉他")
        until(lambda: opened.status().clean and not watching._watcher.behind, "quiet")
    seen.any(lambda event: False)
    assert not any("auto" in path for event in seen.events for path in event.paths)


def test_a_conversation_is_embedded_when_it_is_over(
    opened: Vault, model: StandInModel, seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vault.api.in_step.TALK", timedelta(seconds=2))
    monkeypatch.setattr("vault.api.watch.TALK", timedelta(seconds=2))

    def waiting() -> tuple[str, ...]:
        return opened._resources.index.texts_to_embed(9, model.facts)

    with opened.watch(seen):
        until(lambda: opened.status().clean, "in step")
        opened.capture([Turn("s", 1, "user", "想学打铁", None)], extract="off")
        until(lambda: any("打铁" in text for text in waiting()), "found by words")
        until(lambda: not waiting(), "the vector")
