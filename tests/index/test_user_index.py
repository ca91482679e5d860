"""What recall asks of one user's memories."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import numpy as np
import pytest

from tests.index.conftest import NOW, Workbench
from vault.index.row_filter import RowFilter
from vault.index.user_index import UserIndex

MEMORIES = [
    {"id": "cat", "content": "养了一只名叫年糕的猫", "tags": ["宠物", "家"], "created_at": "2026-01-01"},
    {"id": "home", "content": "住在阳光小区", "key": "住址", "scene": "家", "created_at": "2026-02-01"},
    {
        "id": "food",
        "content": "不吃香菜",
        "type": "preference",
        "namespace": "work",
        "created_at": "2026-03-01",
    },
    {
        "id": "done",
        "content": "十月的体检",
        "type": "event",
        "expires_at": "2026-10-31",
        "created_at": "2026-10-01",
    },
    {"id": "rare", "content": "用过的旧手机号", "status": "inactive", "created_at": "2026-04-01"},
    {"id": "soon", "content": "明年搬家", "valid_from": "2027-01-01", "created_at": "2026-05-01"},
    {"id": "theirs", "content": "别人的秘密是香菜", "user_id": "v"},
]


@pytest.fixture
def filled(bench: Workbench) -> Workbench:
    bench.memories("facts/a.jsonl", *MEMORIES)
    bench.write("notes/profile.md", "# 档案\n\n三十四岁，做数据分析。\n")
    bench.reconcile()
    return bench


@pytest.fixture
def user(filled: Workbench) -> UserIndex:
    return filled.index.user("u")


def names(user: UserIndex, ids: np.ndarray) -> list[str]:
    return [passage.record.id[:4] for passage in user.passages(ids)]


def test_everything_of_the_user_and_nothing_of_others(filled: Workbench, user: UserIndex) -> None:
    assert user.size == user.document_count == 7
    assert names(user, user.passage_ids()) == ["cat", "home", "food", "done", "rare", "soon", "note"]
    assert filled.by_words("香菜", "u") == ["不吃香菜"]
    assert filled.by_words("香菜", "v") == ["别人的秘密是香菜"]
    assert filled.by_vector("别人的秘密是香菜", "u")[0] != "别人的秘密是香菜"


def test_a_user_without_records_has_an_empty_index(filled: Workbench) -> None:
    nobody = filled.index.user("nobody")
    assert nobody.size == 0
    assert nobody.passage_ids(RowFilter(current_at=NOW)).tolist() == []
    tokens = nobody.tokenise("香菜")
    assert nobody.word_candidates(tokens.words, tokens.bigrams, None, 5).tolist() == []
    ids, scores = nobody.vector_candidates(filled.model.embed_query("香菜"), None, 5)
    assert (len(ids), len(scores)) == (0, 0)
    assert nobody.vector_mean()[0] == 0
    assert (nobody.slots(), nobody.profile(), nobody.recent(3).tolist()) == ((), (), [])
    assert nobody.sample_ids(3).tolist() == []
    assert nobody.average_lengths.words == 0


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (None, ["cat", "home", "food", "done", "rare", "soon", "note"]),
        (RowFilter(), ["cat", "home", "food", "done", "soon", "note"]),
        (RowFilter(current_at=NOW), ["cat", "home", "food", "note"]),
        (RowFilter(statuses=()), ["cat", "home", "food", "done", "rare", "soon", "note"]),
        (RowFilter(statuses=("inactive",)), ["rare"]),
        (RowFilter(types=("preference", "note")), ["food", "note"]),
        (RowFilter(namespaces=("work",)), ["food"]),
        (RowFilter(tags=("宠物",)), ["cat"]),
        (RowFilter(tags=("#宠物", "nothing")), ["cat"]),
        (RowFilter(tags=("nothing",)), []),
        (RowFilter(since=datetime(2026, 2, 15, tzinfo=timezone.utc)), ["food", "done", "soon"]),
        (RowFilter(until=datetime(2026, 2, 15, tzinfo=timezone.utc)), ["cat", "home"]),
        (RowFilter(tags=("家",), current_at=NOW, types=("fact",)), ["cat"]),
    ],
)
def test_filters(user: UserIndex, condition: RowFilter | None, expected: list[str]) -> None:
    assert names(user, user.passage_ids(condition)) == expected


def test_filters_come_before_ranking(filled: Workbench) -> None:
    condition = RowFilter(types=("preference",))
    assert filled.by_vector("养了一只名叫年糕的猫", condition=condition) == ["不吃香菜"]
    assert filled.by_words("年糕", condition=condition) == []


def test_passages_come_whole_and_in_order(user: UserIndex) -> None:
    ids = user.passage_ids()
    first, second = user.passages(ids[[1, 0]])
    assert (first.record.id, second.record.id) == ("home", "cat")
    assert (first.path, first.line, first.text) == ("facts/a.jsonl", 2, "住在阳光小区")
    assert (first.record.key, first.record.scene, first.record.user_id) == ("住址", "家", "u")
    assert second.record.tags == ("宠物", "家")
    assert second.record.created_at == datetime(2025, 12, 31, 16, tzinfo=timezone.utc)
    assert user.passages(np.array([9999, int(ids[0])]))[0].record.id == "cat"


def test_exact_facts(user: UserIndex) -> None:
    (slot,) = user.slots()
    assert (slot.namespace, slot.key, slot.scene, slot.record_id) == ("default", "住址", "家", "home")
    assert user.passages([slot.passage_id])[0].text == "住在阳光小区"


def test_the_profile(user: UserIndex) -> None:
    (passage,) = user.profile()
    assert (passage.text, passage.path) == ("三十四岁，做数据分析。", "notes/profile.md")


def test_the_latest_first(user: UserIndex) -> None:
    assert names(user, user.recent(3)) == ["done", "soon", "food"]
    assert names(user, user.recent(2, RowFilter(current_at=NOW))) == ["food", "home"]


def test_term_statistics_and_frequencies_agree_with_the_texts(user: UserIndex) -> None:
    ids = user.passage_ids()
    counted = user.terms(ids)
    tokens = user.tokenise("年糕和香菜还有小区的猫")
    words, bigrams = list(tokens.words), list(tokens.bigrams)
    frequencies = user.term_frequencies(ids, words, bigrams)
    assert frequencies.words.tolist() == [[c[0][word] for word in words] for c in counted]
    assert frequencies.bigrams.tolist() == [[c[1][bigram] for bigram in bigrams] for c in counted]
    assert frequencies.word_lengths.tolist() == [c[0].total() for c in counted]
    assert frequencies.bigram_lengths.tolist() == [c[1].total() for c in counted]
    word_counts, bigram_counts = user.term_statistics(words, bigrams)
    for word in words:
        assert word_counts.get(word, 0) == sum(c[0][word] > 0 for c in counted)
    for bigram in bigrams:
        assert bigram_counts.get(bigram, 0) == sum(c[1][bigram] > 0 for c in counted)
    assert user.average_lengths.words == pytest.approx(frequencies.word_lengths.mean())
    assert user.average_lengths.bigrams == pytest.approx(frequencies.bigram_lengths.mean())


def test_no_terms_no_counts(user: UserIndex) -> None:
    frequencies = user.term_frequencies(user.passage_ids(), [], [])
    assert frequencies.words.shape == frequencies.bigrams.shape == (7, 0)
    none = user.term_frequencies(user.passage_ids()[:0], ["猫"], [])
    assert none.words.shape == (0, 1)


def test_vectors_are_those_of_the_model(filled: Workbench, user: UserIndex) -> None:
    ids = user.passage_ids()[:2]
    expected = filled.model.embed_passages(["养了一只名叫年糕的猫", "住在阳光小区"])
    np.testing.assert_allclose(user.vectors(ids), expected, atol=1e-3)
    assert user.vectors(np.array([9999])).any() == np.False_
    count, mean = user.vector_mean()
    np.testing.assert_allclose(mean, user.vectors(user.passage_ids()).mean(axis=0), atol=1e-3)
    assert count == 7


def test_samples_are_the_same_each_time_and_spread(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", *({"id": f"m{n}", "content": f"第{n}件事"} for n in range(200)))
    bench.reconcile(model=None)
    user = bench.index.user("u")
    sample = user.sample_ids(40)
    assert sample.tolist() == user.sample_ids(40).tolist()
    assert len(set(sample.tolist())) == 40
    assert sample.min() < 50
    assert sample.max() > 150
    assert len(user.sample_ids(1000)) == 200


def test_columns_of_candidates(user: UserIndex) -> None:
    ids = user.passage_ids()
    some = user.columns_of(ids[[3, 0]])
    assert some.ids.tolist() == ids[[3, 0]].tolist()
    assert len(some) == 2
    with pytest.raises(KeyError):
        user.columns_of(np.array([9999]))


def test_a_snapshot_stays_while_the_index_changes(filled: Workbench, user: UserIndex) -> None:
    filled.memories(
        "facts/a.jsonl", MEMORIES[0], {"id": "dog", "content": "又养了一条狗"}, at=NOW - timedelta(days=1)
    )
    filled.reconcile()
    assert user.size == 7
    tokens = user.tokenise("狗")
    assert user.word_candidates(tokens.words, tokens.bigrams, None, 5).tolist() == []
    assert filled.index.user("u").generation > user.generation
    assert filled.by_words("狗") == ["又养了一条狗"]


def test_long_records_have_several_passages(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", {"id": "long", "content": "在家整理书架。" * 120})
    bench.reconcile()
    user = bench.index.user("u")
    assert user.size > 1
    assert {passage.record.id for passage in user.passages(user.passage_ids())} == {"long"}


def test_neighbours_are_those_of_the_file(filled: Workbench) -> None:
    filled.memories("facts/b.jsonl", *({"id": f"b{n}", "content": f"第{n}句"} for n in range(4)))
    filled.memories("facts/c.jsonl", {"id": "c0", "content": "一句"})
    filled.reconcile()
    filled.memories(
        "facts/b.jsonl",
        *({"id": f"b{n}", "content": f"第{n}句"} for n in (0, 1)),
        {"id": "new", "content": "插进来的一句"},
        *({"id": f"b{n}", "content": f"第{n}句"} for n in (2, 3)),
        at=NOW - timedelta(days=1),
    )
    filled.reconcile()
    user = filled.index.user("u")
    ids = {passage.record.id: passage.id for passage in user.passages(user.passage_ids())}
    found = user.neighbours(np.array([ids["new"], ids["b0"], ids["c0"]]), 2)
    assert found.tolist() == [
        [ids["b0"], ids["b1"], ids["b2"], ids["b3"]],
        [-1, -1, ids["b1"], ids["new"]],
        [-1, -1, -1, -1],
    ]
    assert user.columns_of(np.array([ids["b3"]])).lines.tolist() == [5]


def test_characters_are_counted_one_by_one(user: UserIndex) -> None:
    ids = user.passage_ids()
    texts = [passage.text for passage in user.passages(ids)]
    found = user.term_frequencies(ids, ["猫"], [], ["的", "猫", "住"])
    titles = [passage.record.title for passage in user.passages(ids)]
    keys = [
        passage.record.key + passage.record.scene + "".join(passage.record.tags)
        for passage in user.passages(ids)
    ]
    whole = [title + text + key for title, text, key in zip(titles, texts, keys, strict=True)]
    assert found.characters.tolist() == [[text.count(each) for each in "的猫住"] for text in whole]
    assert found.words[:, 0].tolist() == [text.count("猫") for text in whole]
    counts = user.character_statistics("的猫住鱼")
    assert counts == {each: sum(each in text for text in whole) for each in "的猫住"}
