from __future__ import annotations

import pytest

from tests.api.conftest import Place
from vault.config import locations
from vault.files.lock import write_lock


def test_one_line_a_memory_newest_first(cli, place: Place) -> None:
    ran = cli("list")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert lines[0] == "2026-10-03  事件  mem_trip  国庆去过泉州  facts/all.jsonl:4"
    assert [line.split()[2] for line in lines] == ["mem_trip", "mem_door", "mem_tea", "mem_cat", "mem_home"]
    assert ran.err == ""


def test_json(cli, place: Place) -> None:
    memories = cli("--json", "list", "--type", "preference").document["memories"]
    assert [memory["id"] for memory in memories] == ["mem_tea"]
    assert memories[0]["content"] == "下午爱喝龙井"
    assert memories[0]["created_at"] == "2026-05-01T16:00:00Z"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--tag", "家"], ["mem_home"]),
        (["--since", "2026-05-18"], ["mem_trip", "mem_door"]),
        (["--until", "2026-04-01"], ["mem_cat", "mem_home"]),
        (["--type", "event", "--type", "preference"], ["mem_trip", "mem_tea"]),
        (["--limit", "1"], ["mem_trip"]),
        (["--namespace", "work"], []),
        (["--user", "mei"], ["mem_piano"]),
    ],
)
def test_conditions(cli, place: Place, options: list[str], expected: list[str]) -> None:
    memories = cli("list", *options, "--json").document["memories"]
    assert [memory["id"] for memory in memories] == expected


def test_history_is_marked(cli, place: Place) -> None:
    lines = cli("list", "--all").out.splitlines()
    assert len(lines) == 7
    assert cli("list", "--tag", "没有").err.strip() == "没有这样的记忆"


def test_what_is_sensitive_is_covered(cli, place: Place) -> None:
    for options in ([], ["--json"]):
        assert "4471#" not in cli("list", *options).out
        assert "4471#" in cli("list", "--reveal", *options).out


@pytest.mark.parametrize(
    "options", [["--type", "nonsense"], ["--since", "someday"], ["--user", "nobody"], ["--limit", "0"]]
)
def test_wrong_values(cli, place: Place, options: list[str]) -> None:
    ran = cli("list", *options, "--json")
    assert ran.code == 2
    assert ran.document["error"]["message"]


def test_a_list_that_may_be_behind_the_files_says_so(cli, place: Place) -> None:
    cli("index")
    place.remember("facts/late.jsonl", {"id": "mem_late", "content": "迟到的荔枝"})
    (folder,) = {path.parent for path in locations.indexes_dir().rglob("index.sqlite")}
    with write_lock(folder / "index.lock"):
        ran = cli("list")
        shown = cli("show", "mem_late")
    assert (ran.code, shown.code) == (3, 2)
    assert "另一个进程正在更新索引" in ran.err
    assert "另一个进程正在更新索引" in shown.err
    assert cli("list").code == 0
