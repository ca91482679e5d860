"""Vectors: made once, reused for ever, and never mixed between models."""

from __future__ import annotations

from datetime import timedelta

import numpy as np
import pytest

from tests.index.conftest import NOW, Workbench
from tests.stand_in_model import StandInModel
from vault.embedding.provider import Progress, Vectors
from vault.errors import ModelBroken
from vault.index.index import Index

CAT = {"id": "cat", "content": "养了一只猫"}
HOME = {"id": "home", "content": "住在阳光小区"}


def test_a_restart_embeds_nothing(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT, HOME)
    bench.reconcile()
    bench.reopen()
    assert bench.reconcile().embedded == 0
    assert bench.model.passages_embedded == 2
    assert bench.by_vector("养了一只猫")[0] == "养了一只猫"


def test_an_index_made_anew_embeds_nothing(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT, HOME)
    bench.reconcile()
    bench.index = Index.open(bench.folder.parent / "anew", model_facts=bench.model.facts)
    report = bench.reconcile()
    assert (report.embedded, report.reused) == (0, 2)
    assert bench.by_vector("养了一只猫")[0] == "养了一只猫"


def test_a_second_copy_of_a_text_embeds_nothing(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    bench.memories("facts/b.jsonl", {"id": "copy", "content": CAT["content"]})
    report = bench.reconcile()
    assert (report.embedded, report.reused) == (0, 1)


def test_without_a_model_words_answer_and_vectors_come_later(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT, HOME)
    report = bench.reconcile(model=None)
    assert (report.records, report.embedded) == (2, 0)
    assert bench.by_words("猫") == ["养了一只猫"]
    assert bench.by_vector("猫") == []
    status = bench.index.status(bench.vault)
    assert (status.without_vector, status.behind, status.clean) == (2, 2, False)
    later = bench.reconcile()
    assert later.embedded == 2
    assert later.generation > report.generation
    assert bench.by_vector("养了一只猫")[0] == "养了一只猫"
    assert bench.index.status(bench.vault).clean


def test_without_a_wanted_model_nothing_is_missing(bench: Workbench) -> None:
    index = Index.open(bench.folder, model_facts=None)
    bench.memories("facts/a.jsonl", CAT)
    index.reconcile(bench.vault, None, None, now=NOW)
    assert index.status(bench.vault).clean
    index.close()


def test_a_run_without_a_model_keeps_the_vectors_there_are(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    bench.memories("facts/a.jsonl", CAT, HOME, at=NOW - timedelta(days=1))
    bench.reconcile(model=None)
    assert bench.by_vector("养了一只猫") == ["养了一只猫"]
    assert bench.index.status(bench.vault).without_vector == 1
    assert bench.index.user("u").vectors(bench.index.user("u").passage_ids()).any(axis=1).tolist() == [
        True,
        False,
    ]


def test_another_model_replaces_all_vectors_at_once(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT, HOME)
    bench.reconcile()
    old = bench.index.user("u")
    other = StandInModel("other", dimension=32)
    report = bench.reconcile(model=other)
    assert (report.embedded, other.passages_embedded) == (2, 2)
    new = bench.index.user("u")
    assert (old.dimension, new.dimension) == (64, 32)
    assert new.model_fingerprint == other.facts.fingerprint != old.model_fingerprint
    count, mean = new.vector_mean()
    assert (count, mean.shape) == (2, (32,))
    with pytest.raises(ValueError, match="dimensions"):
        new.vector_candidates(bench.model.embed_query("猫"), None, 5)
    found, _ = new.vector_candidates(other.embed_query("养了一只猫"), None, 1)
    assert new.passages(found)[0].record.id == "cat"


def test_the_old_model_serves_until_the_new_one_is_done(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT, HOME)
    bench.reconcile()
    reader = Index.open(bench.folder, model_facts=bench.model.facts)
    seen = []

    class Watched(StandInModel):
        def embed_passages(self, texts: list[str], progress: Progress | None = None) -> Vectors:  # type: ignore[override]
            user = reader.user("u")
            found, _ = user.vector_candidates(bench.model.embed_query("养了一只猫"), None, 1)
            seen.append((user.model_fingerprint, user.passages(found)[0].record.id))
            return super().embed_passages(texts, progress)

    watched = Watched("other", dimension=32)
    bench.reconcile(model=watched)
    assert seen == [(bench.model.facts.fingerprint, "cat")]
    assert reader.user("u").model_fingerprint == watched.facts.fingerprint
    reader.close()


def test_an_interrupted_switch_leaves_the_old_vectors(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT, HOME)
    bench.reconcile()

    class Interrupted(StandInModel):
        def embed_passages(self, texts: list[str], progress: Progress | None = None) -> Vectors:  # type: ignore[override]
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        bench.reconcile(model=Interrupted("other", dimension=32))
    assert bench.index.model_fingerprint == bench.model.facts.fingerprint
    assert bench.by_vector("养了一只猫")[0] == "养了一只猫"


def test_what_was_embedded_before_an_interruption_is_not_embedded_again(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    from vault.index import embed

    monkeypatch.setattr(embed, "BATCH", 4)
    bench.memories("facts/a.jsonl", *({"id": f"m{n}", "content": f"第{n}件事"} for n in range(12)))
    calls = 0
    original = bench.model.embed_passages

    def interrupted(texts: list[str], progress: Progress | None = None) -> Vectors:
        nonlocal calls
        calls += 1
        if calls == 3:
            raise KeyboardInterrupt
        return original(texts, progress)

    monkeypatch.setattr(bench.model, "embed_passages", interrupted)
    with pytest.raises(KeyboardInterrupt):
        bench.reconcile()
    assert bench.index.user("u").size == 0, "nothing of the run is left"
    monkeypatch.setattr(bench.model, "embed_passages", original)
    report = bench.reconcile()
    assert (report.embedded, report.reused) == (4, 8)


def test_one_text_the_model_cannot_take_stops_no_other(bench: Workbench) -> None:
    model = StandInModel(fails_on=lambda text: "毒" in text)
    bench.memories("facts/a.jsonl", *({"id": f"m{n}", "content": f"第{n}件事"} for n in range(9)))
    bench.memories("facts/b.jsonl", {"id": "bad", "content": "毒蘑菇"})
    report = bench.reconcile(model=model)
    assert report.embedded == 9
    assert [(p.path, p.line, p.code, p.severity) for p in report.problems] == [
        ("facts/b.jsonl", 1, "not-embedded", "warning")
    ]
    assert bench.by_words("蘑菇") == ["毒蘑菇"]
    assert bench.index.status(bench.vault).without_vector == 1
    report = bench.reconcile()
    assert (report.problems, report.reused + report.embedded) == ((), 1)


def test_a_broken_model_leaves_words_and_says_so(bench: Workbench) -> None:
    class Broken(StandInModel):
        def embed_passages(self, texts: list[str], progress: Progress | None = None) -> Vectors:  # type: ignore[override]
            raise ModelBroken("stand-in", "file is missing")

    bench.memories("facts/a.jsonl", CAT)
    report = bench.reconcile(model=Broken("other"))
    assert any("cannot be loaded" in notice for notice in report.notices)
    assert bench.by_words("猫") == ["养了一只猫"]
    assert bench.index.model_fingerprint == ""
    assert bench.reconcile().embedded == 1


def test_the_mean_follows_every_change(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", *({"id": f"m{n}", "content": f"第{n}件事情"} for n in range(8)))
    bench.reconcile()
    bench.memories("facts/a.jsonl", *({"id": f"m{n}", "content": f"第{n}件事情"} for n in range(3, 8)), HOME,
                   at=NOW - timedelta(days=1))  # fmt: skip
    bench.reconcile()
    user = bench.index.user("u")
    count, mean = user.vector_mean()
    vectors = user.vectors(user.passage_ids())
    assert count == len(vectors) == 6
    np.testing.assert_allclose(mean, vectors.mean(axis=0), atol=1e-3)


def test_progress_is_told_by_stage(bench: Workbench) -> None:
    steps: list[tuple[str, int, int]] = []
    bench.memories("facts/a.jsonl", CAT, HOME)
    bench.index.reconcile(
        bench.vault, bench.model, bench.cache, now=NOW,
        progress=lambda stage, done, total: steps.append((stage, done, total)),
    )  # fmt: skip
    assert list(dict.fromkeys(stage for stage, _, _ in steps)) == ["scan", "read", "tokens", "embed"]
    for stage in ("read", "tokens", "embed"):
        last = [(done, total) for name, done, total in steps if name == stage][-1]
        assert last[0] == last[1] > 0


def _talk(bench: Workbench, session: str, said: timedelta, text: str) -> None:
    turn = {"session_id": session, "turn": 1, "role": "user", "content": text, "at": (NOW - said).isoformat()}
    bench.memories(f"journal/here/2026/{session}.jsonl", turn)


def test_a_conversation_that_goes_on_is_found_by_words_and_embedded_when_it_is_over(bench: Workbench) -> None:
    _talk(bench, "over", timedelta(minutes=5), "想学陶艺")
    _talk(bench, "open", timedelta(seconds=5), "想学吉他")
    bench.memories("facts/a.jsonl", CAT)
    talk_before = NOW - timedelta(minutes=1)
    report = bench.index.reconcile(bench.vault, bench.model, bench.cache, now=NOW, talk_before=talk_before)
    assert report.embedded == 2
    assert bench.by_words("吉他") == ["用户：想学吉他"]
    assert bench.index.status(bench.vault, talk_before).clean
    assert bench.index.status(bench.vault).without_vector == 1
    waiting = bench.index.texts_to_embed(9, bench.model.facts)
    assert waiting
    assert bench.index.texts_to_embed(9, bench.model.facts, talk_before) == ()
    later = bench.index.reconcile(bench.vault, bench.model, bench.cache, now=NOW, talk_before=NOW)
    assert later.embedded == 1
    assert bench.index.status(bench.vault).clean
