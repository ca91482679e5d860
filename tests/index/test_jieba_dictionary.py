"""jieba's dictionary, loaded as far as it is used, cuts exactly as jieba does."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.index.jieba_dictionary import TOTAL_FREQUENCY, WordFrequencies, entry_of, new_tokenizer

TEXTS = [
    "你记得我上周在弄什么脚本吗",
    "客厅设备的接入密码是什么",
    "用户养了一只名叫年糕的猫两岁英短",
    "南京市长江大桥",
    "乒乓球拍卖完了",
    "他从马上下来",
    "龘靐齉",
]


@pytest.fixture(scope="module")
def jieba_itself() -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import jieba
    with tempfile.TemporaryDirectory() as folder:
        whole = jieba.Tokenizer()
        whole.tmp_dir = folder
        whole.initialize()
        yield whole


def cut(text: str) -> list[str]:
    tokenizer = new_tokenizer()
    tokenizer.FREQ.load(text)
    return list(tokenizer.cut_for_search(text, HMM=False))


def test_the_total_is_that_of_the_installed_dictionary(jieba_itself: Any) -> None:
    assert jieba_itself.total == TOTAL_FREQUENCY


@pytest.mark.parametrize("text", TEXTS)
def test_cuts_as_jieba_does(jieba_itself: Any, text: str) -> None:
    assert cut(text) == list(jieba_itself.cut_for_search(text, HMM=False))


def test_frequencies_are_those_of_jieba(jieba_itself: Any) -> None:
    frequencies = WordFrequencies()
    frequencies.load("猫阳一")
    for word, frequency in frequencies.items():
        assert jieba_itself.FREQ[word] == frequency
    expected = {word for word in jieba_itself.FREQ if word[0] in "猫阳一"}
    assert set(frequencies) == expected


@given(st.lists(st.sampled_from("我住在阳光小区的猫记得上周脚本北京大学生"), max_size=12).map("".join))
def test_any_order_of_loading_gives_the_same(text: str) -> None:
    at_once = WordFrequencies()
    at_once.load(text)
    one_by_one = WordFrequencies()
    for character in reversed(text):
        one_by_one.load(character)
    assert at_once == one_by_one


def test_nothing_is_written_into_the_shared_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert cut("我住在阳光小区")
    assert list(tmp_path.iterdir()) == []


def test_the_entry_of_a_word() -> None:
    assert entry_of("装修") == (437, "v")
    assert entry_of("AT&T") == (3, "nz")
    assert entry_of("没有这个词") is None
    assert entry_of("") is None
