"""What is recalled is counted, in the background, and nothing depends on it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import NOW, Place, make_place
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.usage import MOST_WAITING, UsageRecorder
from vault.api.vault import Vault
from vault.config.device import device_id
from vault.errors import WriteFailed
from vault.files.lock import write_lock
from vault.format.usage_line import parse_usage
from vault.model.usage import Usage

LATER = NOW + timedelta(hours=1)


@pytest.fixture(autouse=True)
def counting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMVAULT_RECORD_USAGE", "true")
    monkeypatch.setenv("MEMVAULT_DEVICE", "mac")


@pytest.fixture
def counted(place: Place) -> Callable[[], dict[str, Usage]]:
    """What this device has counted so far."""

    def read() -> dict[str, Usage]:
        path = place.root / "usage" / f"{device_id()}.jsonl"
        if not path.exists():
            return {}
        parsed = parse_usage(path.read_bytes(), path="usage/mac.jsonl")
        assert not parsed.problems
        return dict(parsed.usage)

    return read


@pytest.fixture
def vault(place: Place, model: StandInModel) -> Iterator[Vault]:
    with open_vault(place.root, model=model) as opened:
        yield opened


class Written:
    """Takes counts, or refuses them."""

    def __init__(self) -> None:
        self.batches: list[tuple[Usage, ...]] = []
        self.refuses = False
        self.arrived = threading.Event()

    def __call__(self, counts: Sequence[Usage], now: datetime) -> None:
        if self.refuses:
            raise WriteFailed(Path("usage/mac.jsonl"), "Read-only file system")
        self.batches.append(tuple(counts))
        self.arrived.set()


def test_counts_of_a_memory_are_gathered_into_one() -> None:
    written = Written()
    recorder = UsageRecorder(written)
    recorder.hit(["mem_1", "mem_2"], NOW)
    recorder.hit(["mem_1"], LATER)
    recorder.flush()
    recorder.flush()
    recorder.close()
    assert written.batches == [
        (Usage("mem_1", hits=2, last_hit_at=LATER), Usage("mem_2", hits=1, last_hit_at=NOW))
    ]


def test_they_are_written_by_themselves() -> None:
    written = Written()
    recorder = UsageRecorder(written, seconds=0.01)
    recorder.hit(["mem_1"], NOW)
    assert written.arrived.wait(10)
    written.arrived.clear()
    recorder.hit(["mem_2"], NOW)
    assert written.arrived.wait(10)
    recorder.close()
    assert [each.id for batch in written.batches for each in batch] == ["mem_1", "mem_2"]


def test_closing_writes_what_is_left_and_lets_go_of_what_comes_later() -> None:
    written = Written()
    recorder = UsageRecorder(written)
    recorder.hit(["mem_1"], NOW)
    recorder.close()
    recorder.hit(["mem_2"], NOW)
    recorder.close()
    assert [[each.id for each in batch] for batch in written.batches] == [["mem_1"]]


def test_what_could_not_be_written_is_kept_for_the_next_time() -> None:
    written = Written()
    written.refuses = True
    recorder = UsageRecorder(written)
    recorder.hit(["mem_1"], NOW)
    recorder.flush()
    recorder.hit(["mem_1"], LATER)
    written.refuses = False
    recorder.flush()
    recorder.close()
    assert written.batches == [(Usage("mem_1", hits=2, last_hit_at=LATER),)]


def test_what_cannot_be_written_does_not_fill_the_memory() -> None:
    written = Written()
    written.refuses = True
    recorder = UsageRecorder(written)
    recorder.hit([f"mem_{number}" for number in range(MOST_WAITING + 5)], NOW)
    recorder.flush()
    written.refuses = False
    recorder.close()
    assert len(written.batches[0]) == MOST_WAITING


def test_counts_of_many_threads_are_all_there() -> None:
    written = Written()
    recorder = UsageRecorder(written, seconds=0.001)

    def recall() -> None:
        for _ in range(200):
            recorder.hit(["mem_1"], NOW)

    threads = [threading.Thread(target=recall) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    recorder.close()
    assert sum(each.hits for batch in written.batches for each in batch) == 800


def test_a_recall_counts_what_it_returns(vault: Vault, counted: Callable[[], dict[str, Usage]]) -> None:
    hits = vault.recall("我的猫叫什么", now=NOW).hits
    assert "mem_cat" in {hit.id for hit in hits}
    assert counted() == {}, "a recall does not wait for the disk"
    vault.close()
    assert counted() == {hit.id: Usage(hit.id, hits=1, last_hit_at=NOW) for hit in hits}


def test_a_prompt_counts_what_is_in_the_block(vault: Vault, counted: Callable[[], dict[str, Usage]]) -> None:
    block = vault.prompt("我的猫叫什么", limit=1, now=NOW)
    vault.close()
    assert tuple(counted()) == block.ids == ("mem_cat",)


def test_what_is_only_looked_at_is_not_counted(vault: Vault, counted: Callable[[], dict[str, Usage]]) -> None:
    vault.recall("我的猫叫什么", gate=False, now=NOW)
    vault.recall("我的猫叫什么", counted=False, now=NOW)
    vault.list(now=NOW)
    vault.show("mem_cat", now=NOW)
    vault.close()
    assert counted() == {}


def test_what_stands_in_for_an_answer_is_not_counted(
    vault: Vault, counted: Callable[[], dict[str, Usage]]
) -> None:
    assert {note for hit in vault.recall("上次那件事", now=NOW).hits for note in hit.why.notes} == {"recent"}
    vault.close()
    assert counted() == {}


def test_a_note_is_counted_once_and_a_conversation_never(
    place: Place, model: StandInModel, counted: Callable[[], dict[str, Usage]]
) -> None:
    place.write(
        "notes/cat.md", "---\nid: note_cat\n---\n# 年糕的食谱\n\n年糕早上吃罐头\n\n## 晚上\n\n年糕吃猫粮\n"
    )
    turn = '{"session_id": "s", "turn": 1, "role": "user", "content": "年糕的食谱", "at": "2026-11-29"}\n'
    place.write("journal/mac/2026/2026-11-29.jsonl", turn)
    with open_vault(place.root, model=model) as vault:
        hits = vault.recall("年糕的食谱", now=NOW).hits
        assert {"note", "message"} <= {hit.type for hit in hits}
    assert counted()["note_cat"].hits == 1
    assert not any(each.startswith("msg") for each in counted())
    assert {hit.id for hit in hits if hit.type != "message"} == set(counted())


def test_a_line_without_an_id_is_counted_under_the_one_it_will_get(
    place: Place, model: StandInModel, counted: Callable[[], dict[str, Usage]]
) -> None:
    place.remember("facts/new.jsonl", {"content": "在练习倒立"})
    with open_vault(place.root, model=model) as vault:
        assert vault.recall("倒立练习得怎么样", now=NOW).hits
    (memory_id,) = counted()
    assert memory_id.startswith("mem_")
    with open_vault(place.root, model=model) as vault:
        vault.apply_repairs(vault.plan_repairs(now=NOW))
        assert vault.show(memory_id, now=NOW)[0].text == "在练习倒立"


def test_counts_are_in_the_index_as_soon_as_they_are_on_disk(place: Place, model: StandInModel) -> None:
    with open_vault(place.root, model=model) as vault:
        vault.recall("我的猫叫什么", now=NOW)
    with open_vault(place.root, model=model) as vault:
        assert vault.status(now=NOW).behind == 0


def test_counting_can_be_switched_off(
    place: Place, model: StandInModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MEMVAULT_RECORD_USAGE")
    make_place(place.root, "default_user: lin\nlifecycle:\n  record_usage: false\n")
    with open_vault(place.root, model=model) as vault:
        assert vault.recall("我的猫叫什么", now=NOW).hits
    assert not (place.root / "usage").exists()


def test_it_is_on_unless_told_otherwise(
    place: Place, model: StandInModel, monkeypatch: pytest.MonkeyPatch, counted: Callable[[], Any]
) -> None:
    monkeypatch.delenv("MEMVAULT_RECORD_USAGE")
    with open_vault(place.root, model=model) as vault:
        vault.recall("我的猫叫什么", now=NOW)
    assert "mem_cat" in counted()


@pytest.mark.parametrize("obstacle", ["a file in the way", "a vault that has gone", "a file of git's"])
def test_a_recall_succeeds_where_nothing_can_be_counted(
    place: Place, model: StandInModel, obstacle: str
) -> None:
    with open_vault(place.root, model=model) as vault:
        vault.index(now=NOW)
        if obstacle == "a file in the way":
            place.write("usage", "")
        elif obstacle == "a file of git's":
            place.write("usage/mac.jsonl", "<<<<<<< ours\n=======\n>>>>>>> theirs\n")
        assert vault.recall("我的猫叫什么", now=NOW).hits
        if obstacle == "a vault that has gone":
            place.root.rename(place.root.with_name("elsewhere"))
    if obstacle == "a vault that has gone":
        assert not place.root.exists()


def test_a_recall_does_not_wait_for_another_process_that_counts(place: Place, model: StandInModel) -> None:
    with open_vault(place.root, model=model) as vault:
        resources = vault._resources
        with write_lock(resources.usage_lock):
            assert vault.recall("我的猫叫什么", now=NOW).hits
        assert not (place.root / "usage").exists()
    assert (place.root / "usage" / "mac.jsonl").exists()
