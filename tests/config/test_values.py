from __future__ import annotations

import pytest

from vault.config.values import choice, number, text, time_zone, web_address, whole_number


@pytest.mark.parametrize("value", [1, "1", 20, " 7 "])
def test_whole_numbers_from_yaml_and_from_the_shell(value: object) -> None:
    assert whole_number(1, 20)(value) == int(value)  # type: ignore[call-overload]


@pytest.mark.parametrize("value", [0, 21, "many", True, 1.5, None, [1], "1.5", ""])
def test_not_a_whole_number_in_range(value: object) -> None:
    with pytest.raises(ValueError, match="must be a whole number from 1 to 20"):
        whole_number(1, 20)(value)


@pytest.mark.parametrize(("value", "expected"), [(0, 0.0), ("0.5", 0.5), (1, 1.0)])
def test_numbers(value: object, expected: float) -> None:
    assert number(0, 1)(value) == expected


@pytest.mark.parametrize("value", ["nan", float("nan"), -0.1, 2, True, "half", None])
def test_not_a_number_in_range(value: object) -> None:
    with pytest.raises(ValueError, match="from 0 to 1"):
        number(0, 1)(value)


def test_choice_names_what_is_allowed() -> None:
    assert choice("zh", "en")("en ") == "en"
    with pytest.raises(ValueError, match="must be one of zh, en"):
        choice("zh", "en")("de")


def test_text_is_one_line() -> None:
    assert text(" 小明 ") == "小明"
    for value in ("a\nb", 3, None):
        with pytest.raises(ValueError, match="one line"):
            text(value)


def test_time_zones() -> None:
    assert time_zone("Asia/Shanghai") == "Asia/Shanghai"
    for value in ("Asia/Nowhere", "../etc/passwd", "", "/etc/localtime"):
        with pytest.raises(ValueError, match="IANA"):
            time_zone(value)


def test_web_addresses() -> None:
    assert web_address("https://hub.example/") == "https://hub.example"
    assert web_address("") == ""
    with pytest.raises(ValueError, match="https"):
        web_address("file:///etc/passwd")
