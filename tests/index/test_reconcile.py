"""Whatever happened to the files, the index is the one that would be made from them at once."""

from __future__ import annotations

import shutil
import tempfile
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.index.conftest import LONG_AGO, NOW, Workbench
from vault.embedding.vector_cache import VectorCache
from vault.index.index import Index
from vault.index.vector_rows import read_user_vectors

LINES = [
    '{"id":"m1","content":"养了一只名叫年糕的猫","tags":["宠物"]}',
    '{"id":"m1","content":"养了两只猫","updated_at":"2026-02-01T00:00:00Z"}',
    '{"id":"m2","content":"在古墩路买菜","user_id":"v"}',
    '{"id":"m3","content":"周末去","tags":["古墩路"],"key":"去处"}',
    '{"id":"m4","content":"住在河边","status":"superseded","superseded_by":["m5"]}',
    '{"content":"没有 id 的一行"}',
]
NOTES = [
    "# 年糕\n\n早晚各一次。\n\n## 猫砂\n\n每天铲。",
    "---\nid: n1\ntags: [古墩路]\n---\n\n同一个 id 的笔记。",
    "随手记的一句。",
    "# 古墩路\n\n" + "一家店一家店地逛过去。" * 60,
]
TURNS = [
    '{"session_id":"s","turn":1,"role":"user","content":"在古墩路喂年糕"}',
    '{"session_id":"s","turn":2,"role":"assistant","content":"好的"}',
    '{"session_id":"t","turn":1,"role":"user","content":"另一段","user_id":"v"}',
]
PLACES = {
    "facts/a.jsonl": LINES,
    "facts/deep/b.jsonl": LINES,
    "archive/c.jsonl": LINES,
    "notes/d.md": NOTES,
    "notes/e.md": NOTES,
    "journal/f/1.jsonl": TURNS,
}


def joined(parts: list[str]) -> str:
    return "".join(part + "\n" for part in parts)


WRITES = st.sampled_from(sorted(PLACES)).flatmap(
    lambda path: st.tuples(
        st.just("write"), st.just(path), st.lists(st.sampled_from(PLACES[path]), max_size=4).map(joined)
    )
)
PATHS = st.sampled_from(sorted(PLACES))
STEPS = st.lists(
    st.one_of(
        WRITES,
        WRITES,
        st.tuples(st.just("remove"), PATHS, st.just("")),
        st.tuples(st.just("move"), PATHS, PATHS),
    ),
    min_size=1,
    max_size=8,
)


def dump(index: Index) -> dict[str, list[object]]:
    """Everything of an index but numbers that only count."""
    queries = {
        "records": "SELECT r.id, u.user_id, f.path, r.line, r.text, r.status, r.archived, r.served, r.own_words "
        "FROM records r JOIN users u ON u.number = r.user JOIN files f ON f.number = r.file",
        "passages": "SELECT r.id, f.path, p.ordinal, p.line, p.context, p.text, p.keywords, "
        "iif(r.served, p.words, ''), iif(r.served, p.bigrams, '') "
        "FROM passages p JOIN records r ON r.number = p.record JOIN files f ON f.number = r.file",
        "tags": "SELECT t.tag, r.id, f.path FROM tags t JOIN records r ON r.number = t.record "
        "JOIN files f ON f.number = r.file",
        "dictionary": "SELECT * FROM dictionary",
        "terms": "SELECT u.user_id, t.term, t.passages FROM terms t JOIN users u ON u.number = t.user "
        "WHERE t.passages <> 0",
        "users": "SELECT user_id, passages, words, bigrams, vectors FROM users WHERE passages > 0",
        "problems": "SELECT * FROM problems",
        "files": "SELECT path, kind, fingerprint, state FROM files",
    }
    with index._reading() as connection:
        found: dict[str, list[object]] = {
            name: sorted(connection.execute(query).fetchall(), key=repr) for name, query in queries.items()
        }
        found["vectors"] = []
        for number, user_id in connection.execute("SELECT number, user_id FROM users").fetchall():
            ids, vectors = read_user_vectors(connection, number, 64)
            user = index.user(user_id)
            count, mean = user.vector_mean()
            counted = np.isin(ids, user.sample_ids(len(ids)))
            assert count == counted.sum()
            if count:
                assert abs(mean - vectors[counted].mean(axis=0)).max() < 1e-3
    return found


@settings(max_examples=60)
@given(STEPS)
def test_any_history_gives_the_index_made_at_once(steps: list[tuple[str, str, str]]) -> None:
    folder = Path(tempfile.mkdtemp())
    bench = Workbench(folder)
    held = bench.index.user("u")
    for number, (step, path, other) in enumerate(steps):
        at = LONG_AGO + timedelta(hours=number)
        if step == "move" and PLACES[path] is not PLACES[other] and (bench.root / other).exists():
            continue  # what was there would be served as it was last good: its history shows, on purpose
        if step == "write":
            bench.write(path, other, at)
        elif (bench.root / path).exists():
            bench.remove(path) if step == "remove" else bench.move(path, other)
        bench.reconcile(allow_empty=True)
        held = bench.index.user("u")
    anew = Index.open(folder / "anew", model_facts=bench.model.facts)
    anew.reconcile(bench.vault, bench.model, bench.cache, now=NOW, allow_empty=True)
    assert dump(bench.index) == dump(anew)
    assert sorted(p.text for p in held.passages(held.passage_ids())) == sorted(
        p.text for p in anew.user("u").passages(anew.user("u").passage_ids())
    )
    assert held._vectors.known(held.passage_ids()).all()
    assert bench.index.status(bench.vault).clean
    for index in (bench.index, anew):
        index.close()
    bench.cache.close()
    shutil.rmtree(folder)


def test_a_run_that_is_interrupted_leaves_everything_as_it_was(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vault.index import reconcile as module

    bench.memories("facts/a.jsonl", {"id": "cat", "content": "养了一只名叫年糕的猫"})
    bench.reconcile()
    before = dump(bench.index)
    bench.memories("facts/b.jsonl", {"id": "road", "content": "在古墩路", "tags": ["古墩路"]})
    bench.remove("facts/a.jsonl")

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    for name in ("choose_duplicates", "tokenise_again", "embed_missing", "read_totals"):
        with monkeypatch.context() as patched:
            patched.setattr(module, name, interrupted)
            with pytest.raises(KeyboardInterrupt):
                bench.reconcile()
        assert dump(bench.index) == before
        assert bench.by_words("年糕") == ["养了一只名叫年糕的猫"]
        assert bench.by_words("古墩路") == []
    bench.reconcile()
    assert bench.by_words("古墩路") == ["在古墩路"]
    assert bench.by_words("年糕") == []


def test_only_users_who_changed_are_read_again(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", {"id": "a", "content": "一", "user_id": "u"})
    bench.memories("facts/b.jsonl", {"id": "b", "content": "二", "user_id": "v"})
    bench.reconcile()
    mine, yours = bench.index.user("u"), bench.index.user("v")
    bench.memories("facts/b.jsonl", {"id": "b", "content": "三", "user_id": "v"}, at=NOW - timedelta(days=1))
    bench.reconcile()
    assert bench.index.user("u")._vectors.ids.tolist() == mine._vectors.ids.tolist()  # type: ignore[attr-defined]
    assert bench.index.user("v").columns.ids.tolist() != yours.columns.ids.tolist()


def test_the_vector_cache_is_of_one_model(bench: Workbench, tmp_path: Path) -> None:
    from tests.stand_in_model import StandInModel

    other = StandInModel("other", dimension=32)
    cache = VectorCache(tmp_path / "other.sqlite", other.facts)
    bench.memories("facts/a.jsonl", {"id": "a", "content": "一句"})
    bench.reconcile()
    report = bench.index.reconcile(bench.vault, other, cache, now=NOW)
    assert report.embedded == 1
    report = bench.index.reconcile(bench.vault, bench.model, bench.cache, now=NOW)
    assert (report.embedded, report.reused) == (0, 1)
    cache.close()
