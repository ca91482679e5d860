"""Filters over columns agree with the rules of the model."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta, timezone

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.conftest import Workbench
from vault.index.columns import NEVER, UNKNOWN, Columns
from vault.index.instants import to_microseconds
from vault.index.row_filter import RowFilter
from vault.model.memory import MEMORY_TYPES, STATUSES, Memory
from vault.model.validity import is_current

NOW = datetime(2026, 6, 1, tzinfo=timezone.utc)


def columns(memories: Sequence[Memory], first_id: int = 1) -> Columns:
    names = tuple(dict.fromkeys(memory.namespace for memory in memories))

    def instants(times: Sequence[datetime | None], missing: int) -> np.ndarray:
        return np.array([missing if t is None else to_microseconds(t) for t in times], dtype=np.int64)

    count = len(memories)
    return Columns(
        ids=np.arange(first_id, first_id + count, dtype=np.int64),
        records=np.arange(count, dtype=np.int64),
        types=np.array([MEMORY_TYPES.index(m.type) for m in memories], dtype=np.int8),
        statuses=np.array([STATUSES.index(m.status) for m in memories], dtype=np.int8),
        namespaces=np.array([names.index(m.namespace) for m in memories], dtype=np.int32),
        times=instants([m.occurred_at or m.created_at for m in memories], UNKNOWN),
        created=instants([m.created_at for m in memories], UNKNOWN),
        updated=instants([m.updated_at for m in memories], UNKNOWN),
        begins=instants([m.valid_from for m in memories], UNKNOWN),
        ends=np.minimum(
            instants([m.valid_until for m in memories], NEVER),
            instants([m.expires_at for m in memories], NEVER),
        ),
        superseded=np.array([bool(m.superseded_by) for m in memories], dtype=np.bool_),
        archived=np.zeros(count, dtype=np.bool_),
        pinned=np.array([m.pinned for m in memories], dtype=np.bool_),
        importance=np.array([m.importance for m in memories], dtype=np.float32),
        confidence=np.array([m.confidence for m in memories], dtype=np.float32),
        hit_counts=np.zeros(count, dtype=np.int32),
        last_hits=np.full(count, UNKNOWN),
        useful=np.zeros(count, dtype=np.int32),
        useless=np.zeros(count, dtype=np.int32),
        files=np.zeros(count, dtype=np.int64),
        lines=np.arange(count, dtype=np.int32),
        namespace_names=names,
    )


TIMES = st.none() | st.integers(-3, 3).map(lambda days: NOW + timedelta(days=days))
MEMORIES = st.lists(
    st.builds(
        Memory,
        id=st.just("m"),
        content=st.just("x"),
        type=st.sampled_from(MEMORY_TYPES),
        status=st.sampled_from(STATUSES),
        namespace=st.sampled_from(["default", "work", "家"]),
        created_at=TIMES,
        occurred_at=TIMES,
        valid_from=TIMES,
        valid_until=TIMES,
        expires_at=TIMES,
        superseded_by=st.sampled_from([(), ("other",)]),
    ),
    max_size=20,
)


@given(MEMORIES)
def test_current_means_what_the_model_means(memories: list[Memory]) -> None:
    mask = columns(memories).mask(RowFilter(current_at=NOW))
    assert mask.tolist() == [is_current(memory, NOW) for memory in memories]


@given(MEMORIES, TIMES, TIMES)
def test_times_are_half_open(memories: list[Memory], since: datetime | None, until: datetime | None) -> None:
    mask = columns(memories).mask(RowFilter(statuses=(), since=since, until=until))
    expected = []
    for memory in memories:
        when = memory.occurred_at or memory.created_at
        known = when is not None or (since is None and until is None)
        expected.append(
            known
            and (since is None or when is None or when >= since)
            and (until is None or when is None or when < until)
        )
    assert mask.tolist() == expected


@given(MEMORIES)
def test_several_values_of_one_condition_are_alternatives(memories: list[Memory]) -> None:
    wanted = RowFilter(types=("fact", "event"), namespaces=("work", "家"), statuses=("active", "inactive"))
    mask = columns(memories).mask(wanted)
    assert mask.tolist() == [
        m.type in wanted.types and m.namespace in wanted.namespaces and m.status in wanted.statuses
        for m in memories
    ]


def test_an_unknown_namespace_holds_nothing() -> None:
    table = columns([Memory("m", "x")])
    assert not table.mask(RowFilter(namespaces=("nowhere",))).any()


@given(MEMORIES, MEMORIES)
def test_changes_replace_and_add_rows(old: list[Memory], new: list[Memory]) -> None:
    before, after = columns(old), columns(new, first_id=3)
    removed = before.ids[::2]
    merged = before.changed(removed, after)
    expected = {int(i): m.namespace for i, m in zip(before.ids, old, strict=True) if i not in removed} | {
        int(i): m.namespace for i, m in zip(after.ids, new, strict=True)
    }
    assert merged.ids.tolist() == sorted(expected)
    names = [merged.namespace_names[code] for code in merged.namespaces]
    assert names == [expected[number] for number in sorted(expected)]


def test_rows_of_unknown_ids_are_an_error() -> None:
    table = columns([Memory("m", "x")] * 3, first_id=10)
    assert table.rows(np.array([12, 10])).tolist() == [2, 0]
    with pytest.raises(KeyError):
        table.rows(np.array([10, 13]))
    with pytest.raises(KeyError):
        columns([]).rows(np.array([1]))


def test_columns_are_read_as_they_were_written(bench: Workbench) -> None:
    bench.memories(
        "facts/a.jsonl",
        {"id": "a", "content": "一", "importance": 0.9, "pinned": True, "created_at": "2026-01-01T00:00:00Z"},
        {
            "id": "b",
            "content": "二",
            "type": "event",
            "occurred_at": "2026-02-01T00:00:00Z",
            "namespace": "work",
        },
        {
            "id": "c",
            "content": "三",
            "expires_at": "2026-03-01T00:00:00Z",
            "valid_until": "2026-04-01T00:00:00Z",
        },
    )
    bench.reconcile()
    table = bench.index.user("u").columns
    first = to_microseconds(datetime(2026, 1, 1, tzinfo=timezone.utc))
    second = to_microseconds(datetime(2026, 2, 1, tzinfo=timezone.utc))
    assert table.times.tolist() == [first, second, UNKNOWN]
    assert table.created.tolist() == [first, UNKNOWN, UNKNOWN]
    assert table.ends.tolist() == [NEVER, NEVER, to_microseconds(datetime(2026, 3, 1, tzinfo=timezone.utc))]
    assert table.pinned.tolist() == [True, False, False]
    assert table.importance.round(3).tolist() == pytest.approx([0.9, 0.5, 0.5])
    assert [table.namespace_names[code] for code in table.namespaces] == ["default", "work", "default"]
