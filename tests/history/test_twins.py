"""Memories that stand at several places become one each, at the place that counts."""

from __future__ import annotations

import json
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.history.merge_cases import DEFAULTS, records
from vault.history.twins import find_twins, heal_twins, places_in

HOME = {"id": "m1", "content": "家在阳光小区", "created_at": "2026-01-01T00:00:00Z"}
EDITED = {**HOME, "content": "家在滨江", "updated_at": "2026-03-01T00:00:00Z"}
OVER = {**HOME, "status": "superseded", "superseded_by": ["m2"], "updated_at": "2026-02-01T00:00:00Z"}
NEW = {"id": "m2", "content": "家在西湖区", "supersedes": ["m1"], "created_at": "2026-02-01T00:00:00Z"}


def lines(*memories: dict[str, Any]) -> bytes:
    return "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in memories).encode()


def healed(files: dict[str, bytes]) -> dict[str, list[dict[str, Any]]]:
    found = heal_twins(files, defaults=DEFAULTS)
    after = {**files, **found.files}
    return {path: [json.loads(line) for line in data.splitlines()] for path, data in after.items()}


def test_one_device_edits_what_another_one_archives() -> None:
    files = {"facts/a.jsonl": lines(EDITED, NEW), "archive/phone/2026-02.jsonl": lines(OVER)}
    twins = find_twins(files, defaults=DEFAULTS)
    assert [(each.path, each.line) for each in twins["m1"]] == [
        ("archive/phone/2026-02.jsonl", 1),
        ("facts/a.jsonl", 1),
    ]
    after = healed(files)
    assert [each["id"] for each in after["facts/a.jsonl"]] == ["m2"]
    (history,) = after["archive/phone/2026-02.jsonl"]
    assert history["status"] == "superseded"
    lost = heal_twins(files, defaults=DEFAULTS).lost
    assert "家在滨江" in {history["content"], *(each.memory.content for each in lost)}


def test_a_healed_vault_has_no_twins_and_the_order_of_files_does_not_matter() -> None:
    files = {"facts/a.jsonl": lines(HOME), "facts/b.jsonl": lines(EDITED), "facts/c.jsonl": lines(NEW, HOME)}
    results = [healed(dict(order)) for order in permutations(files.items())]
    assert all(each == results[0] for each in results)
    again = {path: lines(*memories) for path, memories in results[0].items()}
    assert find_twins(again, defaults=DEFAULTS) == {}
    assert [each["content"] for each in results[0]["facts/b.jsonl"]] == ["家在滨江"]


def test_an_erased_memory_takes_its_copies_along() -> None:
    grave = {"id": "m1", "content": "[已擦除]", "status": "forgotten", "updated_at": "2026-01-02T00:00:00Z"}
    files = {"facts/a.jsonl": lines(EDITED, NEW), "archive/x/2026-01.jsonl": lines(grave)}
    found = heal_twins(files, defaults=DEFAULTS)
    assert "滨江".encode() not in b"".join({**files, **found.files}.values())
    assert found.lost == ()


def test_what_is_no_twin() -> None:
    bare = {"content": "爱喝龙井"}
    files = {
        "facts/a.jsonl": lines(HOME, bare),
        "facts/b.jsonl": lines(bare),
        "archive/conflicts/m1.jsonl": lines(OVER),
        "facts/torn.jsonl": b"<<<<<<< a\n" + lines(EDITED) + b"=======\n>>>>>>> b\n",
    }
    assert find_twins(files, defaults=DEFAULTS) == {}
    assert heal_twins(files, defaults=DEFAULTS).files == {}


def test_only_these() -> None:
    files = {"facts/a.jsonl": lines(HOME, NEW), "facts/b.jsonl": lines(EDITED, NEW)}
    assert set(find_twins(files, defaults=DEFAULTS)) == {"m1", "m2"}
    found = heal_twins(files, defaults=DEFAULTS, ids={"m2"})
    assert found.ids == ("m2",)


def test_rivals_of_a_twin_are_marked() -> None:
    """Two devices replaced the same home, each by another one."""
    other = {**NEW, "id": "m3", "content": "家在城东"}
    files = {
        "facts/a.jsonl": lines(NEW, other),
        "archive/one/2026-02.jsonl": lines(OVER),
        "archive/two/2026-02.jsonl": lines({**OVER, "superseded_by": ["m3"]}),
    }
    after = {each["id"]: each for each in healed(files)["facts/a.jsonl"]}
    assert after["m2"]["relations"] == [{"type": "conflicts_with", "target": "m3"}]
    assert after["m3"]["relations"] == [{"type": "conflicts_with", "target": "m2"}]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_bytes_of_other_lines_stay(end: bytes) -> None:
    other = b'{ "id" : "m9",  "content":"x" }'
    files = {
        "facts/a.jsonl": b"\xef\xbb\xbf"
        + other
        + end
        + lines(HOME).replace(b"\n", end)
        + end
        + b"// mine"
        + end,
        "facts/b.jsonl": lines(EDITED),
    }
    found = heal_twins(files, defaults=DEFAULTS).files
    assert found["facts/a.jsonl"] == b"\xef\xbb\xbf" + other + end + end + b"// mine" + end


@given(st.lists(st.tuples(st.sampled_from(["facts/a.jsonl", "facts/b.jsonl", "archive/x.jsonl"]),
                          records(("m1", "m2"))), max_size=6))  # fmt: skip
def test_afterwards_each_id_stands_once_and_every_id_is_there(
    placed: list[tuple[str, dict[str, object]]],
) -> None:
    files: dict[str, bytes] = {}
    for path, record in placed:
        files[path] = files.get(path, b"") + lines(record)
    after = {**files, **heal_twins(files, defaults=DEFAULTS).files}
    ids = [
        each.version.id for path, data in after.items() for each in places_in(path, data, defaults=DEFAULTS)
    ]
    assert sorted(ids) == sorted({str(record["id"]) for _, record in placed})
