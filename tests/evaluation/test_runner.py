from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.stand_in_model import StandInModel
from vault.errors import ConfigError
from vault.evaluation.dataset import EvalMemory
from vault.evaluation.runner import evaluate, throw_away_vault

FACTS = {
    "lin": ["下午爱喝龙井", "养了一只叫年糕的猫", "家住梧桐路 12 号", "国庆去过泉州"],
    "mei": ["每周四练钢琴", "下午爱喝咖啡", "家住文二路"],
}


def write(folder: Path, name: str, rows: list[dict]) -> None:
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    (folder / name).write_text(text, encoding="utf-8")


@pytest.fixture
def labelled(tmp_path: Path) -> Path:
    """Two users whose memories have the same ids."""
    rows = [
        {"user_id": user, "id": f"m{number}", "content": text, "created_at": "2026-03-01T00:00:00Z"}
        for user, texts in FACTS.items()
        for number, text in enumerate(texts)
    ]
    write(tmp_path, "memories.jsonl", rows)
    write(
        tmp_path,
        "queries.jsonl",
        [
            {"user_id": "lin", "query": "下午爱喝龙井", "relevant": ["m0"]},
            {"user_id": "mei", "query": "下午爱喝咖啡", "relevant": ["m1"]},
            {"user_id": "mei", "query": "每周四练钢琴", "relevant": ["m0"]},
        ],
    )
    return tmp_path


def test_every_way_to_search_finds_the_very_words(labelled: Path) -> None:
    rows = {row.name: row for row in evaluate(labelled, StandInModel())}
    assert list(rows) == ["hybrid", "vectors", "words", "grep"]
    for row in rows.values():
        assert row.measures.hit_at_1 == row.measures.mrr_at_10 == 1
        assert row.false_recall is None
        assert 0 <= row.p50_ms <= row.p95_ms


def test_without_a_model_by_words_and_grep_only(labelled: Path) -> None:
    assert [row.name for row in evaluate(labelled, None)] == ["words", "grep"]


def test_the_gate_is_measured_where_there_are_unanswerable_questions(labelled: Path) -> None:
    write(
        labelled,
        "unanswerable.jsonl",
        [{"user_id": "lin", "query": "zzz"}, {"user_id": "nobody", "query": "a"}],
    )
    for row in evaluate(labelled, None):
        assert row.false_recall == 0
    (row,) = (row for row in evaluate(labelled, None) if row.name == "grep")
    assert row.kept == 1


def test_rows_have_the_keys_of_the_contract(labelled: Path) -> None:
    row = evaluate(labelled, None)[0].as_dict()
    assert list(row) == [
        "name", "hit@1", "recall@5", "recall@10", "mrr@10", "ndcg@10", "false_recall", "kept", "p50_ms", "p95_ms",
    ]  # fmt: skip
    json.dumps(row, allow_nan=False)


def test_progress_names_index_stages_and_rows(labelled: Path) -> None:
    told: list[tuple[str, int, int]] = []
    evaluate(labelled, StandInModel(), progress=lambda *step: told.append(step))
    stages = [stage for stage, _, _ in told]
    assert {"embed", "hybrid", "vectors", "words", "grep"} <= set(stages)
    assert ("hybrid", 3, 3) in told


def test_a_second_run_embeds_no_memory_again(labelled: Path) -> None:
    model = StandInModel()
    evaluate(labelled, model)
    embedded = model.passages_embedded
    evaluate(labelled, model)
    assert model.passages_embedded == embedded == 7


def test_the_vault_is_gone_afterwards_with_its_index(isolated) -> None:
    memories = [EvalMemory(id="a", content="一\n二\ud83d", type="message"), EvalMemory(id="b", content="三")]
    with throw_away_vault(memories, None) as (vault, originals):
        root = vault.root
        assert vault.index().records == 2
        assert sorted(originals.values()) == ["a", "b"]
        assert vault.check().problems == ()
    assert not root.exists()
    assert not (isolated.cache / "index").exists()


def test_what_is_no_set(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        evaluate(tmp_path, None)
