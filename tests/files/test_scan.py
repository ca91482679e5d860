from __future__ import annotations

import errno
import os
import socket
import unicodedata
from pathlib import Path

import pytest

from tests.files.conftest import allowed, put, snapshot
from vault.errors import ReadFailed, VaultVanished
from vault.files import scan as scan_module
from vault.files.scan import Scan, scan

MEMORY = '{"content": "家住阳光小区"}\n'


def found(result: Scan) -> list[tuple[str, str]]:
    return [(problem.path, problem.code) for problem in result.problems]


def test_files_are_found_with_kind_size_and_stat(root: Path) -> None:
    put(root, "vault.yaml", "format: 1\n")
    put(root, "facts/家/me.jsonl", MEMORY)
    put(root, "notes/profile.md", "# 我\n")
    put(root, "journal/laptop/2026/2026-11-29.jsonl", "{}\n")
    put(root, "archive/old.jsonl")
    put(root, "usage/laptop.jsonl", "{}\n")
    result = scan(root)
    assert {path: seen.kind for path, seen in result.files.items()} == {
        "archive/old.jsonl": "archive",
        "facts/家/me.jsonl": "memories",
        "journal/laptop/2026/2026-11-29.jsonl": "turns",
        "notes/profile.md": "note",
        "usage/laptop.jsonl": "usage",
        "vault.yaml": "settings",
    }
    assert list(result.files) == sorted(result.files)
    seen, stat = result.files["facts/家/me.jsonl"], (root / "facts/家/me.jsonl").stat()
    assert (seen.path, seen.size, seen.mtime_ns) == ("facts/家/me.jsonl", stat.st_size, stat.st_mtime_ns)
    assert seen.inode == (stat.st_dev, stat.st_ino)
    assert result.problems == ()
    assert result.unread == frozenset()


def test_what_is_not_memvaults_is_passed_over_silently(root: Path) -> None:
    for path in (
        "README.md",
        "facts/readme.md",
        "notes/picture.png",
        "notes/.obsidian/workspace.md",
        "notes/.trash/old.md",
        "notes/a.md~",
        "notes/#a.md#",
        "notes/.a.md.swp",
        "notes/4913",
        "facts/.~lock.me.jsonl#",
        "facts/me.jsonl.tmp",
        "notes/node_modules/x/readme.md",
        ".git/notes/a.md",
        ".stversions/facts/me.jsonl",
        "other/facts/me.jsonl",
    ):
        put(root, path)
    result = scan(root)
    assert dict(result.files) == {}
    assert result.problems == ()


def test_folders_that_cannot_hold_anything_are_not_listed(root: Path) -> None:
    put(root, "facts/a.jsonl")
    for n in range(20):
        put(root, f"photos/{n}/x.jpg")
    assert scan(root).folders == 2


def test_an_adopted_folder_of_notes_is_searched_whole(root: Path) -> None:
    put(root, "Projects/Garden/plan.md")
    put(root, "README.md")
    put(root, "facts/me.jsonl")
    result = scan(root, note_folders=["."])
    assert list(result.files) == ["Projects/Garden/plan.md", "README.md", "facts/me.jsonl"]
    assert list(scan(root, note_folders=["projects/garden"]).files) == [
        "Projects/Garden/plan.md",
        "facts/me.jsonl",
    ]


def test_an_empty_file_is_a_file(root: Path) -> None:
    put(root, "facts/me.jsonl", b"")
    assert scan(root).files["facts/me.jsonl"].size == 0


def test_a_folder_called_like_a_note_is_reported_and_searched(root: Path) -> None:
    put(root, "notes/x.md/inner.md")
    result = scan(root)
    assert list(result.files) == ["notes/x.md/inner.md"]
    assert found(result) == [("notes/x.md", "folder-like-file")]
    assert result.problems[0].severity == "warning"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_fifo_and_a_socket_are_reported_and_never_opened(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(root, "facts/me.jsonl")
    os.mkfifo(root / "facts" / "y.jsonl")
    monkeypatch.chdir(root / "facts")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s.jsonl")
        result = scan(root)
    assert list(result.files) == ["facts/me.jsonl"]
    assert found(result) == [("facts/s.jsonl", "not-a-file"), ("facts/y.jsonl", "not-a-file")]


def test_no_file_is_opened(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(root, "facts/me.jsonl", MEMORY)
    put(root, "notes/a.md")

    def refuse(*arguments: object, **_: object) -> int:
        raise AssertionError(f"opened {arguments}")

    monkeypatch.setattr(os, "open", refuse)
    monkeypatch.setattr("builtins.open", refuse)
    assert len(scan(root).files) == 2


# --- symbolic links


def test_a_link_out_of_the_vault_is_reported_and_not_followed(root: Path, tmp_path: Path) -> None:
    put(tmp_path, "outside/secret.md", "密码")
    (root / "notes").mkdir()
    (root / "notes" / "secret.md").symlink_to(tmp_path / "outside" / "secret.md")
    (root / "notes" / "folder").symlink_to(tmp_path / "outside")
    result = scan(root)
    assert dict(result.files) == {}
    assert found(result) == [("notes/folder", "symlink-outside"), ("notes/secret.md", "symlink-outside")]
    assert "outside/secret" not in str(result.problems), "where it leads is private to this machine"


def test_a_sibling_folder_with_a_longer_name_is_outside(root: Path) -> None:
    put(root.parent, "vault-private/secret.md")
    (root / "notes").mkdir()
    (root / "notes" / "secret.md").symlink_to(root.parent / "vault-private" / "secret.md")
    assert found(scan(root)) == [("notes/secret.md", "symlink-outside")]


def test_a_link_to_a_file_found_anyway_is_not_a_second_file(root: Path) -> None:
    put(root, "notes/z.md", "# 年糕\n")
    (root / "notes" / "a.md").symlink_to("z.md")
    result = scan(root)
    assert list(result.files) == ["notes/z.md"]
    assert result.problems == ()


def test_a_link_to_a_file_elsewhere_in_the_vault_is_followed_once(root: Path) -> None:
    put(root, "drafts/idea.md", "# 想法\n")
    (root / "notes").mkdir()
    (root / "notes" / "first.md").symlink_to("../drafts/idea.md")
    (root / "notes" / "second.md").symlink_to("../drafts/idea.md")
    result = scan(root)
    assert list(result.files) == ["notes/first.md"]
    assert result.files["notes/first.md"].size == len("# 想法\n".encode())


def test_a_link_to_a_folder_elsewhere_in_the_vault_is_followed_once(root: Path) -> None:
    put(root, "drafts/idea.md")
    put(root, "drafts/deep/er.md")
    (root / "notes").mkdir()
    (root / "notes" / "a").symlink_to("../drafts")
    (root / "notes" / "b").symlink_to("../drafts")
    assert list(scan(root).files) == ["notes/a/deep/er.md", "notes/a/idea.md"]


def test_a_link_to_a_folder_found_anyway_adds_nothing(root: Path) -> None:
    put(root, "facts/home/me.jsonl", MEMORY)
    (root / "facts" / "again").symlink_to("home")
    result = scan(root)
    assert list(result.files) == ["facts/home/me.jsonl"]
    assert result.problems == ()


@pytest.mark.parametrize("target", [".", "..", "../notes", "loop"])
def test_a_link_that_leads_back_is_reported(root: Path, target: str) -> None:
    put(root, "notes/a.md")
    (root / "notes" / "loop").symlink_to(target)
    result = scan(root)
    assert list(result.files) == ["notes/a.md"]
    assert found(result) == ([] if target == "loop" else [("notes/loop", "symlink-loop")])


def test_links_to_each_other_are_reported(root: Path) -> None:
    (root / "notes").mkdir()
    (root / "notes" / "a.md").symlink_to("b.md")
    (root / "notes" / "b.md").symlink_to("a.md")
    assert found(scan(root)) == [("notes/a.md", "symlink-loop"), ("notes/b.md", "symlink-loop")]


def test_two_linked_folders_that_hold_each_other_end(root: Path) -> None:
    put(root, "one/a.md")
    put(root, "two/b.md")
    (root / "one" / "two").symlink_to("../two")
    (root / "two" / "one").symlink_to("../one")
    (root / "notes").mkdir()
    (root / "notes" / "start").symlink_to("../one")
    result = scan(root)
    assert list(result.files) == ["notes/start/a.md", "notes/start/two/b.md"]


def test_a_broken_link_is_reported(root: Path) -> None:
    (root / "facts").mkdir()
    (root / "facts" / "me.jsonl").symlink_to("gone.jsonl")
    (root / "facts" / "folder").symlink_to("gone")
    assert found(scan(root)) == [("facts/me.jsonl", "symlink-broken")]


def test_the_vault_itself_may_be_a_link(root: Path, tmp_path: Path) -> None:
    put(root, "facts/me.jsonl")
    put(root, "drafts/idea.md")
    (root / "notes").mkdir()
    (root / "notes" / "idea.md").symlink_to(root / "drafts" / "idea.md")
    (tmp_path / "link").symlink_to(root)
    assert list(scan(tmp_path / "link").files) == ["facts/me.jsonl", "notes/idea.md"]


# --- names


def test_long_and_colourful_names(root: Path) -> None:
    names = [
        "🍜🐱‍👤 年糕.md",
        "n" * 200 + ".md",
        "名" * 80 + ".md",
        " leading space.md",
        "a'b\"c.md",
        "新\n行.md",
    ]
    for name in names:
        put(root, f"notes/{name}")
    result = scan(root)
    assert set(result.files) == {f"notes/{name}" for name in names}
    assert result.problems == ()


def test_a_name_that_is_not_text_is_reported_and_not_read(root: Path) -> None:
    put(root, "notes/good.md")
    put(root, "notes/sub/good.md")
    try:
        for raw in (b"notes/\xff\xfe.md", b"notes/sub/\xe5\xb9.md", b"notes/ignored-\xff.png"):
            put(root, os.fsdecode(raw))
        (root / os.fsdecode(b"notes/folder\xff")).mkdir()
    except (OSError, UnicodeError):
        pytest.skip("this file system takes only text as names")
    result = scan(root)
    assert list(result.files) == ["notes/good.md", "notes/sub/good.md"]
    assert found(result) == [
        ("notes/\\xff\\xfe.md", "undecodable-name"),
        ("notes/folder\\xff", "undecodable-name"),
        ("notes/sub/\\xe5\\xb9.md", "undecodable-name"),
    ]
    assert [str(problem).encode() for problem in result.problems], "can be printed"


def test_unicode_twins_are_both_read_and_reported(root: Path) -> None:
    composed, decomposed = (unicodedata.normalize(form, "notes/café.md") for form in ("NFC", "NFD"))
    put(root, composed, "a")
    put(root, decomposed, "b")
    if len(list((root / "notes").iterdir())) == 1:
        pytest.skip("this file system makes no difference")
    result = scan(root)
    assert set(result.files) == {composed, decomposed}
    assert found(result) == [(max(composed, decomposed), "unicode-twin")]
    assert min(composed, decomposed) in result.problems[0].message


def test_case_twins_are_both_read_and_reported(root: Path) -> None:
    put(root, "notes/Plan.md")
    put(root, "notes/plan.md")
    if len(list((root / "notes").iterdir())) == 1:
        pytest.skip("this file system makes no difference")
    result = scan(root)
    assert set(result.files) == {"notes/Plan.md", "notes/plan.md"}
    assert found(result) == [("notes/plan.md", "case-twin")]


def test_conflict_copies_are_reported_and_not_read(root: Path) -> None:
    put(root, "facts/me.jsonl")
    put(root, "facts/me.sync-conflict-20261129-101112-ABCDEFG.jsonl")
    put(root, "notes/Plan.md")
    put(root, "notes/Plan 2.md")
    put(root, "notes/Plan.md.orig")
    put(root, "notes/Book 2.md")
    result = scan(root)
    assert list(result.files) == ["facts/me.jsonl", "notes/Book 2.md", "notes/Plan.md"]
    assert found(result) == [
        ("facts/me.sync-conflict-20261129-101112-ABCDEFG.jsonl", "conflict-copy"),
        ("notes/Plan 2.md", "conflict-copy"),
        ("notes/Plan.md.orig", "conflict-copy"),
    ]


def test_a_file_that_icloud_has_evicted_is_named(root: Path) -> None:
    put(root, "notes/.年糕.md.icloud")
    put(root, "notes/.DS_Store.icloud")
    assert found(scan(root)) == [("notes/年糕.md", "not-downloaded")]


def test_a_file_too_large_is_reported(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scan_module, "MAX_FILE_BYTES", 10)
    put(root, "notes/a.md", b"x" * 10)
    put(root, "notes/b.md", b"x" * 11)
    result = scan(root)
    assert list(result.files) == ["notes/a.md"]
    assert found(result) == [("notes/b.md", "file-too-large")]


# --- a disk that does not answer


def test_a_folder_that_cannot_be_listed_is_not_an_empty_folder(ordinary_folder: Path) -> None:
    put(ordinary_folder, "facts/open.jsonl")
    put(ordinary_folder, "facts/closed/me.jsonl")
    (ordinary_folder / "facts" / "closed").chmod(0)
    if allowed(ordinary_folder / "facts" / "closed", os.R_OK):
        pytest.skip("permissions do not count here")
    result = scan(ordinary_folder)
    assert list(result.files) == ["facts/open.jsonl"]
    assert result.unread == {"facts/closed"}
    assert found(result) == [("facts/closed", "unreadable-folder")]


def test_a_folder_with_a_disk_error_is_not_an_empty_folder(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(root, "facts/open.jsonl")
    put(root, "facts/bad/me.jsonl")
    real = os.scandir

    def scandir(place: str) -> object:
        if place.endswith("bad"):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(place)

    monkeypatch.setattr(os, "scandir", scandir)
    result = scan(root)
    assert result.unread == {"facts/bad"}
    assert list(result.files) == ["facts/open.jsonl"]


def test_a_folder_that_goes_away_meanwhile_is_gone(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put(root, "facts/a.jsonl")
    put(root, "notes/a.md")
    real = os.scandir

    def scandir(place: str) -> object:
        if place.endswith("notes"):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        return real(place)

    monkeypatch.setattr(os, "scandir", scandir)
    result = scan(root)
    assert list(result.files) == ["facts/a.jsonl"]
    assert result.unread == frozenset()
    assert result.problems == ()


def test_a_vault_that_is_gone_is_no_empty_vault(root: Path) -> None:
    with pytest.raises(VaultVanished):
        scan(root / "gone")
    with pytest.raises(VaultVanished):
        scan(root / "gone", ["facts"])
    file = put(root, "file")
    with pytest.raises(VaultVanished):
        scan(file)


def test_a_vault_that_goes_away_while_it_is_scanned_is_no_empty_vault(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(root, "facts/a.jsonl")
    real = os.scandir

    def scandir(place: str) -> object:
        if place.endswith("facts"):
            root.rename(root.with_name("unmounted"))
        return real(place)

    monkeypatch.setattr(os, "scandir", scandir)
    with pytest.raises(VaultVanished):
        scan(root)


def test_a_vault_that_cannot_be_listed_stops_the_run(ordinary_folder: Path) -> None:
    put(ordinary_folder, "facts/a.jsonl")
    ordinary_folder.chmod(0o300)
    if allowed(ordinary_folder, os.R_OK):
        pytest.skip("permissions do not count here")
    with pytest.raises(ReadFailed):
        scan(ordinary_folder)


def test_scanning_changes_nothing(root: Path) -> None:
    put(root, "facts/a.jsonl", MEMORY)
    put(root, "notes/Plan 2.md")
    put(root, "notes/Plan.md")
    before = snapshot(root)
    scan(root)
    assert snapshot(root) == before


# --- parts


def test_only_the_named_parts_are_looked_at(root: Path) -> None:
    put(root, "facts/a.jsonl")
    put(root, "facts/b.jsonl")
    put(root, "notes/x/1.md")
    put(root, "notes/x/2.md")
    put(root, "notes/y.md")
    assert list(scan(root, ["facts/a.jsonl"]).files) == ["facts/a.jsonl"]
    assert list(scan(root, ["notes/x", "facts/b.jsonl"]).files) == [
        "facts/b.jsonl",
        "notes/x/1.md",
        "notes/x/2.md",
    ]
    assert list(scan(root, ["notes/x", "notes/x/1.md"]).files) == ["notes/x/1.md", "notes/x/2.md"]
    assert list(scan(root, []).files) == []
    assert len(scan(root, [""]).files) == len(scan(root, ["."]).files) == 5


def test_parts_that_are_gone_ignored_or_not_ours_yield_nothing(root: Path) -> None:
    put(root, "notes/.obsidian/a.md")
    put(root, "photos/a.md")
    put(root, "notes/a.md~")
    parts = [
        "notes/gone.md",
        "gone/folder/x.md",
        "notes/.obsidian",
        "notes/.obsidian/a.md",
        "photos",
        "photos/a.md",
        "notes/a.md~",
    ]
    result = scan(root, parts)
    assert dict(result.files) == {}
    assert result.problems == ()


def test_a_part_is_found_under_its_name_on_disk(root: Path) -> None:
    put(root, "notes/Café.md")
    assert list(scan(root, [unicodedata.normalize("NFD", "notes/café.md")]).files) == ["notes/Café.md"]


def test_a_folder_is_listed_once_for_all_its_parts(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(30):
        put(root, f"notes/{number}.md")
    real, listed = os.scandir, []

    def scandir(place: str) -> object:
        listed.append(place)
        return real(place)

    monkeypatch.setattr(os, "scandir", scandir)
    assert len(scan(root, [f"notes/{number}.md" for number in range(0, 60, 2)]).files) == 15
    assert len(listed) == 1


def test_a_part_is_judged_beside_its_siblings(root: Path) -> None:
    put(root, "notes/Plan.md")
    put(root, "notes/Plan 2.md")
    result = scan(root, ["notes/Plan 2.md"])
    assert dict(result.files) == {}
    assert found(result) == [("notes/Plan 2.md", "conflict-copy")]


def test_a_part_behind_a_link_is_scanned_as_the_whole(root: Path) -> None:
    put(root, "facts/a.jsonl")
    (root / "facts" / "again").symlink_to(".")
    assert list(scan(root, ["facts/again/a.jsonl"]).files) == ["facts/a.jsonl"]


@pytest.mark.parametrize("path", ["../other", "/etc", "notes/../../x"])
def test_parts_outside_are_refused(root: Path, path: str) -> None:
    with pytest.raises(ValueError, match="not a path inside"):
        scan(root, [path])
