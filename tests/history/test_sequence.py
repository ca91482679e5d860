"""Two orders that become one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from vault.history.sequence import merged_order, merged_set

KEYS = st.lists(st.sampled_from("abcdefg"), unique=True, max_size=7)


def order(ours: str, theirs: str, base: str = "") -> str:
    there = merged_order(ours, theirs, {*ours, *theirs}, str, base)
    assert there == merged_order(theirs, ours, {*ours, *theirs}, str, base)
    return "".join(there)


@given(KEYS, KEYS, KEYS)
def test_everything_stands_once_in_the_same_order_for_both(
    a: list[str], b: list[str], base: list[str]
) -> None:
    merged = order("".join(a), "".join(b), "".join(base))
    assert sorted(merged) == sorted({*a, *b})
    assert order("".join(a), "".join(a)) == "".join(a)


def test_where_both_agree_their_order_stays() -> None:
    assert order("zay", "zaxy") == "zaxy"
    assert order("zam", "zab") == "zabm"
    assert order("zaqm", "zawm") == "zaqwm"


def test_who_alone_changed_the_order_is_followed() -> None:
    assert order("cab", "abcd", "abc") == "cabd"


def test_contradicting_orders_come_to_an_end() -> None:
    assert sorted(order("abc", "cba", "bac")) == ["a", "b", "c"]


def test_only_what_is_kept_comes_out() -> None:
    assert merged_order("abc", "abd", {"a", "d"}, str) == ["a", "d"]


def test_sets() -> None:
    assert merged_set("ab", "bc") == set("abc")
    assert merged_set("ab", "bc", "abc") == {"b"}
    assert merged_set("abx", "bc", "abc") == set("bx")


def test_many_keys_in_contradicting_orders_are_no_trouble() -> None:
    keys = [f"{number:05}" for number in range(20_000)]
    assert merged_order(keys, keys[::-1], set(keys), str) == keys
