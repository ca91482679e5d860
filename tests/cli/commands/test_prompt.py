from __future__ import annotations

from tests.api.conftest import Place


def test_the_block_and_nothing_else(cli, place: Place) -> None:
    ran = cli("prompt", "下午爱喝龙井吗", "--no-model")
    assert ran.code == 0
    assert ran.err == ""
    assert ran.out.startswith("<memvault-memories>")
    assert "偏好] 下午爱喝龙井" in ran.out


def test_json(cli, place: Place) -> None:
    document = cli("prompt", "下午爱喝龙井吗", "--no-model", "--json").document
    assert set(document) == {"query", "block", "ids", "tokens", "notices"}
    assert "mem_tea" in document["ids"]


def test_nothing_relevant_prints_nothing(cli, place: Place) -> None:
    ran = cli("prompt", "zzz", "--no-model")
    assert (ran.code, ran.out) == (0, "")


def test_budgets_too_small_for_the_frame_are_refused(cli, place: Place) -> None:
    assert cli("prompt", "龙井", "--no-model", "--budget", "10").code == 2
