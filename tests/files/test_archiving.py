from __future__ import annotations

import json
from datetime import datetime, timezone

import pytest

from tests.files.conftest import DEFAULTS, NOW
from vault.files.archiving import Archiving, plan_archiving
from vault.format.half_archived import Standing, find_half_archived
from vault.format.memory_line import parse_memories

OLD = '{"id":"mem_old", "mine": 1,"content":"家住文二路"}'
NEW = '{"id": "mem_new", "content": "家住梧桐路", "created_at": "2026-11-02", "supersedes": ["mem_old"]}'
TARGET = "archive/pi/2026-11.jsonl"


def plan(files: dict[str, str]) -> Archiving:
    parsed = [parse_memories(text.encode(), path=path, defaults=DEFAULTS) for path, text in files.items()]
    standings = [
        Standing(located.memory, file.path, located.line, file.path.startswith("archive/"))
        for file in parsed
        for located in file.memories
    ]
    return plan_archiving(find_half_archived(standings), parsed, TARGET, NOW)


def test_the_old_line_goes_with_its_own_keys_and_the_time_it_was_replaced() -> None:
    planned = plan({"facts/a.jsonl": f"{OLD}\n{NEW}\n"})
    (line,) = planned.lines
    assert line.startswith(OLD.encode()[:-1])
    assert json.loads(line) == {
        "id": "mem_old",
        "mine": 1,
        "content": "家住文二路",
        "status": "superseded",
        "superseded_by": ["mem_new"],
        "updated_at": "2026-11-02T00:00:00Z",
    }
    assert planned.leaving["facts/a.jsonl"][1].stands_in == TARGET
    assert planned.added_to(b"", b"\n") == line + b"\n"
    assert planned.added_to(b"{}", b"\r\n") == b"{}\r\n" + line + b"\r\n"
    assert planned.added_to(b"\xef\xbb\xbf", b"\n") == b"\xef\xbb\xbf" + line + b"\n"


def test_a_line_without_an_id_gets_one_on_the_way() -> None:
    home = '{"content":"家住文二路"}'
    (found,) = parse_memories(home.encode(), path="facts/a.jsonl", defaults=DEFAULTS).memories
    new = NEW.replace("mem_old", found.memory.id)
    (line,) = plan({"facts/a.jsonl": f"{home}\n{new}\n"}).lines
    assert json.loads(line)["id"] == found.memory.id.replace("prov_", "mem_")


def test_nothing_that_says_when_it_was_replaced() -> None:
    planned = plan({"facts/a.jsonl": f"{OLD}\n" + NEW.replace('"created_at": "2026-11-02", ', "")})
    assert datetime.fromisoformat(json.loads(planned.lines[0])["updated_at"].replace("Z", "+00:00")) == NOW
    assert NOW.tzinfo == timezone.utc


@pytest.mark.parametrize("cut", [1, 30, len(OLD.encode()) + 20])
def test_the_cut_beginning_of_the_same_line_makes_room(cut: int) -> None:
    whole = plan({"facts/a.jsonl": f"{OLD}\n{NEW}\n"}).lines[0]
    before = b'{"id": "mem_x", "content": "x"}\n'
    data = before + whole[:cut]
    planned = plan(
        {"facts/a.jsonl": f"{OLD}\n{NEW}\n", TARGET: data.decode("utf-8", "surrogateescape")}
        if cut != 30
        else {"facts/a.jsonl": f"{OLD}\n{NEW}\n", TARGET: before.decode() + whole[:cut].decode("utf-8")}
    )
    assert planned.added_to(data, b"\n") == before + whole + b"\n"


def test_another_cut_line_stays_and_is_closed() -> None:
    cut = '{"id": "mem_other", "con'
    planned = plan({"facts/a.jsonl": f"{OLD}\n{NEW}\n", TARGET: cut})
    assert planned.added_to(cut.encode(), b"\n") == cut.encode() + b"\n" + planned.lines[0] + b"\n"


def test_files_that_must_not_be_written_are_left_alone() -> None:
    conflict = "<<<<<<< a\n=======\n>>>>>>> b\n"
    assert plan({"facts/a.jsonl": f"{OLD}\n{NEW}\n{conflict}"}).lines == ()
    planned = plan({"facts/a.jsonl": f"{OLD}\n{NEW}\n", TARGET: conflict})
    assert (planned.lines, planned.leaving) == ((), {})
    ended = OLD[:-1] + ', "status": "superseded"}\n'
    planned = plan({"facts/a.jsonl": f"{OLD}\n", "archive/z.jsonl": ended + conflict})
    assert planned.leaving == {}
