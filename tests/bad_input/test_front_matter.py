"""Front matter as YAML likes to misread it: the body of the note is always found."""

from __future__ import annotations

import pytest

import vault
from tests.bad_input.conftest import Place

BODY = "# 泡茶\n\n乌龙茶要用刚烧开的水泡。\n"


def titles(place: Place) -> list[str]:
    with vault.open(place.root) as memory:
        return [
            hit.record.title for hit in memory.recall("乌龙茶用什么水泡").hits if hit.path == "notes/a.md"
        ]


@pytest.mark.parametrize(
    ("front_matter", "code"),
    [
        pytest.param("---\ntitle: 茶\n", "unclosed-front-matter", id="unclosed"),
        pytest.param("---\ntitle: [茶\n---\n", "broken-front-matter", id="broken list"),
        pytest.param("---\ntitle:\t茶\n\ttags: [a]\n---\n", "broken-front-matter", id="tabs"),
        pytest.param('---\npath: "C:\\users"\n---\n', "broken-front-matter", id="Windows path in quotes"),
        pytest.param("---\n*Italic*\n---\n", "broken-front-matter", id="not YAML at all"),
        pytest.param("---\ntitle: 茶: 乌龙\n---\n", None, id="a colon in the title"),
        pytest.param("---\ntitle: no\n---\n", None, id="no"),
        pytest.param("---\ntitle: 2026-11-29\n---\n", None, id="a date as title"),
        pytest.param("---\ntitle: 12:30\n---\n", None, id="a time as title"),
        pytest.param("---\n---\n", None, id="empty"),
        pytest.param("", None, id="none"),
    ],
)  # fmt: skip
def test_the_body_is_found_whatever_stands_above_it(
    place: Place, front_matter: str, code: str | None
) -> None:
    place.write("notes/a.md", front_matter + BODY)
    seen = place.see()
    assert seen.codes == ({code} if code else set())
    assert all(each.path == "notes/a.md" for each in seen.problems)
    assert "刚烧开的水" in "".join(place.recalled("乌龙茶用什么水泡"))


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("2026-11-29", "2026-11-29"),
        ("12:30", "12:30"),
        ("0x1F", "0x1F"),
        ("1_000", "1_000"),
        ("007", "007"),
        ("1e3", "1e3"),
        ("~", "~"),
        ("茶: 乌龙", "茶: 乌龙"),
        ('"a quoted # title"', "a quoted # title"),
    ],
)
def test_a_title_is_what_the_person_meant(place: Place, written: str, meant: str) -> None:
    place.write("notes/a.md", f"---\ntitle: {written}\n---\n{BODY}")
    place.see()
    assert meant in titles(place)


def test_an_alias_bomb_is_not_expanded(place: Place) -> None:
    lines = ["---", 'a0: &a0 ["哈", "哈"]']
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    place.write("notes/a.md", "\n".join([*lines, "tags: *a11", "---", BODY]))
    seen = place.see()
    assert {each.path for each in seen.problems} == {"notes/a.md"}
    assert "刚烧开的水" in "".join(place.recalled("乌龙茶用什么水泡"))


def test_front_matter_names_no_python_object(place: Place) -> None:
    marker = place.root.parent / "executed"
    place.write("notes/a.md", f"---\nx: !!python/object/apply:os.mkdir ['{marker}']\n---\n{BODY}")
    place.see()
    assert not marker.exists()
    assert "刚烧开的水" in "".join(place.recalled("乌龙茶用什么水泡"))
