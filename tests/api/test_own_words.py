from __future__ import annotations

import pytest

from tests.api.conftest import NOW, Place
from vault.api.open import open_vault
from vault.api.own_words import OwnWords, own_words
from vault.format.defaults import Defaults

FAMILY = Defaults(users=("lin", "mei"))
LINS = Defaults("lin", users=("lin", "mei"))
LINES = b'{"user_id": "mei", "content": "a"}\r\n{"content": "b"}\n{"user_id": "lin", "content": "c"}\n{"user_id": "mei", "con'


@pytest.mark.parametrize(
    ("user", "defaults", "kept"),
    [
        ("lin", LINS, [1, 2]),
        ("mei", LINS, [0, 3]),
        ("lin", FAMILY, [2]),
        ("mei", FAMILY, [0, 3]),
    ],
)
def test_lines_stay_where_they_are(user: str, defaults: Defaults, kept: list[int]) -> None:
    own = OwnWords(user, defaults, shared=True)
    for path in ("facts/a.jsonl", "facts/a.jsonl~", "archive/conflicts/a.kept", ".a.swp"):
        lines = own.part_of(path, LINES).split(b"\n")
        assert lines == [line if at in kept else b"" for at, line in enumerate(LINES.split(b"\n"))]


@pytest.mark.parametrize(
    ("path", "text", "owner"),
    [
        ("notes/mei/a.md", "# x", "mei"),
        ("notes/a.md", "---\nuser_id: mei\n---\n# x", "mei"),
        ("notes/a.sync-conflict-20261101-101010-ABCDEFG.md", "---\nuser_id: mei\n---\n# x", "mei"),
        ("notes/a.md", "# x", "lin"),
    ],
)
def test_a_note_is_somebodys_as_a_whole(path: str, text: str, owner: str) -> None:
    for user in ("lin", "mei"):
        part = OwnWords(user, LINS, shared=True).part_of(path, text.encode())
        assert part == (text.encode() if user == owner else b"")


def test_what_one_person_keeps_is_theirs(place: Place) -> None:
    with open_vault(place.root, use_model=False) as vault:
        vault.index(now=NOW)
        assert own_words(vault._resources, "lin").shared
        place.remember("facts/all.jsonl", {"content": "x"})
        vault.index(now=NOW)
        mine = own_words(vault._resources, "lin")
    assert not mine.shared
    assert mine.part_of("facts/a.jsonl", LINES) == LINES
