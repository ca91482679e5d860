from __future__ import annotations

import pytest

from vault.lifecycle.extract.plain_text import plain_text
from vault.lifecycle.extract.sentence import pieces


def cut(text: str) -> list[str]:
    plain = plain_text(text)
    return [plain.text[piece.first : piece.behind] for piece in pieces(plain)]


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("我住在阳光小区，完全不能吃香菜。", ["我住在阳光小区", "完全不能吃香菜"]),
        ("我有1,000本书", ["我有1,000本书"]),
        ("服务器是10.0.3.17，端口22", ["服务器是10.0.3.17", "端口22"]),
        ("我对花粉过敏但是喜欢花", ["我对花粉过敏", "但是喜欢花"]),
        ("好的～我叫阿杰😊我养猫", ["好的", "我叫阿杰", "我养猫"]),
        ("Mr. Smith is my boss. I like him.", ["mr. smith is my boss", "i like him"]),
        ("I live in Rome and I work at home", ["i live in rome", "i work at home"]),
        ("I can't eat nuts and don't drink", ["i can not eat nuts", "do not drink"]),
        ("I like bread and butter", ["i like bread and butter"]),
        ("From now on, answer briefly", ["from now on, answer briefly"]),
        ("- 住在杭州\n- 养猫\n1. 不吃辣", ["住在杭州", "养猫", "不吃辣"]),
        ("3.5公斤", ["3.5公斤"]),
        ("……", []),
        ("", []),
    ],
)
def test_clauses(text: str, clauses: list[str]) -> None:
    assert cut(text) == clauses


def test_each_clause_knows_its_sentence() -> None:
    plain = plain_text("我叫阿杰，你呢？好吧！再见")
    found = [(piece.sentence, piece.mark, piece.last) for piece in pieces(plain)]
    assert found == [(0, "?", False), (0, "?", True), (1, "!", True), (2, "", True)]
