"""Words of runs of Han characters, with words of the vault added."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from vault.index.segmenter import Segmenter


def test_search_mode_gives_the_words_in_a_long_one() -> None:
    assert Segmenter().cut("中国科学院") == ["中国", "科学", "学院", "科学院", "中国科学院"]


def test_unknown_names_are_always_cut_the_same_way() -> None:
    first, second = Segmenter().cut("王宇轩来了"), Segmenter().cut("我见到王宇轩")
    assert first[:3] == second[-3:] == ["王", "宇", "轩"]


def test_a_word_of_the_vault_is_one_word() -> None:
    assert "古墩路" not in Segmenter().cut("住在古墩路附近")
    assert "古墩路" in Segmenter(["古墩路"]).cut("住在古墩路附近")


def test_words_of_one_vault_do_not_reach_another() -> None:
    Segmenter(["古墩路"]).cut("古墩路")
    assert "古墩路" not in Segmenter().cut("古墩路")


def test_a_single_character_is_a_word() -> None:
    assert Segmenter().cut("猫") == ["猫"]


def test_several_threads_share_one_segmenter() -> None:
    segmenter = Segmenter(["阳光小区"])
    runs = ["我住在阳光小区", "客厅设备的接入密码", "上周的脚本", "年糕是一只猫"] * 20
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(segmenter.cut, runs))
    assert found == [Segmenter(["阳光小区"]).cut(run) for run in runs]
