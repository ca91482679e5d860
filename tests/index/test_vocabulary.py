"""The vault's own words reach the segmenter, and what was cut without them is cut again."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.index.conftest import NOW, Workbench
from vault.index.index import Index
from vault.index.record import StoredRecord
from vault.index.vocabulary import own_words

ROAD = {"id": "road", "content": "在古墩路附近买菜"}


def record(text: str = "", **fields: object) -> StoredRecord:
    return StoredRecord("m", "u", "fact", text, "facts/a.jsonl", 1, **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (record(key="接入密码", scene="客厅设备"), ("客厅设备", "接入密码")),
        (record(tags=("古墩路", "GitHub备份")), ("古墩路", "备份")),
        (record(title="大理行程：2027"), ("大理行程",)),
        (record("养了一只名叫年糕的猫"), ("年糕",)),
        (record("正在读《置身事内》，还没读完"), ("置身事内",)),
        (record("小名豆豆。"), ("豆豆",)),
        (record(tags=("陽光",)), ("阳光",)),
        (record("没有什么名字", key="k", tags=("猫",)), ()),
        (record(title="一个长得不能再长的标题啊"), ()),
    ],
)
def test_words_a_record_gives(given: StoredRecord, expected: tuple[str, ...]) -> None:
    assert own_words(given) == tuple(sorted(expected))


def words_of(bench: Workbench, question: str) -> tuple[str, ...]:
    return bench.index.user("u").tokenise(question).words


def stored_words(bench: Workbench) -> dict[str, str]:
    with bench.index._reading() as connection:
        return dict(connection.execute("SELECT text, words FROM passages").fetchall())


def test_a_new_word_cuts_questions_and_stored_texts_alike(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", ROAD, {"id": "other", "content": "在河边散步"})
    bench.reconcile()
    assert "古墩路" not in words_of(bench, "古墩路怎么走")
    before = stored_words(bench)["在河边散步"]
    bench.memories("facts/b.jsonl", {"id": "tagged", "content": "周末去", "tags": ["古墩路"]})
    bench.reconcile()
    assert "古墩路" in words_of(bench, "古墩路怎么走")
    assert "古墩路" in stored_words(bench)[str(ROAD["content"])].split()
    assert stored_words(bench)["在河边散步"] == before
    statistics, _ = bench.index.user("u").term_statistics(["古墩路"])
    assert statistics == {"古墩路": 2}
    assert sorted(bench.by_words("古墩路")) == ["周末去", ROAD["content"]]


def test_a_word_nobody_gives_any_more_goes(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", ROAD)
    bench.memories("facts/b.jsonl", {"id": "x", "content": "周末去", "tags": ["古墩路"]})
    bench.memories("facts/c.jsonl", {"id": "y", "content": "下周去", "tags": ["古墩路"]})
    bench.reconcile()
    bench.remove("facts/b.jsonl")
    bench.reconcile()
    assert "古墩路" in words_of(bench, "古墩路")
    bench.remove("facts/c.jsonl")
    bench.reconcile()
    assert "古墩路" not in words_of(bench, "古墩路")
    assert "古墩路" not in stored_words(bench)[str(ROAD["content"])].split()
    assert bench.by_words("古墩路") == [ROAD["content"]]


def test_an_index_that_grew_is_the_index_made_at_once(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", ROAD, {"id": "cat", "content": "养了一只名叫年糕的猫"})
    bench.reconcile()
    bench.memories("facts/b.jsonl", {"id": "x", "content": "年糕在古墩路走丢", "key": "走丢经过"})
    bench.reconcile()
    bench.memories("facts/a.jsonl", ROAD, at=NOW - timedelta(days=1))
    bench.reconcile()
    grown = sorted(stored_words(bench).items())
    with bench.index._reading() as connection:
        terms = sorted(connection.execute("SELECT term, passages FROM terms WHERE passages > 0").fetchall())
    other = Index.open(bench.folder.parent / "anew", model_facts=bench.model.facts)
    other.reconcile(bench.vault, None, None, now=NOW)
    with other._reading() as connection:
        anew = sorted(connection.execute("SELECT text, words FROM passages").fetchall())
        anew_terms = sorted(connection.execute("SELECT term, passages FROM terms").fetchall())
    other.close()
    assert grown == anew
    assert terms == anew_terms


def test_another_process_learns_the_words(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", ROAD)
    bench.reconcile()
    other = Index.open(bench.folder, model_facts=None)
    assert "古墩路" not in other.user("u").tokenise("古墩路").words
    bench.memories("facts/b.jsonl", {"id": "x", "content": "周末去", "tags": ["古墩路"]})
    bench.reconcile()
    assert "古墩路" in other.user("u").tokenise("古墩路").words
    other.close()
