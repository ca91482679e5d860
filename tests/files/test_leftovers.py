from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from tests.files.conftest import put
from vault.files import leftovers
from vault.files.leftovers import Needles, search_folder

TEXT = '用户说"准备迁居到杭州"'


def needles(*texts: str) -> Needles:
    return Needles(texts or (TEXT,), lambda text: "准备 迁居" in text)


def found(folder: Path, *texts: str) -> list[tuple[str, int, str]]:
    searched = search_folder(folder, needles(*texts))
    return [(Path(each.path).relative_to(folder).as_posix(), each.line, each.form) for each in searched.found]


@pytest.mark.parametrize(
    ("data", "form"),
    [
        (TEXT.encode(), "text"),
        (json.dumps({"a": TEXT}, ensure_ascii=False).encode(), "text"),
        (json.dumps({"a": TEXT}).encode(), "escaped"),
        (TEXT.encode("utf-16-be"), "utf-16"),
        (TEXT.encode("utf-16-le"), "utf-16"),
        (TEXT.encode("gb18030"), "gb18030"),
        ("准备 迁居".encode(), "reworded"),
        (b"\\u51c6\\u5907 \\u8fc1\\u5c45", "reworded"),
    ],
)
def test_every_form_is_found(root: Path, data: bytes, form: str) -> None:
    put(root, "a/b.bin", b"\n\n" + data + b"\n")
    ((path, _, seen),) = found(root)
    assert (path, seen) == ("a/b.bin", form)


def test_the_line_is_told_where_there_are_lines(root: Path) -> None:
    put(root, "a.txt", f"x\ny\n{TEXT}\n")
    put(root, "b.txt", "x\n准备 迁居")
    put(root, "c.bin", b"\0\n\n" + TEXT.encode())
    assert found(root) == [("a.txt", 3, "text"), ("b.txt", 2, "reworded"), ("c.bin", 0, "text")]


def test_databases_names_and_hidden_files_are_looked_into(root: Path) -> None:
    connection = sqlite3.connect(root / ".hidden.sqlite")
    with connection:
        connection.execute("CREATE TABLE t (x)")
        connection.execute("INSERT INTO t VALUES (?)", (TEXT,))
    connection.close()
    put(root, "准备 迁居.txt")
    assert found(root) == [(".hidden.sqlite", 0, "text"), ("准备 迁居.txt", 0, "name")]


def test_large_files_are_searched_too(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leftovers, "_LARGE", 10)
    put(root, "a.txt", "x" * 100 + TEXT)
    put(root, "b.txt", "x" * 100)
    assert found(root) == [("a.txt", 0, "text")]


def test_links_are_not_followed_and_folders_can_be_left_out(root: Path, tmp_path: Path) -> None:
    put(tmp_path, "outside/a.txt", TEXT)
    (root / "link").symlink_to(tmp_path / "outside")
    (root / "file").symlink_to(tmp_path / "outside" / "a.txt")
    put(root, "skipped/a.txt", TEXT)
    put(root, "kept/skipped.txt", TEXT)
    searched = search_folder(root, needles(), skip=lambda folder: folder == root / "skipped")
    assert [Path(each.path).name for each in searched.found] == ["skipped.txt"]


def test_what_cannot_be_read_is_told(ordinary_folder: Path) -> None:
    put(ordinary_folder, "a.txt", TEXT).chmod(0)
    put(ordinary_folder, "b/c.txt", TEXT)
    (ordinary_folder / "b").chmod(0)
    searched = search_folder(ordinary_folder, needles())
    assert (searched.found, {Path(each).name for each in searched.unread}) == ((), {"a.txt", "b"})


def test_what_is_in_everything_is_not_looked_for(root: Path) -> None:
    put(root, "a.txt", "男 abc")
    assert found(root, "男", "abc", "") == []
    assert found(root / "missing") == []
