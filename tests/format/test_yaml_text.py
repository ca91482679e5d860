from __future__ import annotations

from contextlib import suppress

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from vault.format import yaml_text
from vault.format.yaml_text import COLLECTION_KEY, YamlFault, YamlMapping, read_yaml_mapping


def values(text: str) -> dict[str, object]:
    found = read_yaml_mapping(text)
    assert found is not None
    return found.values


@pytest.mark.parametrize(
    "written",
    [
        "no",
        "yes",
        "on",
        "2026-01-08",
        "12:30",
        "12:30:45",
        "0571",
        "0x1F",
        "1e3",
        "1_000",
        ".inf",
        "~",
        "null",
        "=",
        "C:\\x",
    ],
)
def test_a_plain_scalar_stays_what_it_is(written: str) -> None:
    assert values(f"key: {written}\n") == {"key": written}


def test_collections() -> None:
    text = "a: [x, no]\nb:\n  - 1\n  - c: 2\nd: {e: [f]}\ng: |\n  h\n  i\n"
    assert values(text) == {"a": ["x", "no"], "b": ["1", {"c": "2"}], "d": {"e": ["f"]}, "g": "h\ni\n"}


def test_nothing_is_none_and_an_empty_text_is_a_text() -> None:
    assert values("a:\nb: ''\n") == {"a": None, "b": ""}


def test_links_and_placeholders_of_note_programs() -> None:
    assert values("up: [[Home]]\n") == {"up": [["Home"]]}
    assert values("title: {{title}}\n") == {"title": {COLLECTION_KEY: None}}


def test_places_of_values_and_of_values_in_groups() -> None:
    found = read_yaml_mapping("id: x\nrecall:\n  limit: 5\n  half:\n    fact: 1\n")
    assert found is not None
    assert found.places == {
        "id": (1, 5),
        "recall": (3, 3),
        "recall.limit": (3, 10),
        "recall.half": (5, 5),
        "recall.half.fact": (5, 11),
    }


def test_keys_that_stand_twice() -> None:
    assert read_yaml_mapping("a: 1\nb: {c: 1, c: 2}\na: 3\n") == YamlMapping(
        {"a": "3", "b": {"c": "2"}}, {"a": (3, 4), "b": (2, 4), "b.c": (2, 14)}, ("b.c", "a")
    )


@pytest.mark.parametrize("text", ["", "# nothing\n", "just words\n", "- a\n- b\n", "'quoted'"])
def test_what_is_no_mapping(text: str) -> None:
    assert read_yaml_mapping(text) is None


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a: b: c\n", 1, 5),
        ("ok: 1\n\ta: 1\n", 2, 1),
        ("a: [x\n", 2, 1),
        ("b: 1\na: 'x\n", 2, 4),
        ("a: &x 1\n", 1, 4),
        ("a: [b, *x]\n", 1, 8),
        ("&x a: 1\n", 1, 1),
        ("<<: *x\n", 1, 5),
        ("a: " + "[" * 20 + "]" * 20, 1, 19),
        ("a: " + "{b: " * 20, 1, 64),
        ("x" * 100_001, 1, 1),
    ],
)
def test_faults_have_a_place(text: str, line: int, column: int) -> None:
    with pytest.raises(YamlFault) as caught:
        read_yaml_mapping(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.message


@pytest.mark.parametrize(
    "text", ["a: " + "[" * 90_000, "a: " + "{b: " * 20_000, "a:\n  " + "- " * 40_000, "? " * 40_000]
)
def test_any_depth_is_refused_without_recursion(text: str) -> None:
    with pytest.raises(YamlFault, match="nest"):
        read_yaml_mapping(f"{text}\n")


@pytest.mark.parametrize(
    "text", ["a: no\nb: [x, {c: '1'}]\n", "a: &x 1\n", "a: b: c\n", "\ta: 1\n", "a: [x\n", "just words"]
)
def test_it_reads_the_same_where_libyaml_is_missing(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def outcome() -> object:
        try:
            return read_yaml_mapping(text)
        except YamlFault as fault:
            return fault.line

    with_libyaml = outcome()
    monkeypatch.setattr(yaml_text, "_LOADER", yaml.BaseLoader)
    assert outcome() == with_libyaml


def test_an_alias_bomb_is_refused_at_its_first_anchor() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [
        f"{after}: &{after} [{', '.join([f'*{before}'] * 9)}]"
        for before, after in zip("abcdefgh", "bcdefghi", strict=True)
    ]
    with pytest.raises(YamlFault, match="anchors"):
        read_yaml_mapping("\n".join(lines))


def test_tags_construct_nothing() -> None:
    assert values("a: !!python/object/apply:os.system ['exit 1']\nb: !!int x\n") == {
        "a": ["exit 1"],
        "b": "x",
    }


@given(st.text(st.sampled_from("ab:-[]{}#&*!|>'\"%@`,? \n\t\x00\u0085\ufeff😀"), max_size=40))
def test_any_text_is_read_or_is_a_yaml_fault(text: str) -> None:
    with suppress(YamlFault):
        read_yaml_mapping(text)
