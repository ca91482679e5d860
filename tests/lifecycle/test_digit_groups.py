from __future__ import annotations

from vault.lifecycle.digit_groups import grouped_numbers, in_decimal


def numbers(text: str) -> list[tuple[str, tuple[int, ...]]]:
    return [(each.number, each.lengths) for each in grouped_numbers(text)]


def test_groups_are_one_number_whatever_stands_between() -> None:
    for separator in ("，", " - ", "/", "\n", "_", ")("):
        assert ("13812345678", (3, 4, 4)) in numbers(f"138{separator}1234{separator}5678")


def test_words_and_masks_end_a_number() -> None:
    assert numbers("138 然后 1234 然后 5678") == []
    assert numbers("138****1234，5678") == []
    assert numbers("138x1234x5678") == []


def test_digits_one_by_one_are_taken_as_a_whole() -> None:
    assert numbers(" ".join("13812345678")) == [("13812345678", (1,) * 11)]
    assert numbers(" ".join("138123456789" * 2)) == []


def test_a_check_character_may_be_a_letter() -> None:
    assert ("11010519491231002X", (6, 8, 4)) in numbers("110105 19491231 002x")


def test_spans_are_those_of_the_text() -> None:
    (found,) = [each for each in grouped_numbers("号：138/1234/5678。") if each.number == "13812345678"]
    assert (found.start, found.end, found.separators) == (2, 15, ("/", "/"))


def test_decimals() -> None:
    assert in_decimal("3.14159", 2, 7)
    assert in_decimal("13812345678.5", 0, 11)
    assert not in_decimal("是 13812345678。", 2, 13)
