from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from tests.embedding.plain_model import write_plain_model
from tests.embedding.texts import TEXTS
from vault.embedding.onnx_model import OnnxModel, default_threads, pooled, well_formed
from vault.errors import ModelBroken


@pytest.fixture
def model(plain_model: Path) -> OnnxModel:
    return OnnxModel(plain_model, threads=1)


def test_nothing_is_loaded_until_needed(model: OnnxModel) -> None:
    assert model.facts.dimension == 8
    assert not model.ready
    model.embed_query("我住哪")
    assert model.ready


def test_warming_up_loads_in_the_background(model: OnnxModel) -> None:
    model.warm_up().join(timeout=60)
    assert model.ready


def test_a_failed_warm_up_shows_on_the_first_call(plain_model: Path, tmp_path: Path) -> None:
    folder = tmp_path / "broken"
    shutil.copytree(plain_model, folder)
    (folder / "model.onnx").write_bytes(b"not a graph")
    model = OnnxModel(folder)
    model.warm_up().join(timeout=60)
    assert not model.ready
    with pytest.raises(ModelBroken, match="broken cannot be loaded"):
        model.embed_query("你")


@pytest.mark.parametrize("name", ["model.onnx", "tokenizer.json"])
def test_a_missing_file_is_named(plain_model: Path, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "broken"
    shutil.copytree(plain_model, folder)
    (folder / name).unlink()
    with pytest.raises(ModelBroken):
        OnnxModel(folder).embed_query("你")


def test_a_wrong_dimension_is_noticed(tmp_path: Path) -> None:
    folder = write_plain_model(tmp_path / "wrong", dimension=9)
    with pytest.raises(ModelBroken, match=r"says dimension 9, model\.onnx gives 8"):
        OnnxModel(folder).embed_query("你")


def test_a_missing_or_wrong_reference_mean_is_noticed(tmp_path: Path) -> None:
    folder = write_plain_model(tmp_path / "plain")
    with pytest.raises(ModelBroken, match=r"reference_mean\.npy"):
        _ = OnnxModel(folder).reference_mean
    np.save(folder / "reference_mean.npy", np.zeros(3, np.float32))
    with pytest.raises(ModelBroken, match="shape"):
        _ = OnnxModel(folder).reference_mean
    np.save(folder / "reference_mean.npy", np.ones(8))
    mean = OnnxModel(folder).reference_mean
    assert mean.dtype == np.float32
    assert mean.tolist() == [1.0] * 8


def test_cls_and_mean_pooling_differ(tmp_path: Path) -> None:
    by_cls = OnnxModel(write_plain_model(tmp_path / "c", pooling="cls"))
    by_mean = OnnxModel(write_plain_model(tmp_path / "m", pooling="mean"))
    assert not np.allclose(by_cls.embed_query("我住北京"), by_mean.embed_query("我住北京"), atol=1e-3)


def test_prefixes_go_to_where_they_belong(tmp_path: Path) -> None:
    plain = OnnxModel(write_plain_model(tmp_path / "a"))
    prefixed = OnnxModel(write_plain_model(tmp_path / "b", query_prefix="hello ", passage_prefix="world "))
    np.testing.assert_allclose(prefixed.embed_query("我"), plain.embed_query("hello 我"), atol=1e-6)
    np.testing.assert_allclose(prefixed.embed_passages(["我"])[0], plain.embed_query("world 我"), atol=1e-6)


def test_order_is_kept_over_many_texts(model: OnnxModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vault.embedding.onnx_model.SORTED_TOGETHER", 50)
    texts = ["我", "住 北京", "hello world 我", "在 哪 北京 你 hello"] * 60
    alone = [model.embed_passages([text])[0] for text in texts[:4]]
    np.testing.assert_allclose(model.embed_passages(texts), alone * 60, atol=1e-6)


def test_progress_adds_up(model: OnnxModel) -> None:
    done: list[int] = []
    model.embed_passages(["我住北京 hello world"] * 200, done.append)
    assert sum(done) == 200
    assert len(done) > 1


def test_a_very_long_text_is_cut_before_it_is_tokenised(model: OnnxModel) -> None:
    long = "我" * 3_000_000
    np.testing.assert_allclose(model.embed_query(long), model.embed_query("我" * 100), atol=1e-5)


def test_threads_default_to_a_few(plain_model: Path) -> None:
    assert 1 <= default_threads() <= 4
    assert OnnxModel(plain_model).threads == default_threads()
    assert OnnxModel(plain_model, threads=3).threads == 3


def test_lone_surrogates_become_the_replacement_character() -> None:
    assert well_formed("a\ud83d b\ude00") == "a\ufffd b\ufffd"
    assert well_formed("\ud83d\ude00") == "😀"
    assert well_formed("你好😀") == "你好😀"


def test_mean_pooling_leaves_padding_out() -> None:
    states = np.array([[[1.0, 2.0], [3.0, 4.0], [100.0, 100.0]]], np.float32)
    mask = np.array([[1, 1, 0]], np.int64)
    assert pooled(states, mask, "mean").tolist() == [[2.0, 3.0]]
    assert pooled(states, mask, "cls").tolist() == [[1.0, 2.0]]
    assert pooled(states[:, 0], mask, "mean").tolist() == [[1.0, 2.0]]


def test_several_threads_load_once_and_agree(plain_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    original = OnnxModel._open

    def counted(self: OnnxModel) -> object:
        opened.append(1)
        return original(self)

    monkeypatch.setattr(OnnxModel, "_open", counted)
    model, texts = OnnxModel(plain_model), ["我住北京", "你 hello", "world 在 哪"]
    results: list[np.ndarray] = []

    def work() -> None:
        results.extend(model.embed_passages(texts) for _ in range(5))

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(opened) == 1
    assert len(results) == 30
    for result in results:
        np.testing.assert_allclose(result, results[0], atol=1e-6)


def test_the_real_model_puts_the_answer_before_the_noise(installed_model: OnnxModel) -> None:
    passages = [
        "用户的家在城东的柳树小区，离地铁站很近。",
        "今天的阳光真好，适合出去走走。",
        "用户养了一只名叫雪球的兔子。",
        "The meeting was moved to Thursday afternoon.",
    ]
    vectors = installed_model.embed_passages(passages)
    for query in ("你记得我住哪吗", "我家在哪个小区", "Where do I live?"):
        assert int(np.argmax(vectors @ installed_model.embed_query(query))) == 0


def test_the_real_model_takes_every_kind_of_text(installed_model: OnnxModel) -> None:
    texts = [*TEXTS.values(), "半个表情\ud83d", "\udc00"]
    vectors = installed_model.embed_passages(texts)
    assert np.isfinite(vectors).all()
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_the_real_reference_mean_is_the_common_direction(installed_model: OnnxModel) -> None:
    mean = installed_model.reference_mean
    vectors = installed_model.embed_passages(["我想买一双跑鞋。", "The soup was too salty."])
    assert mean.shape == (384,)
    assert 0.8 < np.linalg.norm(mean) < 1
    assert (vectors @ mean).min() > 0.6


def in_a_process(models_dir: Path, home: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Run `code` with `model`, an unopened default model, as a person with an empty home folder."""
    folder = models_dir / "multilingual-e5-small"
    opened = "from pathlib import Path\nfrom vault.embedding.onnx_model import OnnxModel\n"
    opened += f"model = OnnxModel(Path({str(folder)!r}))\n"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment.pop("ORT_DISABLE_TELEMETRY", None)
    return subprocess.run(
        [sys.executable, "-c", opened + code],
        env={**environment, "HOME": str(home)},
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )


@pytest.mark.usefixtures("installed_model")
@pytest.mark.parametrize("pause", [0.0, 0.02, 0.1, 0.2])
def test_a_process_may_end_while_the_model_is_loading(models_dir: Path, tmp_path: Path, pause: float) -> None:
    ended = in_a_process(
        models_dir, tmp_path, f"import time\nmodel.warm_up()\ntime.sleep({pause})\nraise SystemExit(3)"
    )
    assert (ended.returncode, ended.stderr) == (3, "")


@pytest.mark.usefixtures("installed_model")
def test_the_runtime_reports_nothing_about_its_use(models_dir: Path, tmp_path: Path) -> None:
    ended = in_a_process(models_dir, tmp_path, "model.embed_query('你好')\nprint(model.ready)")
    assert ended.stdout.strip() == "True"
    assert list(tmp_path.rglob("*")) == []


@pytest.mark.usefixtures("installed_model")
@pytest.mark.parametrize("pause", [0.0, 0.3, 0.5, 0.7])
def test_a_process_may_end_while_a_thread_embeds(models_dir: Path, tmp_path: Path, pause: float) -> None:
    code = (
        "import threading, time\n"
        "def work():\n"
        "    while True:\n"
        "        model.embed_passages(['下午爱喝龙井'] * 20)\n"
        "threading.Thread(target=work, daemon=True).start()\n"
        f"time.sleep({pause})\n"
        "raise SystemExit(3)"
    )
    ended = in_a_process(models_dir, tmp_path, code)
    assert ended.returncode == 3
    assert "terminate" not in ended.stderr
