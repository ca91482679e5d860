from __future__ import annotations

from dataclasses import dataclass

from vault.api.freshness import SHARE_OF_TIME, SHORTEST_INTERVAL, Freshness


@dataclass
class Clock:
    now: float = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_first_answer_looks_even_when_watched() -> None:
    assert Freshness(lambda: True, Clock()).look_is_due()


def test_looks_again_after_an_interval() -> None:
    clock = Clock()
    freshness = Freshness(lambda: False, clock)
    freshness.looked(0.001)
    assert not freshness.look_is_due()
    clock.now += SHORTEST_INTERVAL
    assert freshness.look_is_due()


def test_a_slow_disk_is_looked_at_less_often() -> None:
    clock = Clock()
    freshness = Freshness(lambda: False, clock)
    freshness.looked(1.0)
    clock.now += 1 / SHARE_OF_TIME - 0.1
    assert not freshness.look_is_due()
    clock.now += 0.2
    assert freshness.look_is_due()


def test_a_live_watcher_is_trusted_until_it_dies() -> None:
    clock = Clock()
    alive = [True]
    freshness = Freshness(lambda: alive[0], clock)
    freshness.looked(0)
    clock.now += 60
    assert not freshness.look_is_due()
    alive[0] = False
    assert freshness.look_is_due()


def test_a_write_makes_the_next_answer_look() -> None:
    freshness = Freshness(lambda: True, Clock())
    freshness.looked(0)
    freshness.expire()
    assert freshness.look_is_due()
