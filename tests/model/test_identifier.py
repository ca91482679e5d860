from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

from vault.model.identifier import is_new_id, new_id, permanent_id, provisional_id

NOW = datetime(2026, 1, 8, 11, 20, tzinfo=timezone.utc)


def test_new_ids_are_short_plain_and_unique() -> None:
    ids = {new_id("mem", NOW) for _ in range(1000)}
    assert len(ids) == 1000
    assert all(re.fullmatch(r"mem_[0-9a-hjkmnp-tv-z]{21}", each) for each in ids)


def test_new_ids_sort_by_time() -> None:
    later = NOW + timedelta(milliseconds=1)
    assert all(new_id("mem", NOW) < new_id("mem", later) for _ in range(100))


def test_a_provisional_id_depends_on_user_namespace_and_content_alone() -> None:
    first = provisional_id("lin", "default", "养了一只猫")
    assert first == provisional_id("lin", "default", "养了一只猫")
    assert (
        len(
            {
                first,
                provisional_id("wu", "default", "养了一只猫"),
                provisional_id("lin", "x", "养了一只猫"),
                provisional_id("lin", "default", "狗"),
            }
        )
        == 4
    )


def test_parts_of_a_provisional_id_do_not_run_into_each_other() -> None:
    assert provisional_id("a", "bc", "d") != provisional_id("ab", "c", "d")


def test_a_lone_surrogate_has_a_provisional_id() -> None:
    assert provisional_id("lin", "default", "\ud83d").startswith("prov_")


def test_a_provisional_id_becomes_a_real_one_and_a_real_one_stays() -> None:
    provisional = provisional_id("lin", "default", "养了一只猫")
    assert permanent_id(provisional) == provisional.replace("prov_", "mem_")
    assert permanent_id("mem_cat") == "mem_cat"
    assert permanent_id("my own id") == "my own id"


def test_an_id_tells_whether_it_was_made_since() -> None:
    moment = timedelta(milliseconds=1)
    made = new_id("mem", NOW)
    assert is_new_id(made, "mem", since=NOW)
    assert is_new_id(made, "mem", since=NOW - moment)
    assert not is_new_id(made, "mem", since=NOW + moment)
    for other in (
        "mem_home",
        "",
        made[:-1],
        made + "0",
        made.replace("mem", "dev"),
        "mem_" + "u" * 21,
        made.upper(),
    ):
        assert not is_new_id(other, "mem", since=NOW - moment)
