from __future__ import annotations

from tests.api.conftest import NOW, Place
from tests.api.plugged import plug
from tests.conftest import Isolated
from tests.plugin_modules import WritePlugin
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.recall import Answer


def asked(place: Place, model: StandInModel, query: str = "门禁密码是多少，家住哪里") -> Answer:
    with open_vault(place.root, model=model) as vault:
        return vault.recall(query, gate=False, now=NOW)


def test_hits_are_left_out_spoken_of_and_weighed(
    place: Place, isolated: Isolated, write_plugin: WritePlugin, model: StandInModel
) -> None:
    plain = [hit.id for hit in asked(place, model).hits]
    body = """
        seen = []
        @hookimpl
        def after_recall(query, hits):
            seen.extend(hits)
            return [replace(hit, note="想起来了") for hit in hits if hit.id != "mem_home"]
        @hookimpl
        def provide_rank_factors():
            return [RankFactor("tea", lambda query, hits: [2.0 if "龙井" in hit.content else 1 for hit in hits])]
    """
    plug(write_plugin, isolated, body, recall={"plugin_limit_ms": 30_000})
    answer = asked(place, model)
    assert "mem_home" in plain
    assert {hit.id for hit in answer.hits} == {*plain} - {"mem_home"}
    assert all("想起来了" in hit.why.notes for hit in answer.hits)
    tea = next(hit for hit in answer.hits if hit.id == "mem_tea")
    assert tea.why.factors["tea"] == 2.0
    assert answer.notices == ()


def test_plugins_see_no_more_than_is_shown(
    place: Place, isolated: Isolated, write_plugin: WritePlugin, model: StandInModel
) -> None:
    """A sensitive value stays covered unless exactly it was asked for."""
    body = """
        seen = []
        @hookimpl
        def after_recall(hits): seen.extend(hits)
    """
    plug(write_plugin, isolated, body, recall={"plugin_limit_ms": 30_000})
    asked(place, model, "车库")
    import sys

    door = [hit for hit in sys.modules["own_plugin"].seen if hit.id == "mem_door"]
    assert door
    assert "4471" not in repr(door)


def test_one_that_fails_or_dawdles_is_passed_over_and_named(
    place: Place, isolated: Isolated, write_plugin: WritePlugin, model: StandInModel
) -> None:
    plain = [hit.id for hit in asked(place, model).hits]
    body = """
        import time
        @hookimpl
        def after_recall(query, hits): time.sleep(5)
        @hookimpl
        def provide_rank_factors(): return [RankFactor("bad", lambda query, hits: 1 // 0)]
    """
    plug(write_plugin, isolated, body, recall={"plugin_limit_ms": 50})
    answer = asked(place, model)
    assert [hit.id for hit in answer.hits] == plain
    assert [each.partition(": ")[2][:28] for each in answer.notices] == [
        "rank factor bad: failed: Zer",
        "after_recall: took longer th",
    ]
    assert not answer.degraded
