from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import NOW, Place, make_place
from tests.api.journals import YESTERDAY, added_facts, journal, only_one, profile_of
from tests.stand_in_model import StandInModel
from vault.api.open import open_vault
from vault.api.profile import profile_path
from vault.api.vault import Vault
from vault.errors import BrokenMarkers, ProfileOfAnother, ReadFailed
from vault.files.atomic_write import replace_file
from vault.files.vault_folder import open_folder
from vault.format.machine_section import BEGIN, END


def test_a_profile_can_be_done_without(tmp_path: Path, model: StandInModel) -> None:
    place = make_place(tmp_path / "none", "default_user: lin\nlifecycle: {keep_profile: false}\n")
    with open_vault(place.root, model=model) as vault:
        assert only_one(vault.reflect(now=NOW)).profile is None
    assert not (place.root / "notes").exists()


HUMAN = "# 林的档案\r\n\r\n话不多。\r\n\r\n## 作息\r\n\r\n早睡"


def test_human_text_is_not_touched(place: Place, opened: Vault) -> None:
    note = place.write("notes/profile.md", HUMAN.encode())
    opened.reflect(now=NOW)
    first = note.read_bytes()
    assert first.startswith(HUMAN.encode() + b"\r\n\r\n" + BEGIN.encode() + b"\r\n")
    assert b"\n" not in first.replace(b"\r\n", b"")
    note.write_bytes(b"\xef\xbb\xbf" + first + "\r\n后记，没有换行".encode())
    opened.remember("用户对花生过敏", now=NOW)
    opened.reflect(now=NOW)
    second = note.read_bytes()
    assert second.startswith(b"\xef\xbb\xbf" + HUMAN.encode() + b"\r\n\r\n" + BEGIN.encode())
    assert second.endswith((END + "\r\n\r\n后记，没有换行").encode())
    assert "花生" in second.decode()


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (f"甲\n{BEGIN}\n乙\n", "unclosed"),
        (f"甲\n{END}\n", "unopened"),
        (f"{BEGIN}\n{END}\n{BEGIN}\n{END}\n", "doubled"),
        (f"```\n{BEGIN}\n{END}\n```\n", "not-seen"),
    ],
)
def test_broken_markers_are_refused(place: Place, opened: Vault, text: str, fault: str) -> None:
    note = place.write("notes/profile.md", text)
    journal(place, YESTERDAY, "我对花生过敏")
    report = opened.reflect(now=NOW)
    ((path, error),) = report.failed
    assert path == "notes/profile.md"
    assert isinstance(error, BrokenMarkers)
    assert error.fault == fault
    assert note.read_text("utf-8") == text
    assert added_facts(place) == ["用户对花生过敏"]


def test_a_note_that_swallows_the_markers_is_left_alone(place: Place, opened: Vault) -> None:
    note = place.write("notes/profile.md", "# 林\n\n```\n没有关上的代码\n")
    report = opened.reflect(now=NOW)
    assert len(report.failed) == 1
    assert note.read_text("utf-8") == "# 林\n\n```\n没有关上的代码\n"


def test_a_note_of_somebody_else_is_left_alone(place: Place, opened: Vault) -> None:
    note = place.write("notes/profile.md", "---\nuser_id: mei\n---\n\n# 我\n")
    before = note.read_bytes()
    ((_, error),) = opened.reflect(now=NOW).failed
    assert isinstance(error, ProfileOfAnother)
    assert note.read_bytes() == before


def test_one_profile_at_fault_does_not_stop_the_other(place: Place, opened: Vault) -> None:
    place.write("notes/mei/profile.md", f"{BEGIN}\n")
    report = opened.reflect(all_users=True, now=NOW)
    assert [path for path, _ in report.failed] == ["notes/mei/profile.md"]
    assert "年糕" in profile_of(place)


def test_recall_does_not_find_facts_twice(
    place: Place, opened: Vault, ids: Callable[[Any], list[str]]
) -> None:
    alone = ids(opened.recall("养了一只叫年糕的猫", gate=False, now=NOW).hits)
    opened.reflect(now=NOW)
    assert "年糕" in profile_of(place)
    hits = opened.recall("养了一只叫年糕的猫", gate=False, now=NOW).hits
    assert sum("年糕" in hit.content for hit in hits) == 1
    assert ids(hits)[0] == alone[0] == "mem_cat"


def test_the_secret_of_an_exact_fact_stays_out_of_the_profile(place: Place, opened: Vault) -> None:
    opened.reflect(now=NOW)
    assert "4471" not in profile_of(place)
    assert "门禁" not in profile_of(place)


def test_a_profile_that_cannot_be_read(place: Place, opened: Vault) -> None:
    (place.root / "notes/profile.md").mkdir(parents=True)
    ((path, error),) = opened.reflect(now=NOW).failed
    assert path == "notes/profile.md"
    assert isinstance(error, ReadFailed)


def test_a_new_profile_says_whose_it_is(tmp_path: Path, model: StandInModel) -> None:
    place = make_place(tmp_path / "vault", "default_user: lin\nusers: {lin: 林舟}\n")
    with open_vault(place.root, model=model) as vault:
        vault.reflect(all_users=True, now=NOW)
        assert profile_of(place).startswith(f"# 林舟的档案\n\n{BEGIN}\n")
        assert profile_of(place).endswith(f"{END}\n")
        assert profile_of(place, "notes/mei/profile.md").startswith(f"# mei的档案\n\n{BEGIN}\n")
        assert vault.check().problems == ()


@pytest.mark.parametrize(
    ("settings", "user", "known", "path"),
    [
        ("default_user: lin\n", "lin", (), "notes/profile.md"),
        ("default_user: lin\n", "lin", ("notes/Profile.md",), "notes/Profile.md"),
        ("default_user: lin\n", "lin", ("notes/lin/profile.md",), "notes/lin/profile.md"),
        ("default_user: lin\n", "lin", ("notes/lin/profile.md", "notes/profile.md"), "notes/profile.md"),
        ("default_user: lin\n", "lin", ("notes/我.md",), "notes/profile.md"),
        ("default_user: lin\n", "mei", (), "notes/mei/profile.md"),
        ("default_user: lin\n", "a/../b", (), "notes/a-b/profile.md"),
        ("", "lin", (), "notes/lin/profile.md"),
        ("", "", (), "notes/profile.md"),
        ("default_user: lin\nnote_folders: [.]\n", "lin", (), "profile.md"),
        ("default_user: lin\nnote_folders: [.]\n", "mei", (), "mei/profile.md"),
        ("default_user: lin\nnote_folders: [wiki, notes]\n", "lin", (), "wiki/profile.md"),
    ],
)
def test_where_a_profile_is_kept(
    tmp_path: Path, settings: str, user: str, known: tuple[str, ...], path: str
) -> None:
    folder = open_folder(make_place(tmp_path / "vault", settings).root)
    assert profile_path(folder, user, known) == path


@pytest.mark.parametrize("user", ["mei", "a/../b", '小"雨: [x]', "林"])
def test_a_place_that_does_not_say_whose_it_is_says_so_in_the_note(
    tmp_path: Path, model: StandInModel, user: str
) -> None:
    place = make_place(tmp_path / "vault", "default_user: lin\nnote_folders: [.]\n")
    place.remember("facts/own.jsonl", {"id": "mem_m", "content": "用户对芒果过敏", "user_id": user})
    with open_vault(place.root, model=model) as vault:
        report = vault.reflect(user=user, now=NOW)
        assert report.failed == ()
        change = only_one(report).profile
        assert change is not None
        (record,) = [each for each in vault.list(user=user, types=["note"], now=NOW) if each.profile]
        assert (record.path, record.user_id) == (change.path, user)
        assert not only_one(vault.reflect(user=user, now=NOW)).changes_something


def test_personal_data_that_a_person_wrote_down_is_masked_in_the_profile(place: Place, opened: Vault) -> None:
    place.remember("facts/hand.jsonl", {"id": "mem_p", "content": "妈妈的电话是 13812345678", "pinned": True})
    opened.reflect(now=NOW)
    assert "138****5678" in profile_of(place)
    assert "13812345678" not in profile_of(place)


def test_an_editor_that_saves_meanwhile_loses_nothing(
    place: Place, opened: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = place.write("notes/profile.md", "# 林\n")
    real = replace_file
    saves = iter(["# 林舟\n\n刚写的。\n"])

    def save_first(path: Path, data: bytes, **given: Any) -> str:
        for text in saves:
            note.write_text(text, "utf-8")
        return real(path, data, **given)

    monkeypatch.setattr("vault.api.profile.replace_file", save_first)
    assert opened.reflect(now=NOW).failed == ()
    assert profile_of(place).startswith(f"# 林舟\n\n刚写的。\n\n{BEGIN}\n")
