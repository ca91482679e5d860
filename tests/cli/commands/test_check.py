from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

from tests.api.conftest import Place

BROKEN = '{"content": "没有编号"}\n{broken\n{"content": "没有换行"}'


def test_no_problems(cli, place: Place) -> None:
    ran = cli("check")
    assert ran.code == 0
    assert ran.out == ""
    assert "没有问题" in ran.err
    assert cli("check", "--json").document == {"problems": []}


def test_problems_are_printed_as_editors_understand_them(cli, place: Place) -> None:
    place.write("facts/bad.jsonl", BROKEN)
    ran = cli("check")
    assert ran.code == 1
    first, hint, *_ = ran.out.splitlines()
    assert first.startswith("facts/bad.jsonl:2:2 broken-json ")
    assert hint.startswith("    ")
    assert "1 处错误" in ran.err


def test_problems_as_json(cli, place: Place) -> None:
    place.write("facts/bad.jsonl", BROKEN)
    ran = cli("--json", "check")
    assert ran.code == 1
    assert ran.err == ""
    (problem,) = ran.document["problems"]
    assert set(problem) == {"path", "line", "column", "code", "message", "hint", "severity"}
    assert (problem["path"], problem["line"], problem["code"]) == ("facts/bad.jsonl", 2, "broken-json")


def test_broken_settings_do_not_stop_it(cli, place: Place) -> None:
    place.write("vault.yaml", "format: [1\n")
    place.write("facts/bad.jsonl", "{broken\n")
    ran = cli("check", "--json")
    assert ran.code == 1
    assert [each["path"] for each in ran.document["problems"]] == ["facts/bad.jsonl", "vault.yaml"]
    assert cli("check", "--fix", "--yes").code == 2


def test_fix_refuses_without_a_terminal_and_without_yes(process, place: Place) -> None:
    path = place.write("facts/bad.jsonl", BROKEN)
    ran = process("check", "--fix")
    assert ran.code == 1
    assert path.read_text(encoding="utf-8") == BROKEN
    assert '+{"id": "mem_' in ran.err.replace('+{"content": "没有编号", "id"', '+{"id"')
    assert "--yes" in ran.err
    assert "+++ " not in ran.out


def test_fix_shows_the_difference_writes_and_checks_again(cli, place: Place) -> None:
    path = place.write("facts/bad.jsonl", BROKEN)
    ran = cli("check", "--fix", "--yes")
    assert ran.code == 1  # the broken line is for the person
    assert "--- a/facts/bad.jsonl" in ran.err
    assert "已修复 1 个文件" in ran.err
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[1] == "{broken"
    assert all('"id": "mem_' in lines[number] for number in (0, 2))
    again = cli("check", "--fix", "--yes", "--json")
    assert again.document["problems"][0]["code"] == "broken-json"
    assert "没有可以自动修复的问题" in again.err


def test_fix_as_json_names_what_was_written(cli, place: Place) -> None:
    place.write("facts/hand.jsonl", '{"content": "没有编号"}\n')
    ran = cli("check", "--fix", "--yes", "--json")
    assert ran.code == 0
    assert ran.document == {"problems": [], "repaired": ["facts/hand.jsonl"], "not_repaired": []}


def answer_on_a_terminal(root: Path, answer: str) -> tuple[int, str]:
    """Run `check --fix` with a terminal and type the answer."""
    ours, theirs = pty.openpty()
    running = subprocess.Popen(
        [sys.executable, "-m", "vault", "--vault", str(root), "check", "--fix"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    os.close(theirs)
    os.write(ours, answer.encode())
    _, said = running.communicate(timeout=60)
    os.close(ours)
    return running.returncode, said.decode()


def test_fix_asks_on_a_terminal(place: Place) -> None:
    path = place.write("facts/hand.jsonl", '{"content": "没有编号"}\n')
    code, said = answer_on_a_terminal(place.root, "n\n")
    assert code == 0
    assert "写入这些改动？" in said
    assert "什么都没有写入" in said
    assert path.read_text(encoding="utf-8") == '{"content": "没有编号"}\n'
    code, said = answer_on_a_terminal(place.root, "y\n")
    assert code == 0
    assert '"id": "mem_' in path.read_text(encoding="utf-8")
