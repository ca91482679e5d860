"""What is over does not change what a word is worth, nor what is close."""

from __future__ import annotations

import numpy as np
import pytest

from tests.index.conftest import Workbench
from vault.index.history import spread

NOW = [f"{name}住在{town}" for name, town in (("爸爸", "苏州"), ("妈妈", "无锡"), ("我", "南京"))]


def archived(count: int) -> list[dict[str, object]]:
    return [
        {"id": f"w{n}", "content": f"我重{60 + n}公斤，不重", "status": "superseded"} for n in range(count)
    ]


@pytest.mark.parametrize("over", [1, 40, 700])
def test_statistics_are_those_without_history(bench: Workbench, over: int) -> None:
    current = [{"id": f"n{place}", "content": text} for place, text in enumerate((*NOW, "我重60公斤"))]
    bench.memories("facts/a.jsonl", *current, {"id": "old", "content": "我重59公斤", "superseded_by": ["n3"]})
    bench.memories("archive/a.jsonl", *archived(over))
    bench.reconcile()
    user = bench.index.user("u")
    assert user.document_count == 4
    assert user.size == 5 + over
    assert user.term_statistics(["重", "公斤", "住"], ["住在", "重6"]) == (
        {"重": 1, "公斤": 1, "住": 3},
        {"住在": 3},
    )
    assert user.character_statistics(["重", "住"]) == {"重": 1, "住": 3}
    assert len(user.sample_ids(1000)) == 4
    count, mean = user.vector_mean()
    assert count == 4
    assert np.allclose(mean, user.vectors(user.sample_ids(4)).mean(axis=0), atol=1e-5)


def test_of_many_memories_history_is_counted_out(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", *({"id": f"n{n}", "content": f"第{n}次去南京"} for n in range(600)))
    bench.memories("archive/a.jsonl", *archived(520))
    bench.reconcile()
    user = bench.index.user("u")
    assert user.document_count == 600
    assert user.term_statistics(["公斤", "南京"])[0] == {"南京": 600}
    count, mean = user.vector_mean()
    assert count == 600
    assert float(mean @ user.vectors(user.sample_ids(600)).mean(axis=0)) > float(mean @ mean) * 0.9


def test_where_everything_is_over_it_counts(bench: Workbench) -> None:
    bench.memories("archive/a.jsonl", *archived(3))
    bench.reconcile()
    user = bench.index.user("u")
    assert user.document_count == 3
    assert user.term_statistics(["公斤"])[0] == {"公斤": 3}
    assert user.vector_mean()[0] == 3


def test_a_spread_is_the_same_each_time() -> None:
    ids = np.arange(1000, dtype=np.int64)
    assert spread(ids, 2000) is ids
    some = spread(ids, 100)
    assert len(set(some.tolist())) == 100
    assert some.tolist() == spread(ids, 100).tolist() == sorted(some.tolist())
    assert some[0] < 100 < 900 < some[-1]
