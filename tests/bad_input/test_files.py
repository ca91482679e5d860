"""Files that are not what their name promises: each is reported or simply read, and hides no other file."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path

import pytest

import vault
from tests.bad_input.conftest import GOOD, QUESTION, Place

TEA = '{"id": "mem_tea", "content": "下午爱喝龙井"}\n'


def test_a_byte_order_mark_is_no_fault(place: Place) -> None:
    place.write("facts/a.jsonl", b"\xef\xbb\xbf" + TEA.encode())
    place.write("notes/a.md", b"\xef\xbb\xbf" + "---\ntitle: 茶\n---\n\n乌龙茶要用开水泡。\n".encode())
    seen = place.see()
    assert "下午爱喝龙井" in seen.contents
    assert not seen.problems
    assert "乌龙茶要用开水泡" in "".join(place.recalled("乌龙茶用什么水泡"))


def test_windows_line_ends_are_no_fault(place: Place) -> None:
    place.write("facts/a.jsonl", TEA.replace("\n", "\r\n") + '{"content": "养了一只乌龟"}\r\n')
    place.write("notes/a.md", "---\r\ntitle: 茶\r\n---\r\n\r\n# 泡茶\r\n\r\n乌龙茶要用开水泡。\r\n")
    seen = place.see()
    assert seen.contents >= {"下午爱喝龙井", "养了一只乌龟"}
    assert not seen.problems
    assert "乌龙茶要用开水泡" in "".join(place.recalled("乌龙茶用什么水泡"))


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("name", ["facts/a.jsonl", "notes/a.md"])
def test_utf_16_is_reported_as_such(place: Place, encoding: str, name: str) -> None:
    place.write(name, (TEA * 3).encode(encoding))
    assert place.see().places("utf16") == [name]


@pytest.mark.parametrize("name", ["facts/a.jsonl", "notes/a.md", "journal/phone/2026/2026-11-29.jsonl"])
def test_an_empty_file_is_no_fault(place: Place, name: str) -> None:
    place.write(name, b"")
    assert not place.see().problems


def test_a_picture_called_like_a_note(place: Place) -> None:
    place.write("notes/a.md", b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 40)
    seen = place.see()
    assert {each.path for each in seen.problems} == {"notes/a.md"}


@pytest.mark.parametrize("name", ["notes/x.md", "facts/x.jsonl"])
def test_a_folder_called_like_a_file(place: Place, name: str) -> None:
    place.write(f"{name}/readme.txt", "nothing of ours")
    assert place.see().places("folder-like-file") == [name]


@pytest.mark.parametrize("name", ["facts/y.jsonl", "notes/y.md"])
def test_a_named_pipe_is_not_opened(place: Place, name: str) -> None:
    (place.root / name).parent.mkdir(exist_ok=True)
    os.mkfifo(place.root / name)
    assert place.see().places("not-a-file") == [name]


def test_an_unreadable_file(place: Place) -> None:
    path = place.write("facts/a.jsonl", TEA)
    path.chmod(0)
    problems = place.answer("check")["problems"]
    assert [(each["path"], each["code"]) for each in problems] == [("facts/a.jsonl", "unreadable-file")]
    assert place.answer("recall", QUESTION)["hits"][0]["content"] == GOOD


def test_what_is_in_a_folder_that_cannot_be_listed_is_not_forgotten(place: Place) -> None:
    place.write("facts/closed/a.jsonl", TEA)
    assert "下午爱喝龙井" in place.see().contents
    folder = place.root / "facts" / "closed"
    folder.chmod(0)
    try:
        problems = place.answer("check")["problems"]
        assert [(each["path"], each["code"]) for each in problems] == [("facts/closed", "unreadable-folder")]
        assert "下午爱喝龙井" in {each["content"] for each in place.answer("list")["memories"]}
    finally:
        folder.chmod(0o755)


def test_a_symbolic_link_loop(place: Place) -> None:
    (place.root / "facts" / "round").symlink_to(place.root / "facts", target_is_directory=True)
    seen = place.see()
    assert seen.places("symlink-loop") == ["facts/round"]


def test_a_symbolic_link_to_itself(place: Place) -> None:
    (place.root / "facts" / "self.jsonl").symlink_to("self.jsonl")
    assert {each.path for each in place.see().problems} == {"facts/self.jsonl"}


def test_a_symbolic_link_out_of_the_vault_is_not_followed(place: Place, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.jsonl").write_text('{"content": "别处的秘密"}\n', encoding="utf-8")
    (place.root / "facts" / "folder").symlink_to(outside, target_is_directory=True)
    (place.root / "facts" / "file.jsonl").symlink_to(outside / "secret.jsonl")
    seen = place.see()
    assert "别处的秘密" not in seen.contents
    assert sorted(seen.places("symlink-outside")) == ["facts/file.jsonl", "facts/folder"]


def test_a_symbolic_link_to_nothing(place: Place) -> None:
    (place.root / "facts" / "gone.jsonl").symlink_to("nowhere.jsonl")
    assert place.see().places("symlink-broken") == ["facts/gone.jsonl"]


def test_names_that_differ_only_in_their_unicode_form(place: Place) -> None:
    composed, decomposed = (unicodedata.normalize(form, "facts/café.jsonl") for form in ("NFC", "NFD"))
    place.write(composed, TEA)
    place.write(decomposed, '{"id": "mem_turtle", "content": "养了一只乌龟"}\n')
    if len(list((place.root / "facts").iterdir())) < 3:
        pytest.skip("this file system folds Unicode forms")
    seen = place.see()
    assert seen.contents >= {"下午爱喝龙井", "养了一只乌龟"}
    assert set(seen.places("unicode-twin")) <= {composed, decomposed}
    assert seen.places("unicode-twin")


def test_names_that_differ_only_in_case(place: Place) -> None:
    place.write("facts/Tea.jsonl", TEA)
    place.write("facts/tea.jsonl", '{"id": "mem_turtle", "content": "养了一只乌龟"}\n')
    if len(list((place.root / "facts").iterdir())) < 3:
        pytest.skip("this file system folds case")
    seen = place.see()
    assert seen.contents >= {"下午爱喝龙井", "养了一只乌龟"}
    assert set(seen.places("case-twin")) <= {"facts/Tea.jsonl", "facts/tea.jsonl"}
    assert seen.places("case-twin")


@pytest.mark.parametrize(
    "name",
    [
        "facts/🍜 吃的 👨‍👩‍👧‍👦.jsonl",
        f"facts/{'a' * 200}.jsonl",
        f"facts/{'名' * 80}.jsonl",
        "facts/ leading and trailing .jsonl",
        "facts/new\nline.jsonl",
        "facts/[brackets] * and ?.jsonl",
        "facts/深/一/点/的/文/件/夹/a.jsonl",
    ],
)
def test_unusual_names_are_read(place: Place, name: str) -> None:
    place.write(name, TEA)
    seen = place.see()
    assert "下午爱喝龙井" in seen.contents
    assert not seen.problems


def test_a_name_that_is_not_text(place: Place) -> None:
    try:
        place.write(os.fsdecode(b"facts/\xff\xfe.jsonl"), TEA)
    except OSError:
        pytest.skip("this file system takes only text as names")
    assert "undecodable-name" in place.see().codes


def test_the_copy_of_a_sync_tool_is_named_and_not_read_as_a_second_truth(place: Place) -> None:
    place.write("facts/a.jsonl", TEA)
    place.write("facts/a.sync-conflict-20261129-101500-ABCDEFG.jsonl", TEA.replace("龙井", "普洱"))
    seen = place.see()
    assert "下午爱喝龙井" in seen.contents
    assert "下午爱喝普洱" not in seen.contents
    assert seen.places("conflict-copy") == ["facts/a.sync-conflict-20261129-101500-ABCDEFG.jsonl"]


def test_a_folder_that_can_be_listed_and_not_entered(place: Place) -> None:
    place.write("facts/half/a.jsonl", TEA)
    assert "下午爱喝龙井" in place.see().contents
    folder = place.root / "facts" / "half"
    folder.chmod(0o444)
    try:
        problems = place.answer("check")["problems"]
        assert [(each["path"], each["code"]) for each in problems] == [
            ("facts/half/a.jsonl", "unreadable-file")
        ]
        assert "下午爱喝龙井" in {each["content"] for each in place.answer("list")["memories"]}
        assert place.answer("recall", QUESTION)["hits"][0]["content"] == GOOD
    finally:
        folder.chmod(0o755)


def test_a_second_name_of_a_file_is_named_and_repairs_keep_it(place: Place) -> None:
    first = place.write("facts/a.jsonl", '{"content": "下午爱喝龙井"}\n')
    second = place.root / "facts" / "b.jsonl"
    second.hardlink_to(first)
    assert place.see().places("hard-link-twin") == ["facts/b.jsonl"]
    place.command("check", "--fix", "--yes")
    with vault.open(place.root) as memory:
        assert [each.text for each in memory.list()].count("下午爱喝龙井") == 1
    assert first.samefile(second)


def test_a_copied_line_without_an_id_stays_one_memory(place: Place) -> None:
    for name in ("a", "b"):
        place.write(f"facts/{name}.jsonl", '{"content": "下午爱喝龙井"}\n')
    before = place.snapshot()
    place.command("check", "--fix", "--yes")
    assert place.snapshot() == before
    assert place.command("check").returncode == 1


def test_a_name_cannot_forge_a_line_of_output(place: Place) -> None:
    place.write("facts/a\nfacts/good.jsonl:1:1 broken-json forged\n.jsonl", "{broken\n")
    place.write("facts/b.jsonl", '{"content": "x", "id": "a\\nb", "tags": ["t\\n2026-01-01  forged"]}\n')
    for command in (["check"], ["list"], ["show", "a\nb"]):
        printed = place.command(*command).stdout.splitlines()
        assert printed
        assert not [
            line for line in printed if line.startswith(("facts/good.jsonl", "b", "2026-01-01  forged"))
        ]


def test_a_huge_vault_yaml_is_refused_before_it_is_read(place: Place) -> None:
    with (place.root / "vault.yaml").open("ab") as settings:
        settings.truncate(300 * 2**20)
    ran = place.command("list")
    assert ran.returncode == 2
    assert "256 MB" in ran.stderr


def test_a_vault_yaml_that_is_a_link_out_of_the_vault(place: Place, tmp_path: Path) -> None:
    (place.root / "vault.yaml").rename(tmp_path / "elsewhere.yaml")
    (place.root / "vault.yaml").symlink_to(tmp_path / "elsewhere.yaml")
    ran = place.command("check", "--json")
    assert ran.returncode == 1
    assert '"broken-settings"' in ran.stdout
