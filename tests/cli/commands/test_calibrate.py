from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from vault.api.models import model_facts
from vault.embedding.models import DEFAULT_MODEL
from vault.recall.relevance import FEATURES

DRINKS = ("龙井", "普洱", "拿铁", "豆浆", "酸梅汤", "可可", "米酒", "苏打水", "柠檬茶", "杏仁露", "椰汁")
PLACES = ("泉州", "敦煌", "喀什", "青岛", "腾冲", "平遥", "漠河", "阳朔", "延吉", "景德镇", "婺源")
ELSEWHERE = (
    "今天天气怎么样", "讲个笑话", "1+1等于几", "明天股市会涨吗", "法国的首都是哪里", "帮我写一首诗",
    "把音量调大一点", "光速是多少", "世界上最高的山叫什么", "现在几点了", "播放一首轻音乐", "定一个闹钟",
    "水的沸点是多少", "怎么煮鸡蛋", "谁发明了电话", "翻译一下苹果", "月亮离地球多远", "鲸鱼是鱼吗",
    "圆周率是多少", "附近有加油站吗", "黄金多少钱一克", "太阳系有几颗行星",
)  # fmt: skip


@pytest.fixture
def samples(tmp_path: Path) -> Path:
    """Twenty-two questions with an answer, and as many without."""
    folder = tmp_path / "samples"
    folder.mkdir()

    def write(name: str, rows: list[dict]) -> None:
        text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
        (folder / name).write_text(text, encoding="utf-8")

    facts = [f"第 {n} 个朋友爱喝{drink}" for n, drink in enumerate(DRINKS)]
    facts += [f"第 {n} 次旅行去了{place}" for n, place in enumerate(PLACES)]
    questions = [f"我哪个朋友爱喝{drink}" for drink in DRINKS] + [
        f"我哪次旅行去了{place}" for place in PLACES
    ]
    write("memories.jsonl", [{"id": f"m{n}", "content": text} for n, text in enumerate(facts)])
    write("queries.jsonl", [{"query": text, "relevant": [f"m{n}"]} for n, text in enumerate(questions)])
    write("unanswerable.jsonl", [{"query": text} for text in ELSEWHERE])
    return folder


@pytest.fixture
def own_model(isolated, models_dir: Path) -> Path:
    """A model of this test's own, because calibrating writes into its folder."""
    shutil.copytree(models_dir / DEFAULT_MODEL, isolated.models / DEFAULT_MODEL)
    return isolated.models / DEFAULT_MODEL


def test_a_better_curve_is_kept_and_a_worse_one_is_not(cli, samples: Path, own_model: Path) -> None:
    before = model_facts(DEFAULT_MODEL)
    ran = cli("calibrate", str(samples), "--json")
    assert ran.code == 0, ran.out
    document = ran.document
    found = document["calibration"]
    assert found["samples"] == 44
    assert len(found["relevance"]) == len(FEATURES)
    better = _gain(found["after"]) > _gain(found["before"])
    assert document["kept"] is better
    after = model_facts(DEFAULT_MODEL)
    assert list(after.relevance) == (found["relevance"] if better else list(before.relevance))
    assert after.fingerprint == before.fingerprint


def _gain(gate: dict[str, float]) -> float:
    return gate["kept"] - gate["false_recall"]


def test_for_people(cli, samples: Path, own_model: Path) -> None:
    said = cli("calibrate", str(samples)).out
    assert f"用 44 个样本校准了 {DEFAULT_MODEL}" in said
    assert "误召回" in said


def test_too_few_samples(cli, samples: Path, own_model: Path) -> None:
    (samples / "unanswerable.jsonl").unlink()
    ran = cli("calibrate", str(samples), "--json")
    assert ran.code == 2
    assert "unanswerable.jsonl" in ran.document["error"]["message"]


def test_there_is_nothing_to_calibrate_without_the_model(cli, samples: Path, monkeypatch) -> None:
    monkeypatch.setenv("MEMVAULT_MODEL", "bge-small-zh-v1.5")
    ran = cli("calibrate", str(samples), "--json")
    assert ran.code == 3
    assert ran.document["error"]["code"] == "model-not-installed"
