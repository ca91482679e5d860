"""The yardstick counts pieces, nothing more."""

from __future__ import annotations

from vault.evaluation.grep import grep_ranking, pieces


def test_pieces_of_mixed_text() -> None:
    assert pieces("备份到GitHub 2 次") == {"备份", "份到", "github", "2", "次"}


def test_most_pieces_first_and_ties_in_file_order() -> None:
    texts = ["喝咖啡", "喝手冲咖啡", "养猫", "手冲咖啡壶"]
    assert grep_ranking("手冲咖啡", texts, 10) == [1, 3, 0]


def test_a_text_with_no_piece_is_not_ranked() -> None:
    assert grep_ranking("天气", ["养猫"], 10) == []
