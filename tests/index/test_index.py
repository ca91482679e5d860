"""Several processes and threads on one index; damage; listing records."""

from __future__ import annotations

import multiprocessing
import threading
from datetime import timedelta
from pathlib import Path

import pytest

from tests.index.conftest import NOW, Workbench
from tests.stand_in_model import StandInModel
from vault.errors import IndexBroken, LockTimeout, WriteFailed
from vault.files.lock import write_lock
from vault.files.vault_folder import open_folder
from vault.index.index import LOCK_NAME, Index

CAT = {"id": "cat", "content": "养了一只猫", "created_at": "2026-01-01"}
HOME = {"id": "home", "content": "住在阳光小区", "created_at": "2026-02-01"}


def index_in_another_process(root: str, folder: str, path: str) -> None:
    model = StandInModel()
    index = Index.open(Path(folder), model_facts=model.facts)
    index.reconcile(open_folder(Path(root)), model, None, now=NOW, under=[path] if path else None)
    index.close()


def run(*arguments: str) -> int | None:
    process = multiprocessing.get_context("spawn").Process(target=index_in_another_process, args=arguments)
    process.start()
    process.join(60)
    return process.exitcode


def damage(bench: Workbench) -> None:
    """Overwrite all but the first pages, so that only the tables with the texts are broken."""
    bench.index.close()
    place = bench.folder / "index.sqlite"
    data = bytearray(place.read_bytes())
    assert len(data) > 60 * 4096
    data[40 * 4096 :] = b"\xa5" * (len(data) - 40 * 4096)
    place.write_bytes(data)
    bench.index = Index.open(bench.folder, model_facts=bench.model.facts)
    assert bench.index.notices == ()


def test_another_process_sees_the_change(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    before = bench.index.user("u")
    bench.memories("facts/b.jsonl", HOME)
    assert run(str(bench.root), str(bench.folder), "") == 0
    after = bench.index.user("u")
    assert after.generation > before.generation
    assert bench.texts() == ["住在阳光小区", "养了一只猫"]
    assert bench.by_vector("住在阳光小区")[0] == "住在阳光小区"
    bench.remove("facts/a.jsonl")
    bench.memories("facts/b.jsonl", {**HOME, "status": "inactive"}, at=NOW - timedelta(days=1))
    assert run(str(bench.root), str(bench.folder), "") == 0
    assert bench.texts() == ["住在阳光小区"]
    assert bench.index.user("u").columns.statuses.tolist() == [1]


def test_writers_wait_for_each_other_and_lose_nothing(bench: Workbench) -> None:
    context = multiprocessing.get_context("spawn")
    for number in range(6):
        bench.memories(f"facts/{number}.jsonl", {"id": f"m{number}", "content": f"第{number}件事"})
    processes = [
        context.Process(
            target=index_in_another_process,
            args=(str(bench.root), str(bench.folder), f"facts/{number}.jsonl"),
        )
        for number in range(6)
    ]
    for process in processes:
        process.start()
    for process in processes:
        process.join(60)
    assert [process.exitcode for process in processes] == [0] * 6
    assert bench.texts() == [f"第{number}件事" for number in range(6)]
    assert bench.index.status(bench.vault).clean


def test_a_writer_that_may_not_wait_says_so(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    with write_lock(bench.folder / LOCK_NAME), pytest.raises(LockTimeout):
        bench.index.reconcile(bench.vault, None, None, now=NOW, lock_timeout=0.01)


def test_readers_do_not_wait_for_a_writer(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    answers: list[list[str]] = []

    class Slow(StandInModel):
        def embed_passages(self, texts, progress=None):  # type: ignore[no-untyped-def]
            thread = threading.Thread(target=lambda: answers.append(bench.by_words("猫")))
            thread.start()
            thread.join(20)
            return super().embed_passages(texts, progress)

    bench.memories("facts/b.jsonl", HOME)
    bench.index.reconcile(bench.vault, Slow(), None, now=NOW)
    assert answers == [["养了一只猫"]]
    assert len(bench.texts()) == 2


def test_damage_met_by_a_reader_is_repaired_by_the_next_run(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", *({"id": f"m{n}", "content": f"第{n}件事" * 30} for n in range(200)))
    bench.reconcile()
    damage(bench)
    with pytest.raises(IndexBroken):
        bench.index.user("u")
    report = bench.reconcile()
    assert any("damaged" in notice for notice in report.notices)
    assert (report.records, report.embedded) == (200, 0)
    assert bench.index.user("u").size == 200


def test_damage_met_by_a_writer_is_repaired_at_once(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", *({"id": f"m{n}", "content": f"第{n}件事" * 30} for n in range(200)))
    bench.reconcile()
    damage(bench)
    bench.memories("facts/b.jsonl", CAT)
    report = bench.reconcile(under=["facts/b.jsonl"])
    assert report.records == 201


def test_a_deleted_index_folder_is_built_anew(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    bench.index.close()
    for path in bench.folder.iterdir():
        path.unlink()
    bench.folder.rmdir()
    report = bench.reconcile()
    assert (report.records, report.embedded, report.reused) == (1, 0, 1)


def test_an_index_that_cannot_be_written_says_so(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    connection = bench.index._database.connection()
    connection.execute("PRAGMA query_only = 1")
    bench.memories("facts/b.jsonl", HOME)
    with pytest.raises(WriteFailed):
        bench.reconcile()
    connection.execute("PRAGMA query_only = 0")
    assert bench.texts() == ["养了一只猫"]
    bench.reconcile()
    assert len(bench.texts()) == 2


def test_records_are_listed(bench: Workbench) -> None:
    bench.memories("facts/b.jsonl", CAT, HOME)
    bench.memories("facts/a.jsonl", {"id": "v1", "content": "别人的", "user_id": "v"})
    bench.memories("archive/a.jsonl", {"id": "old", "content": "以前的", "status": "superseded"})
    bench.reconcile()
    index = bench.index
    assert index.users() == ("u", "v")
    assert [record.id for record in index.records("u")] == ["home", "cat", "old"]
    assert [record.id for record in index.records(newest_first=False)] == ["old", "v1", "cat", "home"]
    assert [record.id for record in index.records(id_prefix="ho")] == ["home"]
    assert [record.id for record in index.records("v", id_prefix="ho")] == []
    found = index.record("old")
    assert found is not None
    assert (found.status, found.archived, found.text) == ("superseded", True, "以前的")
    assert index.record("nothing") is None


def test_records_of_nobody_belong_to_the_empty_user(bench: Workbench) -> None:
    bench.write("vault.yaml", (bench.root / "vault.yaml").read_text().replace("default_user: u\n", ""))
    bench.memories("facts/a.jsonl", CAT, {**HOME, "user_id": "v"})
    bench.reconcile()
    assert bench.index.users() == ("", "v")


def test_a_limited_run_on_an_empty_index_fills_it(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.memories("facts/b.jsonl", HOME)
    assert bench.reconcile(under=["facts/a.jsonl"]).added == 2


def test_generations_only_go_up(bench: Workbench) -> None:
    seen = [bench.index.generation]
    bench.memories("facts/a.jsonl", CAT)
    for change in range(4):
        bench.memories(
            "facts/a.jsonl", {**CAT, "content": f"养了{change}只猫"}, at=NOW - timedelta(days=change + 1)
        )
        bench.reconcile()
        seen.append(bench.index.generation)
    bench.index._database.reset()
    seen.append(bench.index.generation)
    bench.reconcile()
    seen.append(bench.index.generation)
    assert seen == sorted(set(seen))


def test_a_process_far_behind_catches_up(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    from vault.index import token_writer, user_state

    for module in (token_writer, user_state):
        monkeypatch.setattr(module, "REMEMBERED_GENERATIONS", 3)
    bench.memories("facts/a.jsonl", CAT, HOME)
    bench.reconcile()
    other = Index.open(bench.folder, model_facts=bench.model.facts)
    assert other.user("u").size == 2
    for number in range(8):
        bench.memories("facts/a.jsonl", {"id": f"m{number}", "content": f"第{number}件事"},
                       at=NOW - timedelta(days=number + 1))  # fmt: skip
        bench.reconcile()
    user = other.user("u")
    assert [passage.text for passage in user.passages(user.passage_ids())] == ["第7件事"]
    assert len(user._vectors) == 1
    other.close()


def test_the_index_of_a_user_is_one_object_until_something_changes(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    held = bench.index.user("u")
    assert bench.index.user("u") is held
    bench.memories("facts/b.jsonl", HOME)
    bench.reconcile()
    assert bench.index.user("u") is not held


def test_only_users_asked_last_are_held(bench: Workbench, monkeypatch: pytest.MonkeyPatch) -> None:
    from vault.index import index as module

    monkeypatch.setattr(module, "MOST_USERS", 2)
    bench.memories("facts/a.jsonl", *({"id": n, "content": "一句", "user_id": n} for n in "abc"))
    bench.reconcile()
    first = bench.index.user("a")
    bench.index.user("b")
    assert bench.index.user("a") is first
    bench.index.user("c")
    assert bench.index.user("a") is first
    assert list(bench.index._users) == ["c", "a"]


def test_the_words_of_the_vault_are_known(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", {**CAT, "tags": ["豆豆包"]})
    bench.reconcile()
    assert "豆豆包" in bench.index.segmenter.cut("豆豆包睡了")
