from __future__ import annotations

import pytest

from vault.api.identity import choose_user
from vault.errors import UnknownUser, UserRequired


def test_a_named_user_who_is_known() -> None:
    assert choose_user("a", ["a", "b"]) == "a"
    assert choose_user("c", ["a"], listed=["c"]) == "c"


def test_nobody_is_named() -> None:
    assert choose_user("", ["a"]) == "a"
    assert choose_user("", [""]) == ""
    assert choose_user("", []) == ""


@pytest.mark.parametrize("users", [["b", "a"], ["a", ""], ["a"]])
def test_no_guess_among_several(users: list[str]) -> None:
    with pytest.raises(UserRequired) as caught:
        choose_user("", users, listed=["b"] if users == ["a"] else [])
    assert "" not in caught.value.users


def test_a_stranger() -> None:
    with pytest.raises(UnknownUser) as caught:
        choose_user("x", ["b", "a", ""])
    assert caught.value.users == ("a", "b")


def test_anybody_may_start_in_an_empty_vault() -> None:
    assert choose_user("x", []) == "x"
