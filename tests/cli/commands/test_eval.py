from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.api.conftest import Place

CASES = """
now: 2026-11-30T12:00:00+08:00
cases:
  - ask: 车库的门禁密码是什么
    first: 门禁密码
    never: [文二路]
  - ask: 1+1等于几
    nothing: true
"""


def test_cases_that_hold(cli, place: Place, tmp_path: Path) -> None:
    file = tmp_path / "cases.yaml"
    file.write_text(CASES, encoding="utf-8")
    ran = cli("eval", "--cases", str(file), "--no-model", "--json")
    assert ran.code == 0, ran.out
    assert (ran.document["passed"], ran.document["failed"]) == (2, 0)
    assert "2 个通过" in cli("eval", "--cases", str(file), "--no-model").err


def test_a_case_that_fails_is_told_and_ends_with_1(cli, place: Place, tmp_path: Path) -> None:
    file = tmp_path / "cases.yaml"
    file.write_text("cases:\n  - ask: 车库的门禁密码是什么\n    nothing: true\n", encoding="utf-8")
    ran = cli("eval", "--cases", str(file), "--no-model")
    assert ran.code == 1
    assert ran.out.startswith("failed  车库的门禁密码是什么\n        ")
    document = cli("eval", "--cases", str(file), "--no-model", "--json").document
    assert document["cases"][0]["faults"]


@pytest.mark.parametrize("arguments", [[], ["dir", "--cases", "file"], ["--cases", "missing.yaml"]])
def test_wrong_usage(cli, place: Place, arguments: list[str]) -> None:
    assert cli("eval", *arguments, "--no-model").code == 2


def write_set(folder: Path) -> Path:
    def lines(name: str, rows: list[dict]) -> None:
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (folder / name).write_text(text, encoding="utf-8")

    folder.mkdir()
    facts = ["下午爱喝龙井", "养了一只叫年糕的猫", "家住梧桐路 12 号", "每周四练钢琴", "国庆去过泉州"]
    lines("memories.jsonl", [{"id": f"m{n}", "content": text} for n, text in enumerate(facts)])
    lines(
        "queries.jsonl",
        [
            {"query": "下午爱喝什么茶", "relevant": ["m0"]},
            {"query": "猫叫什么名字", "relevant": ["m1"]},
            {"query": "周四练什么", "relevant": ["m3"]},
        ],
    )
    lines("unanswerable.jsonl", [{"query": "明天股市会涨吗"}])
    return folder


def test_a_set_is_measured_side_by_side(cli, tmp_path: Path, with_model, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    folder = write_set(tmp_path / "set")
    ran = cli("eval", str(folder), "--json")
    assert ran.code == 0, ran.err
    rows = {row["name"]: row for row in ran.document["rows"]}
    assert set(rows) == {"hybrid", "vectors", "words", "grep"}
    for row in rows.values():
        assert {
            "hit@1",
            "recall@5",
            "recall@10",
            "mrr@10",
            "ndcg@10",
            "false_recall",
            "kept",
            "p50_ms",
        } <= set(row)
    assert rows["hybrid"]["recall@5"] == 1


def test_a_table_for_people(cli, tmp_path: Path) -> None:
    head, *rows = cli("eval", str(write_set(tmp_path / "set")), "--no-model").out.splitlines()
    assert head.split()[:2] == ["name", "hit@1"]
    assert [row.split()[0] for row in rows] == ["words", "grep"]


def test_a_folder_that_is_no_set(cli, tmp_path: Path) -> None:
    ran = cli("eval", str(tmp_path), "--no-model", "--json")
    assert ran.code == 2
    assert "memories.jsonl" in ran.document["error"]["message"]
