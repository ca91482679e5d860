"""What usage files count reaches the records, and a change of it costs nothing else."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone

import numpy as np
import pytest

from tests.index.conftest import NOW, Workbench
from vault.errors import VaultVanished
from vault.files.fingerprint import ReadFailed, read_file
from vault.index import usage_files, usage_rows
from vault.index.columns import UNKNOWN
from vault.index.instants import to_microseconds
from vault.index.record import StoredRecord

CAT = {"id": "cat", "content": "养了一只猫，名叫年糕"}
HOME = {"id": "home", "content": "住在阳光小区"}
MAY = datetime(2026, 5, 1, tzinfo=timezone.utc)
JUNE = datetime(2026, 6, 1, tzinfo=timezone.utc)


def line(record: str, at: datetime | None = None, **counts: int) -> str:
    when = {} if at is None else {"last_hit_at": at.isoformat()}
    return json.dumps({"id": record, **when, **counts}) + "\n"


def record(bench: Workbench, name: str) -> StoredRecord:
    found = bench.index.record(name)
    assert found is not None
    return found


def counted(bench: Workbench, user: str = "u") -> dict[str, tuple[int, int, int, int]]:
    """Hits, last hit, useful, useless of each record, as ranking sees them."""
    index = bench.index.user(user)
    columns = index.columns
    names = [passage.record.id for passage in index.passages(columns.ids)]
    values = zip(columns.hit_counts, columns.last_hits, columns.useful, columns.useless, strict=True)
    return dict(zip(names, [tuple(map(int, each)) for each in values], strict=True))  # type: ignore[arg-type]


@pytest.fixture
def bench(bench: Workbench) -> Workbench:
    bench.memories("facts/a.jsonl", CAT, HOME)
    bench.reconcile()
    return bench


def test_counts_of_all_devices_are_added_up(bench: Workbench) -> None:
    bench.write("usage/mac.jsonl", line("cat", JUNE, hits=2, useful=1) + line("cat", MAY, hits=1, wrong=1))
    bench.write("usage/phone.jsonl", line("cat", MAY, hits=4, useless=2, outdated=1))
    bench.reconcile()
    found = record(bench, "cat")
    assert (found.hit_count, found.last_hit_at) == (7, JUNE)
    assert (found.useful, found.useless, found.wrong, found.outdated) == (1, 2, 1, 1)
    assert counted(bench) == {
        "cat": (7, to_microseconds(JUNE), 1, 2),
        "home": (0, UNKNOWN, 0, 0),
    }


def test_what_an_old_line_counts_itself_is_added(bench: Workbench) -> None:
    bench.memories(
        "facts/b.jsonl", {"id": "old", "content": "旧数据", "hit_count": 3, "last_hit_at": JUNE.isoformat()}
    )
    bench.write("usage/mac.jsonl", line("old", MAY, hits=2))
    bench.reconcile()
    assert counted(bench)["old"] == (5, to_microseconds(JUNE), 0, 0)
    assert (record(bench, "old").hit_count, record(bench, "old").last_hit_at) == (5, JUNE)


def test_counts_may_come_before_what_is_counted(bench: Workbench) -> None:
    bench.write("usage/mac.jsonl", line("dog", MAY, hits=2))
    bench.reconcile()
    bench.index.user("u")
    bench.memories("facts/b.jsonl", {"id": "dog", "content": "养了一条狗"})
    bench.reconcile()
    assert counted(bench)["dog"] == (2, to_microseconds(MAY), 0, 0)


def test_an_edited_record_keeps_its_counts(bench: Workbench) -> None:
    bench.write("usage/mac.jsonl", line("cat", MAY, hits=2))
    bench.reconcile()
    bench.index.user("u")
    bench.memories("facts/a.jsonl", {**CAT, "importance": 0.9}, HOME, at=NOW - timedelta(days=1))
    bench.reconcile()
    assert counted(bench)["cat"] == (2, to_microseconds(MAY), 0, 0)


def test_further_counts_leave_everything_else_as_it_was(bench: Workbench) -> None:
    bench.write("usage/mac.jsonl", line("cat", MAY, hits=1))
    first = bench.reconcile()
    before = bench.index.user("u")
    mean = before.vector_mean()
    bench.write("usage/mac.jsonl", line("cat", MAY, hits=1) + line("cat", JUNE, hits=1))
    second = bench.reconcile()
    after = bench.index.user("u")
    assert (second.generation, second.added, second.changed, second.unchanged) == (first.generation, 0, 0, 1)
    assert after.vector_mean() is mean
    assert after.state.vectors is before.state.vectors
    assert before.columns.hit_counts.tolist() == [1, 0]  # a search keeps what it began with
    assert after.columns.hit_counts.tolist() == [2, 0]
    assert before.verdicts == after.verdicts
    assert bench.index.user("u") is after


def test_what_is_said_of_a_memory_shows(bench: Workbench) -> None:
    bench.write("usage/mac.jsonl", line("cat", useful=1))
    bench.reconcile()
    before = bench.index.user("u")
    bench.write("usage/mac.jsonl", line("cat", useful=1, useless=1))
    bench.reconcile()
    assert (before.verdicts, bench.index.user("u").verdicts) == ((1, 0), (1, 1))


def test_of_a_file_that_grew_only_what_is_new_is_read(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[bytes] = []
    parse = usage_files.parse_usage

    def spied(data: bytes, *, path: str) -> object:
        parsed.append(data)
        return parse(data, path=path)

    monkeypatch.setattr(usage_files, "parse_usage", spied)
    one, two = line("cat", hits=1), line("cat", hits=2) + line("home", hits=1)
    bench.write("usage/mac.jsonl", one)
    bench.reconcile()
    bench.write("usage/mac.jsonl", one + two)
    bench.reconcile()
    assert parsed == [one.encode(), two.encode()]
    assert {name: each[0] for name, each in counted(bench).items()} == {"cat": 3, "home": 1}


def test_a_file_that_was_added_up_says_the_same(bench: Workbench) -> None:
    bench.write("usage/mac.jsonl", line("cat", MAY, hits=1) + line("cat", JUNE, hits=2))
    bench.reconcile()
    before = bench.index.user("u")
    bench.write("usage/mac.jsonl", line("cat", JUNE, hits=3))
    bench.reconcile()
    assert bench.index.user("u") is before


def test_a_file_that_is_gone_or_was_edited_counts_as_it_is(bench: Workbench) -> None:
    bench.write("usage/mac.jsonl", line("cat", hits=5))
    bench.write("usage/phone.jsonl", line("cat", hits=1))
    bench.reconcile()
    bench.write("usage/mac.jsonl", line("home", hits=2), at=NOW - timedelta(days=2))
    bench.reconcile()
    assert {name: each[0] for name, each in counted(bench).items()} == {"cat": 1, "home": 2}
    bench.remove("usage")
    bench.reconcile()
    assert {name: each[0] for name, each in counted(bench).items()} == {"cat": 0, "home": 0}


def test_a_file_that_was_renamed_counts_once(bench: Workbench) -> None:
    bench.write("usage/mac.jsonl", line("cat", hits=5))
    bench.reconcile()
    bench.move("usage/mac.jsonl", "usage/laptop.jsonl")
    bench.reconcile()
    assert counted(bench)["cat"][0] == 5


def test_a_faulty_line_is_reported_and_hides_no_other(bench: Workbench) -> None:
    bench.write("usage/mac.jsonl", line("cat", hits=1) + "{oops\n" + line("home", hits=1))
    report = bench.reconcile()
    assert [(each.path, each.line, each.code) for each in report.problems] == [
        ("usage/mac.jsonl", 2, "broken-json")
    ]
    bench.write("usage/mac.jsonl", line("cat", hits=1) + line("home", hits=1), at=NOW - timedelta(days=1))
    assert bench.reconcile().problems == ()
    assert {name: each[0] for name, each in counted(bench).items()} == {"cat": 1, "home": 1}


def test_a_line_that_is_still_being_written_is_waited_for(bench: Workbench) -> None:
    whole, half = line("cat", hits=1), line("home", hits=1)
    bench.write("usage/mac.jsonl", whole + half[:8], at=NOW)
    assert bench.reconcile().problems == ()
    bench.write("usage/mac.jsonl", whole + half, at=NOW)
    bench.reconcile()
    assert {name: each[0] for name, each in counted(bench).items()} == {"cat": 1, "home": 1}


def test_a_line_that_stays_half_is_reported(bench: Workbench) -> None:
    bench.write("usage/mac.jsonl", line("cat", hits=1) + '{"id"', at=NOW)
    bench.reconcile()
    assert [each.code for each in bench.reconcile().problems] == ["half-written-line"]


def test_a_file_that_is_no_text_leaves_the_counts_there_were(bench: Workbench) -> None:
    bench.write("usage/mac.jsonl", line("cat", hits=1))
    bench.reconcile()
    bench.write("usage/mac.jsonl", line("cat", hits=1).encode("utf-16"), at=NOW - timedelta(days=1))
    assert [each.code for each in bench.reconcile().problems] == ["utf16"]
    assert counted(bench)["cat"][0] == 1


def test_a_file_that_cannot_be_read_leaves_the_counts_there_were(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.write("usage/mac.jsonl", line("cat", hits=1))
    bench.reconcile()
    bench.write("usage/mac.jsonl", line("cat", hits=2), at=NOW - timedelta(days=1))

    def refused(root: object, path: str) -> None:
        raise ReadFailed(path, "Permission denied")

    monkeypatch.setattr(usage_files, "read_file", refused)
    assert [each.code for each in bench.reconcile().problems] == ["unreadable-file"]
    assert counted(bench)["cat"][0] == 1
    monkeypatch.setattr(usage_files, "read_file", read_file)
    assert bench.reconcile().problems == ()
    assert counted(bench)["cat"][0] == 2


def test_counts_beyond_all_measure_do_no_harm(bench: Workbench) -> None:
    bench.memories("facts/b.jsonl", {"id": "old", "content": "旧数据", "hit_count": 10**30})
    bench.write("usage/mac.jsonl", line("old", hits=10**30, useful=10**30) + line("cat", hits=10**12))
    bench.reconcile()
    assert counted(bench)["old"][0] == counted(bench)["cat"][0] == np.iinfo(np.int32).max


def test_other_users_are_not_looked_at(bench: Workbench) -> None:
    bench.memories("facts/v.jsonl", {"id": "theirs", "content": "别人的", "user_id": "v"})
    bench.write("usage/mac.jsonl", line("theirs", hits=3) + line("cat", hits=1))
    bench.reconcile()
    assert (counted(bench)["cat"][0], counted(bench, "v")["theirs"][0]) == (1, 3)


def test_counts_alone_are_no_vault(bench: Workbench) -> None:
    bench.write("usage/mac.jsonl", line("cat", hits=1))
    bench.reconcile()
    bench.remove("facts/a.jsonl")
    with pytest.raises(VaultVanished):
        bench.reconcile()


def test_status_does_not_count_them_among_what_is_indexed(bench: Workbench) -> None:
    bench.write("usage/mac.jsonl", line("cat", hits=1))
    assert bench.index.status(bench.vault).clean
    bench.reconcile()
    status = bench.index.status(bench.vault)
    assert (status.on_disk, status.indexed) == (1, 1)


def test_an_index_made_anew_counts_again(bench: Workbench) -> None:
    for hits in (1, 2, 3):
        bench.write("usage/mac.jsonl", line("cat", hits=hits))
        bench.reconcile()
    bench.index.user("u")
    bench.index._database.reset()
    bench.reconcile()
    assert {name: each[0] for name, each in counted(bench).items()} == {"cat": 3, "home": 0}


def test_records_are_looked_up_by_id_and_not_walked_through(bench: Workbench) -> None:
    """Planned badly, these queries take the product of the numbers of records and of counts."""
    known = dict.fromkeys(("user", "unknown", "most", "counts", "generation"), 0)
    connection = bench.index._database.connection()
    for query in (usage_rows._ALL, usage_rows._CHANGED):
        plan = connection.execute(f"EXPLAIN QUERY PLAN {query}", known).fetchall()
        assert "SEARCH r USING INDEX records_by_id (id=?)" in [step for *_, step in plan]
        assert not any(step.startswith("SCAN r") for *_, step in plan)
