"""Erasing, proved by bytes: what was erased is in no file of the vault, of the caches and of the state folder."""

from __future__ import annotations

import json
import sqlite3
import subprocess
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import NOW, Place
from tests.conftest import Isolated
from tests.stand_in_model import StandInModel
from vault.api.erase import erase, plan_erasure
from vault.api.erasure import Erasure
from vault.api.open import open_vault
from vault.api.turn_ledger import TurnLedger
from vault.api.vault import Vault
from vault.embedding.vector_cache import key_of
from vault.errors import NotAMemory, UnknownMemory, WriteFailed
from vault.files.erasing import Cut
from vault.format.machine_section import BEGIN, END
from vault.model.turn import Turn

TEXT = "用户准备下个月迁居到杭州滨江区"
SAID = "对了，我打算过阵子搬去滨江那边住，先别告诉我妈"
MEMORY = {
    "id": "mem_move",
    "content": TEXT,
    "created_at": "2026-11-02T03:00:00Z",
    "source": {"session_id": "s1", "message_ids": ["3"]},
}
JOURNAL = "journal/pi/2026/2026-11-02.jsonl"


def turn(number: int, content: str, role: str = "user", **more: Any) -> dict[str, Any]:
    at = f"2026-11-02T03:{number:02}:00Z"
    return {"session_id": "s1", "turn": number, "role": role, "content": content, "at": at, **more}


@pytest.fixture
def furnished(place: Place) -> Place:
    """A vault in which the text stands in every place where this program puts it."""
    place.remember("facts/auto/pi/2026-11.jsonl", MEMORY)
    place.remember(
        JOURNAL,
        turn(1, "你好"),
        turn(3, SAID),
        turn(4, "好的，记住了：准备下个月迁居到杭州滨江区。", "assistant"),
        turn(5, "年糕今天很乖"),
    )
    place.remember("usage/pi.jsonl", {"id": "mem_cat", "hits": 1}, {"id": "mem_move", "hits": 3})
    place.write(
        "notes/profile.md",
        f"# 我\n\n自己写的。\n\n{BEGIN}\n- 计划：准备下个月迁居到杭州滨江区\n- 养了一只叫年糕的猫\n{END}\n",
    )
    place.remember(
        "facts/summary.jsonl",
        {"id": "mem_sum", "type": "summary", "content": f"用户事实：{TEXT}；养了一只叫年糕的猫。"},
    )
    return place


def vault_erase(opened: Vault, *ids: str, user: str | None = None) -> Erasure:
    return erase(opened._resources, ids, user=user, now=NOW)


def git(root: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=x", "-c", "user.email=x@localhost", "-c", "commit.gpgsign=false")
    command = ["git", "-C", str(root), *identity, *arguments]
    return subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout


def held(text: str, *folders: Path) -> list[str]:
    """Files in which a text stands, read with nothing of the program's: plain, escaped, in UTF-16."""
    forms = {text.encode(), json.dumps(text)[1:-1].encode(), text.encode("utf-16-le")}
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    return sorted(str(path) for path in files if any(form in path.read_bytes() for form in forms))


def folders(place: Place, isolated: Isolated) -> tuple[Path, ...]:
    return place.root, isolated.cache, isolated.state, isolated.config


def test_nothing_is_left_in_any_byte(
    furnished: Place, opened: Vault, model: StandInModel, isolated: Isolated
) -> None:
    opened.index(now=NOW)
    assert opened.recall("准备下个月迁居到哪里", now=NOW).hits
    everywhere = folders(furnished, isolated)
    core = TEXT.removeprefix("用户")
    assert len(held(core, *everywhere)) >= 5, "else this proves nothing"
    vector = model.embed_passages([TEXT])[0].astype("<f4").tobytes()
    half = model.embed_passages([TEXT])[0].astype("<f2").tobytes()

    def with_bytes(*wanted: bytes) -> list[Path]:
        files = [path for path in isolated.cache.rglob("*") if path.is_file()]
        return [path for path in files if any(each in path.read_bytes() for each in wanted)]

    assert with_bytes(vector, key_of(TEXT))
    assert with_bytes(half)

    report = vault_erase(opened, "mem_move")
    assert report.gone, report
    for text in (core, SAID, "滨江", "迁居", "先别告诉"):
        assert held(text, *everywhere) == [], text
    assert with_bytes(vector, half, key_of(TEXT)) == []
    assert report.ids == ("mem_move",)
    assert {(cut.path, cut.line, cut.kind) for cut in report.cuts} == {
        ("facts/auto/pi/2026-11.jsonl", 1, "memory"),
        ("facts/summary.jsonl", 1, "mention"),
        (JOURNAL, 2, "turn"),
        (JOURNAL, 3, "turn"),
        ("notes/profile.md", 6, "section"),
        ("usage/pi.jsonl", 2, "usage"),
    }
    opened.close()
    assert held("滨江", *everywhere) == []


def test_all_else_stays_byte_for_byte(furnished: Place, opened: Vault) -> None:
    opened.index(now=NOW)
    before = {path: path.read_bytes() for path in furnished.root.rglob("*") if path.is_file()}
    vault_erase(opened, "mem_move")
    after = {path: path.read_bytes() for path in furnished.root.rglob("*") if path.is_file()}
    root = furnished.root
    changed = {path.relative_to(root).as_posix() for path in after if after[path] != before.get(path)}
    assert {path for path in changed if not path.startswith("archive/")} == {
        "facts/auto/pi/2026-11.jsonl",
        "facts/summary.jsonl",
        JOURNAL,
        "notes/profile.md",
        "usage/pi.jsonl",
    }
    assert "自己写的" in (root / "notes/profile.md").read_text(encoding="utf-8")
    assert "年糕的猫" in (root / "notes/profile.md").read_text(encoding="utf-8")
    lines = (root / JOURNAL).read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["turn"] for line in lines] == [1, 3, 4, 5]
    assert [json.loads(line)["content"] for line in lines] == ["你好", "[已擦除]", "[已擦除]", "年糕今天很乖"]
    assert json.loads((root / "facts/summary.jsonl").read_text())["content"].endswith("养了一只叫年糕的猫。")
    assert {each.id for each in opened.list(user="lin", now=NOW)} >= {"mem_home", "mem_cat", "mem_sum"}
    assert opened.check().problems == ()


def test_only_a_tombstone_is_left_and_keeps_a_copy_away(furnished: Place, opened: Vault) -> None:
    copy = (furnished.root / "facts/auto/pi/2026-11.jsonl").read_bytes()
    vault_erase(opened, "mem_move")
    (stone,) = opened.show("mem_move", now=NOW)
    line = (furnished.root / stone.path).read_text(encoding="utf-8").splitlines()[stone.line - 1]
    assert json.loads(line) == {
        "id": "mem_move",
        "user_id": "lin",
        "type": "fact",
        "content": "[已擦除]",
        "updated_at": "2026-11-30T04:00:00Z",
        "status": "forgotten",
    }
    furnished.write("facts/auto/pi/2026-11.jsonl", copy)
    opened.index(now=NOW)
    assert "mem_move" not in {each.id for each in opened.list(now=NOW)}
    assert not [hit for hit in opened.recall("迁居到杭州", now=NOW).hits if "杭州" in hit.content]
    assert [each.code for each in opened.check().problems] == ["erased-memory"]
    assert opened.apply_repairs(opened.plan_repairs(now=NOW)).failed == ()
    assert opened.check().problems == ()
    assert held("滨江区", furnished.root) == []


def test_a_later_copy_of_it_in_the_archive_does_not_win(furnished: Place, opened: Vault) -> None:
    vault_erase(opened, "mem_move")
    furnished.remember("archive/a.jsonl", {**MEMORY, "status": "forgotten", "updated_at": "2027-01-01"})
    opened.index(now=NOW)
    assert [each.text for each in opened.show("mem_move", now=NOW)] == ["[已擦除]"]
    assert [each.code for each in opened.check().problems] == ["erased-memory"]
    assert vault_erase(opened, "mem_move").gone
    assert held("滨江", furnished.root) == []


def test_erasing_again_takes_a_copy_out_that_has_come_back(furnished: Place, opened: Vault) -> None:
    copy = (furnished.root / "facts/auto/pi/2026-11.jsonl").read_bytes()
    vault_erase(opened, "mem_move")
    furnished.write("facts/other.jsonl", copy)
    report = vault_erase(opened, "mem_move")
    assert report.cuts == (Cut("facts/other.jsonl", 1, "memory"),)
    assert report.gone
    archives = furnished.root.glob("archive/**/*.jsonl")
    stones = [line for path in archives for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(stones) == 1, "one tombstone is enough"
    again = vault_erase(opened, "mem_move")
    assert (again.known, again.cuts, again.gone) == (False, (), True)


def test_a_plan_says_the_same_and_writes_nothing(furnished: Place, opened: Vault) -> None:
    opened.index(now=NOW)
    before = {path: path.read_bytes() for path in furnished.root.rglob("*") if path.is_file()}
    plan = plan_erasure(opened._resources, ["mem_m"], user=None, now=NOW)
    assert [record.id for record in plan.records] == ["mem_move"]
    assert {path: path.read_bytes() for path in furnished.root.rglob("*") if path.is_file()} == before
    assert vault_erase(opened, "mem_move").cuts == plan.cuts


def test_what_tells_of_the_same_in_other_words_is_named_and_stays(furnished: Place, opened: Vault) -> None:
    furnished.remember("facts/more.jsonl", {"id": "mem_plan", "content": "准备下个月迁居到杭州，要先打包"})
    plan = plan_erasure(opened._resources, ["mem_move"], user=None, now=NOW)
    assert "mem_plan" in {each.id for each in plan.related}
    assert not {each.id for each in plan.related} & {"mem_move", "mem_tea"}
    vault_erase(opened, "mem_move")
    assert "mem_plan" in {each.id for each in opened.list(now=NOW)}
    opened._resources.usage.flush()
    assert "mem_plan" not in (furnished.root / "usage/pi.jsonl").read_text(encoding="utf-8"), "not a use"


def test_what_a_person_wrote_in_a_note_stays_and_is_told(furnished: Place, opened: Vault) -> None:
    furnished.write("notes/plans.md", "# 打算\n\n准备下个月迁居到杭州\n滨江区，要打包。\n")
    report = vault_erase(opened, "mem_move")
    assert [(Path(each.path).name, each.form) for each in report.left if each.path.endswith(".md")] == [
        ("plans.md", "reworded")
    ]
    assert not report.gone
    assert report.done


@pytest.mark.parametrize(
    ("name", "data", "form"),
    [
        (".trash/old.md", TEXT.encode(), "text"),
        ("facts/a.jsonl~", json.dumps(MEMORY).encode(), "escaped"),
        ("facts/a.sync-conflict-20261101-101010-ABCDEFG.jsonl", json.dumps(MEMORY).encode(), "escaped"),
        (".stversions/a.txt", TEXT.encode("gb18030"), "gb18030"),
        ("export.csv", TEXT.encode("utf-16"), "utf-16"),
        ("mine/full width.txt", "用户准备，下个月 迁居到\n杭州滨江区".encode(), "reworded"),
        (f"notes/{TEXT}.txt", b"", "name"),
    ],
)
def test_what_others_have_put_beside_is_found(
    furnished: Place, opened: Vault, name: str, data: bytes, form: str
) -> None:
    furnished.write(name, data)
    report = vault_erase(opened, "mem_move")
    assert [(each.path, each.form) for each in report.left] == [(str(furnished.root / name), form)]


def test_half_a_line_and_a_draft_that_a_crash_has_left_go_too(furnished: Place, opened: Vault) -> None:
    half = json.dumps(MEMORY, ensure_ascii=False).encode()[:-30]
    furnished.write("facts/auto/pi/2026-10.jsonl", half)
    furnished.write("facts/auto/pi/.memvault-0011223344556677.tmp", json.dumps(MEMORY).encode())
    furnished.write("facts/auto/pi/.memvault-8899.tmp", b"another draft")
    report = vault_erase(opened, "mem_move")
    assert report.drafts == ("facts/auto/pi/.memvault-0011223344556677.tmp",)
    assert Cut("facts/auto/pi/2026-10.jsonl", 1, "broken") in report.cuts
    assert report.gone
    assert (furnished.root / "facts/auto/pi/.memvault-8899.tmp").exists()


def test_others_that_say_nothing_else_are_erased_with_it(furnished: Place, opened: Vault) -> None:
    furnished.remember(
        "facts/same.jsonl",
        {
            "id": "mem_same",
            "content": "准备下个月，迁居到杭州滨江区！",
            "source": {"session_id": "s2", "message_ids": ["1"]},
        },
        {"content": TEXT},
    )
    furnished.remember("archive/old.jsonl", {**MEMORY, "status": "superseded", "id": "mem_older"})
    furnished.remember("journal/pi/2026/2026-11-03.jsonl", turn(1, "又说了一遍要走的事", session_id="s2"))
    report = vault_erase(opened, "mem_move")
    assert {"mem_move", "mem_same", "mem_older"} < set(report.ids)
    assert len(report.ids) == 4
    assert held("滨江", furnished.root) == []
    assert held("要走的事", furnished.root) == [], "what it was drawn from"
    assert report.gone


def test_another_users_records_are_never_touched(furnished: Place, opened: Vault) -> None:
    furnished.remember("facts/mei.jsonl", {**MEMORY, "id": "mem_mei", "user_id": "mei"})
    furnished.remember("journal/pi/2026/2026-11-04.jsonl", turn(3, SAID, user_id="mei"))
    with pytest.raises(UnknownMemory):
        vault_erase(opened, "mem_mei")
    report = vault_erase(opened, "mem_move")
    assert [each.id for each in opened.show("mem_mei", user="mei", now=NOW)] == ["mem_mei"]
    assert SAID in (furnished.root / "journal/pi/2026/2026-11-04.jsonl").read_text(encoding="utf-8")
    assert (report.left, report.gone, report.shared) == ((), True, True)


def family_of(place: Place, *more: dict[str, Any]) -> None:
    """Lin and Mei, who say the same; nobody is the default user."""
    settings = "users: {lin: {name: Lin}, mei: {name: Mei}}"
    place.write("vault.yaml", f"format: 1\nid: vault_small\nlanguage: zh\n{settings}\n")
    place.remember(
        "facts/all.jsonl",
        {"id": "mem_mei", "content": TEXT, "user_id": "mei"},
        {"id": "mem_lin", "content": TEXT, "user_id": "lin"},
        *more,
    )


@pytest.mark.parametrize("asking", ["lin", "mei"])
def test_where_others_say_the_same_is_not_told(place: Place, asking: str, tmp_path: Path) -> None:
    other = {"lin": "mei", "mei": "lin"}[asking]
    family_of(place)
    sentence = "打算过阵子迁居到杭州滨江区"
    place.write(f"notes/{other}/diary.md", f"# 日记\n\n{TEXT}\n")
    place.write(f"notes/{asking}/plans.md", f"# 计划\n\n想了很久。\n\n{TEXT}\n")
    place.write(f"facts/{other}.jsonl~", json.dumps({"user_id": other, "content": TEXT}, ensure_ascii=False))
    both = [{"user_id": each, "content": TEXT, "id": f"mem_{each}"} for each in (other, asking)]
    place.remember("facts/all.sync-conflict-20261130-120000-ABCDEFG.jsonl", *both)
    assert sentence not in TEXT
    with open_vault(place.root, use_model=False) as opened:
        report = vault_erase(opened, f"mem_{asking}", user=asking)
        (kept,) = opened.show(f"mem_{other}", user=other, now=NOW)
    assert (kept.text, report.shared, report.gone) == (TEXT, True, False)
    told = {(Path(each.path).name, each.line) for each in report.left}
    assert told == {("plans.md", 5), ("all.sync-conflict-20261130-120000-ABCDEFG.jsonl", 2)}


def test_nor_which_commits_of_others_hold_it(place: Place) -> None:
    family_of(place)
    git(place.root, "init", "-q")
    git(place.root, "add", "-A")
    git(place.root, "commit", "-qm", "both")
    place.write("notes/mei/diary.md", f"# 日记\n\n{TEXT}\n")
    git(place.root, "add", "-A")
    git(place.root, "commit", "-qm", f"mei wrote: {TEXT}")
    place.remember("facts/lin.jsonl", {"id": "mem_again", "content": TEXT, "user_id": "lin"})
    git(place.root, "add", "-A")
    git(place.root, "commit", "-qm", f"lin wrote: {TEXT}")
    with open_vault(place.root, use_model=False) as opened:
        report = vault_erase(opened, "mem_lin", user="lin")
    last, _, first = git(place.root, "log", "--format=%H").split()
    assert {each.id: set(each.paths) for each in report.history.commits} == {
        first: {"facts/all.jsonl"},
        last: {"facts/lin.jsonl", "(message)"},
    }
    assert report.history.loose == 0


def test_when_only_others_say_it_nothing_is_left(place: Place) -> None:
    """Else whoever wrote a guess down and erased it would learn whether it is true of somebody else."""
    family_of(place)
    git(place.root, "init", "-q")
    place.write(".gitignore", "facts/lin.jsonl\n")
    place.remember("facts/all.jsonl", {"id": "mem_mei", "content": TEXT, "user_id": "mei"})
    place.remember("facts/lin.jsonl", {"id": "mem_lin", "content": TEXT, "user_id": "lin"})
    git(place.root, "add", "-A")
    git(place.root, "commit", "-qm", TEXT)
    with open_vault(place.root, use_model=False) as opened:
        held = vault_erase(opened, "mem_lin", user="lin")
    assert (held.left, held.history.commits, held.gone) == ((), (), True)


def test_what_a_crash_left_of_anothers_line_stays(furnished: Place, opened: Vault) -> None:
    cut = json.dumps({"user_id": "mei", "content": TEXT}, ensure_ascii=False)[:-1]
    furnished.write("facts/half.jsonl", f"{cut}\n{json.dumps({'content': TEXT}, ensure_ascii=False)[:-1]}\n")
    vault_erase(opened, "mem_move")
    assert (furnished.root / "facts/half.jsonl").read_text("utf-8") == f"{cut}\n"


def test_a_secret_value_is_found_wherever_it_was_said(
    place: Place, opened: Vault, isolated: Isolated
) -> None:
    place.remember(
        JOURNAL, turn(1, "车库密码 4471# 别忘了"), turn(2, "房间号是 44710"), turn(3, "门禁是４４７１＃吗")
    )
    report = vault_erase(opened, "mem_door")
    assert held("4471#", *folders(place, isolated)) == []
    assert [cut.line for cut in report.cuts if cut.kind == "turn"] == [1, 3]
    assert report.gone


def test_a_forgotten_one_and_its_whole_way_are_erased(
    furnished: Place, opened: Vault, isolated: Isolated
) -> None:
    opened.forget("mem_move", now=NOW)
    opened.index(now=NOW)
    assert vault_erase(opened, "mem_move").gone
    assert held("滨江", *folders(furnished, isolated)) == []


def test_only_memories_are_erased(furnished: Place, opened: Vault) -> None:
    (note,) = opened.list(types=["note"], now=NOW)
    with pytest.raises(NotAMemory):
        vault_erase(opened, note.id)
    assert held("滨江", furnished.root)


def test_a_file_that_cannot_be_written_is_told_and_does_not_stop_the_rest(
    furnished: Place, opened: Vault
) -> None:
    conflict = f"<<<<<<< a\n{json.dumps(MEMORY, ensure_ascii=False)}\n=======\n>>>>>>> b\n"
    furnished.write("facts/conflict.jsonl", conflict)
    report = vault_erase(opened, "mem_move")
    assert (furnished.root / "facts/conflict.jsonl").read_text(encoding="utf-8") == conflict
    left = {Path(each.path).name for each in report.left}
    assert "conflict.jsonl" in left
    assert held("滨江", furnished.root) == [str(furnished.root / "facts/conflict.jsonl")]


def test_former_indexes_of_a_moved_vault_go_and_copies_are_told(
    furnished: Place, opened: Vault, model: StandInModel, isolated: Isolated, tmp_path: Path
) -> None:
    opened.index(now=NOW)
    opened.close()
    moved, copy = tmp_path / "moved", tmp_path / "copy"
    furnished.root.rename(moved)
    subprocess.run(["cp", "-r", str(moved), str(copy)], check=True)
    with open_vault(copy, model=model) as other:
        other.index(now=NOW)
    with open_vault(moved, model=model) as vault:
        report = vault_erase(vault, "mem_move")
    left = {each.path for each in report.left}
    assert left
    assert all(path.startswith(str(copy)) or "index.sqlite" in path for path in left), left
    assert len(held("滨江", isolated.cache)) == len([path for path in left if "index.sqlite" in path]) == 1


def test_other_vaults_keep_their_vectors(
    furnished: Place, opened: Vault, model: StandInModel, tmp_path: Path
) -> None:
    other = Place(tmp_path / "other")
    other.write("vault.yaml", "format: 1\nid: vault_other\ndefault_user: lin\n")
    other.remember("facts/a.jsonl", {"id": "mem_o", "content": "在学吉他"}, {**MEMORY, "id": "mem_p"})
    with open_vault(other.root, model=model) as vault:
        vault.index(now=NOW)
        report = vault_erase(opened, "mem_move")
        assert report.gone, "another vault is another matter"
        embedded = model.passages_embedded
        vault.index(rebuild=True, now=NOW)
        opened.index(rebuild=True, now=NOW)
    assert model.passages_embedded == embedded


@pytest.fixture
def repository(furnished: Place) -> Place:
    git(furnished.root, "init", "-q")
    git(furnished.root, "add", "-A")
    git(furnished.root, "commit", "-qm", "first")
    furnished.remember("facts/more.jsonl", {"id": "mem_more", "content": "在学吉他"})
    git(furnished.root, "add", "-A")
    git(furnished.root, "commit", "-qm", "second")
    return furnished


def test_the_history_still_holds_it_and_the_commit_is_named(repository: Place, opened: Vault) -> None:
    first = subprocess.run(
        ["git", "-C", str(repository.root), "rev-parse", "HEAD~1"], capture_output=True, text=True, check=True
    ).stdout.strip()
    report = vault_erase(opened, "mem_move")
    assert (report.left, report.done, report.gone) == ((), True, False)
    (commit,) = report.history.commits
    assert commit.id == first
    assert set(commit.paths) == {
        "facts/auto/pi/2026-11.jsonl", "facts/summary.jsonl", JOURNAL, "notes/profile.md",
    }  # fmt: skip


def test_the_index_goes_on_after_a_fault_of_the_cache(
    furnished: Place, opened: Vault, isolated: Isolated
) -> None:
    opened.index(now=NOW)
    (cache,) = (isolated.cache / "vectors").glob("*.sqlite")
    blocker = sqlite3.connect(cache, isolation_level=None)
    blocker.execute("PRAGMA busy_timeout = 0")
    blocker.execute("BEGIN IMMEDIATE")
    try:
        import vault.embedding.vector_cache as module

        patch = pytest.MonkeyPatch()
        patch.setattr(module, "_BUSY_SECONDS", 0.1)
        report = vault_erase(opened, "mem_move")
        patch.undo()
    finally:
        blocker.close()
    assert not report.done
    assert [fault.startswith(str(cache)) for fault in report.faults] == [True]
    assert held("滨江", furnished.root) == []


def test_what_is_said_without_a_session_is_new_after_an_erasure(place: Place, opened: Vault) -> None:
    """Such messages all have the same numbers; only a replay of the erased one itself is known."""
    at = datetime(2026, 11, 1, tzinfo=timezone.utc)
    first = Turn("", 1, "user", "我最爱吃山竹", at)
    opened.capture([first], extract="now", now=at + timedelta(minutes=1))
    (fruit,) = (each for each in opened.list(now=NOW) if each.text == "用户最爱吃山竹")
    assert vault_erase(opened, fruit.id).gone
    assert opened.capture([first], extract="now", now=NOW).journalled == 0
    later = Turn("", 1, "user", "我在学吉他", at + timedelta(days=2))
    assert opened.capture([later], extract="now", now=NOW).journalled == 1
    assert any("吉他" in each.text for each in opened.list(now=NOW))


def test_a_ledger_that_cannot_be_written_is_told_and_stops_nothing(
    furnished: Place, opened: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object) -> None:
        raise WriteFailed(Path("ledger.sqlite"), "no space left")

    monkeypatch.setattr(TurnLedger, "drop", refused)
    report = vault_erase(opened, "mem_move")
    assert any("no space left" in fault for fault in report.faults)
    assert (report.left, report.done) == ((), False)
