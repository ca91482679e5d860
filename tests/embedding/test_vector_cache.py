from __future__ import annotations

import logging
import os
import sqlite3
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.stand_in_model import StandInModel
from vault.embedding.onnx_model import OnnxModel
from vault.embedding.vector_cache import VectorCache, keep_only, key_of


@pytest.fixture
def model() -> StandInModel:
    return StandInModel()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "vectors" / "cache.sqlite"


@pytest.fixture
def cache(path: Path, model: StandInModel) -> Iterator[VectorCache]:
    opened = VectorCache(path, model.facts)
    yield opened
    opened.close()


def entries(path: Path) -> int:
    connection = sqlite3.connect(path)
    try:
        return int(connection.execute("SELECT count(*) FROM vectors").fetchone()[0])
    finally:
        connection.close()


def test_the_same_texts_never_embed_twice(cache: VectorCache, model: StandInModel) -> None:
    texts = ["我住在城东", "我养了一只猫", "likes tea"]
    first, embedded = cache.embed_passages(model, texts)
    assert embedded == 3
    second, embedded = cache.embed_passages(model, texts[::-1])
    assert embedded == 0
    assert model.passages_embedded == 3
    np.testing.assert_array_equal(first, second[::-1])


def test_vectors_are_those_of_the_model(cache: VectorCache, model: StandInModel) -> None:
    texts = [f"第{i}条记忆" for i in range(600)]
    vectors, _ = cache.embed_passages(model, texts)
    assert vectors.dtype == np.float32
    np.testing.assert_array_equal(vectors, model.embed_passages(texts))
    np.testing.assert_array_equal(vectors, cache.embed_passages(model, texts)[0])


def test_duplicates_within_a_call_are_embedded_once(cache: VectorCache, model: StandInModel) -> None:
    done: list[int] = []
    vectors, embedded = cache.embed_passages(model, ["甲", "乙", "甲", " 甲\n"], done.append)
    assert embedded == 2
    assert model.texts == ["甲", "乙"]
    np.testing.assert_array_equal(vectors[0], vectors[2])
    np.testing.assert_array_equal(vectors[0], vectors[3])
    assert sum(done) == 4


def test_another_process_finds_what_one_embedded(path: Path, model: StandInModel) -> None:
    code = (
        "import sys; from pathlib import Path; from tests.stand_in_model import StandInModel; "
        "from vault.embedding.vector_cache import VectorCache; model = StandInModel(); "
        "cache = VectorCache(Path(sys.argv[1]), model.facts); "
        "print(cache.embed_passages(model, ['我住在城东', '新的'])[1]); cache.close()"
    )
    command = [sys.executable, "-c", code, str(path)]
    root = Path(__file__).parents[2]
    counts = [
        subprocess.run(command, capture_output=True, text=True, check=True, cwd=root).stdout.strip()
        for _ in "12"
    ]
    assert counts == ["2", "0"]


def test_several_processes_write_at_once(path: Path, model: StandInModel) -> None:
    code = (
        "import sys; from pathlib import Path; from tests.stand_in_model import StandInModel; "
        "from vault.embedding.vector_cache import VectorCache; model = StandInModel(); "
        "cache = VectorCache(Path(sys.argv[1]), model.facts); n = int(sys.argv[2]); "
        "[cache.embed_passages(model, [f'{n} {i} {j}' for j in range(40)] + [f'shared {i}']) for i in range(10)]; "
        "assert not cache.recreated; cache.close()"
    )
    root = Path(__file__).parents[2]
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(path), str(n)], stderr=subprocess.PIPE, text=True, cwd=root
        )
        for n in range(4)
    ]
    for process in running:
        _, err = process.communicate(timeout=60)
        assert process.returncode == 0, err
        assert err == ""
    assert entries(path) == 4 * 400 + 10


def test_threads_share_a_cache(cache: VectorCache, model: StandInModel) -> None:
    texts = [f"记忆 {i}" for i in range(50)]
    expected, _ = cache.embed_passages(model, texts)
    results: list[np.ndarray] = []

    def work() -> None:
        results.extend(cache.embed_passages(model, texts)[0] for _ in range(10))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 40
    for result in results:
        np.testing.assert_array_equal(result, expected)


@pytest.mark.parametrize("damage", ["garbage", "truncated", "empty table", "middle"])
def test_a_damaged_file_is_made_anew_with_one_notice(
    path: Path, model: StandInModel, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    texts = [f"记忆 {i}" for i in range(500)]
    first = VectorCache(path, model.facts)
    first.embed_passages(model, texts)
    first.close()
    content = bytearray(path.read_bytes())
    if damage == "garbage":
        path.write_bytes(b"not a database, " * 100)
    elif damage == "truncated":
        path.write_bytes(content[: len(content) // 2])
    elif damage == "middle":
        content[4096:] = b"\xff" * (len(content) - 4096)
        path.write_bytes(content)
    else:
        connection = sqlite3.connect(path)
        connection.executescript("DROP TABLE vectors; CREATE TABLE vectors (key BLOB)")
        connection.close()
    second = VectorCache(path, model.facts)
    with caplog.at_level(logging.WARNING, "vault.embedding"):
        vectors, embedded = second.embed_passages(model, texts)
        again, embedded_again = second.embed_passages(model, texts)
    second.close()
    assert embedded == 500
    assert embedded_again == 0
    assert second.recreated
    assert [record.getMessage() for record in caplog.records] == [
        f"the vector cache {path} was damaged and is made anew"
    ]
    np.testing.assert_array_equal(vectors, again)


def test_a_value_of_the_wrong_size_is_embedded_again(path: Path, model: StandInModel) -> None:
    first = VectorCache(path, model.facts)
    first.embed_passages(model, ["甲"])
    first.close()
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("UPDATE vectors SET vector = x'00'")
    connection.close()
    second = VectorCache(path, model.facts)
    assert second.embed_passages(model, ["甲"])[1] == 1
    assert second.embed_passages(model, ["甲"])[1] == 0
    second.close()


def test_another_model_gets_no_vector_of_the_first(path: Path, model: StandInModel) -> None:
    first = VectorCache(path, model.facts)
    first.embed_passages(model, ["甲"])
    with pytest.raises(ValueError, match="another model"):
        first.embed_passages(StandInModel("other"), ["甲"])
    first.close()
    other = StandInModel("other", dimension=32)
    second = VectorCache(path, other.facts)
    vectors, embedded = second.embed_passages(other, ["甲"])
    assert embedded == 1
    assert vectors.shape == (1, 32)
    assert not second.recreated
    second.close()


def test_what_was_not_asked_for_the_longest_leaves_first(path: Path, model: StandInModel) -> None:
    for start in (0, 100, 200):
        cache = VectorCache(path, model.facts, most_entries=250)
        cache.embed_passages(model, [f"记忆 {i}" for i in range(start, start + 100)])
        if start == 100:
            cache.embed_passages(model, [f"记忆 {i}" for i in range(50)])
        cache.close()
    last = VectorCache(path, model.facts, most_entries=250)
    newest = [f"记忆 {i}" for i in range(200, 300)]
    oldest = [f"记忆 {i}" for i in range(50, 100)]
    assert last.embed_passages(model, newest)[1] == 0
    assert entries(path) == 200
    assert last.embed_passages(model, oldest)[1] == len(oldest)
    last.close()


@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_done_without(
    tmp_path: Path, model: StandInModel, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "sealed"
    folder.mkdir()
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    cache = VectorCache(folder / "cache.sqlite", model.facts)
    assert cache.embed_passages(model, ["甲"])[1] == 1
    assert cache.embed_passages(model, ["甲"])[1] == 1
    assert len(caplog.records) == 1
    folder.chmod(stat.S_IRWXU)


def test_a_folder_in_the_way_is_done_without(
    path: Path, model: StandInModel, caplog: pytest.LogCaptureFixture
) -> None:
    path.mkdir(parents=True)
    cache = VectorCache(path, model.facts)
    vectors, embedded = cache.embed_passages(model, ["甲", "乙"])
    assert vectors.shape == (2, 64)
    assert embedded == 2
    assert cache.embed_passages(model, ["甲"])[1] == 1
    assert len(caplog.records) == 1
    assert "cannot be used" in caplog.records[0].getMessage()


def test_work_done_before_a_failure_is_kept(path: Path) -> None:
    model = StandInModel(fails_on=lambda text: text == "记忆 599")
    cache = VectorCache(path, model.facts)
    texts = [f"记忆 {i}" for i in range(600)]
    with pytest.raises(ValueError, match="cannot embed"):
        cache.embed_passages(model, texts)
    assert cache.embed_passages(model, texts[:512])[1] == 0
    cache.close()


def test_nothing_is_nothing(cache: VectorCache, model: StandInModel) -> None:
    vectors, embedded = cache.embed_passages(model, [])
    assert vectors.shape == (0, 64)
    assert embedded == 0


def test_a_closed_cache_opens_again(cache: VectorCache, model: StandInModel) -> None:
    cache.embed_passages(model, ["甲"])
    cache.close()
    assert cache.embed_passages(model, ["甲"])[1] == 0


def test_keys_fold_only_what_no_tokenizer_sees() -> None:
    assert key_of(" 我  住\t哪 \n") == key_of("我 住 哪")
    assert key_of("cafe\u0301") == key_of("café")
    assert key_of("我住哪") != key_of("我 住哪")
    assert key_of("A") != key_of("a")
    assert len({key_of("\ud83d"), key_of("\ud83e"), key_of("")}) == 3


def test_folded_differences_do_not_change_a_real_vector(installed_model: OnnxModel) -> None:
    pairs = [(" 我  住在\t城东 \n", "我 住在 城东"), ("cafe\u0301 au lait", "café au lait")]
    for one, other in pairs:
        vectors = installed_model.embed_passages([one, other])
        assert float(vectors[0] @ vectors[1]) > 0.99999


def test_the_fingerprint_in_the_file_decides_not_its_name(path: Path, model: StandInModel) -> None:
    VectorCache(path, replace(model.facts, fingerprint="0" * 64)).close()
    cache = VectorCache(path, model.facts)
    assert cache.embed_passages(model, ["甲"])[1] == 1
    cache.close()


def test_what_is_not_wanted_any_more_leaves_no_byte(
    cache: VectorCache, path: Path, model: StandInModel
) -> None:
    kept = [f"第{number}条记忆" for number in range(300)]
    cache.embed_passages(model, [*kept[:150], "家住梧桐路 12 号", *kept[150:]])
    vector = model.embed_passages(["家住梧桐路 12 号"])[0].astype("<f4").tobytes()

    def everything() -> bytes:
        return b"".join(each.read_bytes() for each in path.parent.iterdir())

    assert vector in everything()
    assert key_of("家住梧桐路 12 号") in everything()
    assert keep_only(path, kept) == 1
    assert vector not in everything()
    assert key_of("家住梧桐路 12 号") not in everything()
    assert cache.embed_passages(model, kept)[1] == 0, "an open cache goes on"
    assert cache.embed_passages(model, ["家住梧桐路 12 号"])[1] == 1


def test_there_may_be_no_cache(path: Path) -> None:
    assert keep_only(path, ["a"]) == 0
    assert not path.exists()
