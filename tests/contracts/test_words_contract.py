"""What every `WordIndex` must do; one class of tests for each implementation of the seam."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing

import numpy as np
import pytest

from vault.index.schema import TABLES
from vault.index.segmenter import Segmenter
from vault.index.tokens import Tokeniser, Tokens
from vault.index.words import Fts5Words, WordIndex

TOKENISER = Tokeniser(Segmenter())
Stored = dict[int, Tokens]


class WordsContract:
    """Subclasses give `index`: an empty index, and a function that puts texts into it."""

    @pytest.fixture
    def index(self) -> Iterator[tuple[WordIndex, Callable[[dict[int, str]], Stored]]]:
        raise NotImplementedError

    def ask(
        self, words: WordIndex, question: str, allowed: Sequence[int] | None = None, limit: int = 10
    ) -> list[int]:
        tokens = TOKENISER.question(question)
        ids = None if allowed is None else np.array(allowed, dtype=np.int64)
        return words.search(tokens.words, tokens.bigrams, ids, limit).tolist()

    @pytest.mark.parametrize(
        ("text", "question"),
        [
            ("养了一只名叫年糕的猫", "我养了什么猫"),
            ("小猫咪很可爱", "猫"),
            ("小猫咪很可爱", "咪"),
            ("住在阳光小区", "陽光小區在哪"),
            ("GitHub备份每周日跑", "github"),
            ("GitHub备份每周日跑", "备份"),
            ("GitHub备份每周日跑", "GitHub备份"),
            ("编号 A-1024 的发票", "a-1024"),
            ("写信到 tom.b@mail.com", "tom.b@mail.com"),
            ("写信到 tom.b@mail.com", "mail.com"),
            ("C++ 和 C# 都会", "c++"),
            ("It's Tom's \"best\" day", "tom"),
            ("She went hiking", "hike"),
            ("人均 87 元", "87"),
            ("买了 🎸", "🎸"),
            ("王宇轩来过", "王宇轩"),
            ("カーテンを洗う", "カーテン"),
        ],
    )
    def test_a_text_is_found_by_a_question(self, index, text: str, question: str) -> None:  # type: ignore[no-untyped-def]
        words, put = index
        put({1: text, 2: "完全无关的另一句"})
        assert self.ask(words, question) == [1]

    def test_one_word_of_many_is_enough(self, index) -> None:  # type: ignore[no-untyped-def]
        words, put = index
        put({1: "喜欢听播客"})
        assert self.ask(words, "推荐几个适合通勤路上听的播客节目好吗") == [1]

    def test_rare_words_count_more(self, index) -> None:  # type: ignore[no-untyped-def]
        words, put = index
        put({n: f"今天去公园散步第{n}次" for n in range(1, 30)} | {50: "今天去动物园看熊猫"})
        assert self.ask(words, "今天去看熊猫")[0] == 50

    def test_only_allowed_passages_are_returned(self, index) -> None:  # type: ignore[no-untyped-def]
        words, put = index
        put({n: f"养了第{n}只猫" for n in range(1, 40)})
        assert self.ask(words, "猫", [3, 7, 999]) == [3, 7]
        assert self.ask(words, "猫", []) == []
        assert len(self.ask(words, "猫", list(range(1, 40)), limit=5)) == 5

    def test_words_that_many_texts_share_are_found_under_a_filter(self, index) -> None:  # type: ignore[no-untyped-def]
        words, put = index
        put({n: f"今天的第{n}件事" for n in range(1, 6000)})
        assert set(self.ask(words, "今天的事", [17, 4000], limit=10)) == {17, 4000}
        half = list(range(1, 6000, 2))
        found = self.ask(words, "今天第77件事", half, limit=10)
        assert len(found) == 10
        assert set(found) <= set(half)

    def test_removed_passages_leave_no_trace(self, index) -> None:  # type: ignore[no-untyped-def]
        words, put = index
        stored = put({1: "接入密码是 sun-flower", 2: "接入密码问房东"})
        words.remove([(1, stored[1])])
        assert self.ask(words, "sun-flower") == []
        assert self.ask(words, "接入密码") == [2]
        assert words.passage_counts(["sun", "密码"]) == {"密码": 1}

    def test_a_text_put_in_again_is_found_once(self, index) -> None:  # type: ignore[no-untyped-def]
        words, put = index
        stored = put({1: "养了一只猫"})
        words.remove([(1, stored[1])])
        put({2: "养了一只猫"})
        assert self.ask(words, "猫") == [2]

    def test_counts_are_of_passages(self, index) -> None:  # type: ignore[no-untyped-def]
        words, put = index
        put({1: "苹果苹果苹果", 2: "一个苹果", 3: "香蕉"})
        assert words.passage_counts(["苹果", "香蕉", "梨子", "_苹果"]) == {"苹果": 2, "香蕉": 1, "_苹果": 2}

    def test_a_single_character_counts_inside_words(self, index) -> None:  # type: ignore[no-untyped-def]
        words, put = index
        put({1: "小猫咪", 2: "猫", 3: "狗"})
        assert words.passage_counts(["猫"]) == {"猫": 2}

    def test_passages_that_contain_all_bigrams(self, index) -> None:  # type: ignore[no-untyped-def]
        words, put = index
        put({1: "极客时间的课程", 2: "极客公园", 3: "课程时间"})
        assert words.containing(["极客", "客时", "时间"]) == [1]

    @pytest.mark.parametrize(
        "question", ["", "   ", "。？", '"', "'; DROP TABLE x; --", "NOT AND OR NEAR(", "*", "a*"]
    )
    def test_any_question_is_harmless(self, index, question: str) -> None:  # type: ignore[no-untyped-def]
        words, put = index
        put({1: "养了一只猫"})
        assert self.ask(words, question) == []

    def test_nothing_wanted_nothing_found(self, index) -> None:  # type: ignore[no-untyped-def]
        words, put = index
        put({1: "养了一只猫"})
        assert self.ask(words, "猫", limit=0) == []


class TestFts5Words(WordsContract):
    @pytest.fixture
    def index(self) -> Iterator[tuple[WordIndex, Callable[[dict[int, str]], Stored]]]:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.executescript(TABLES)
            connection.execute("INSERT INTO users (number, user_id) VALUES (7, 'u')")
            words = Fts5Words(lambda: connection, 7)
            words.create()

            def put(texts: dict[int, str]) -> Stored:
                stored = {number: TOKENISER.tokens(text) for number, text in texts.items()}
                words.add(stored.items())
                connection.executemany(
                    "INSERT INTO passages (id, record, user, ordinal, line, context, text, keywords, words, bigrams) "
                    "VALUES (?, 0, 7, 0, 1, '', '', '', ?, ?)",
                    [(n, " ".join(each.words), " ".join(each.bigrams)) for n, each in stored.items()],
                )
                connection.execute("UPDATE users SET passages = passages + ?", (len(stored),))
                return stored

            yield words, put

    def test_users_do_not_see_each_other(self) -> None:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.executescript(TABLES)
            mine, yours = Fts5Words(lambda: connection, 1), Fts5Words(lambda: connection, 2)
            mine.create()
            yours.create()
            mine.add([(1, TOKENISER.tokens("我的秘密"))])
            assert self.ask(mine, "秘密") == [1]
            assert self.ask(yours, "秘密") == []
            assert yours.passage_counts(["秘密"]) == {}

    def test_a_dropped_index_is_gone(self) -> None:
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.executescript(TABLES)
            words = Fts5Words(lambda: connection, 1)
            words.create()
            words.add([(1, TOKENISER.tokens("我的秘密"))])
            words.drop()
            words.create()
            assert self.ask(words, "秘密") == []
