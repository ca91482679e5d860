from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.stand_in_model import StandInModel
from vault.api.create import create
from vault.api.open import open_vault
from vault.errors import ReadFailed
from vault.model.turn import Turn
from vault.openclaw.importing import import_workspace


@pytest.fixture
def root(tmp_path: Path) -> Path:
    create(tmp_path / "vault", user="me", language="zh", timezone="Asia/Shanghai")
    return tmp_path / "vault"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "workspace"
    (folder / "memory").mkdir(parents=True)
    (folder / "MEMORY.md").write_text(
        "# 记忆\n- 用户喜欢喝普洱茶\n- 用户喜欢喝普洱茶\n- 电话 13812345678\n```\ncode\n```\n",
        encoding="utf-8",
    )
    (folder / "memory" / "2026-01-08.md").write_text("- 订了去上海的高铁票\n", encoding="utf-8")
    return folder


def written(root: Path) -> str:
    return "".join(path.read_text(encoding="utf-8") for path in sorted(root.glob("facts/**/*.jsonl")))


def test_every_line_is_kept_merged_or_skipped(root: Path, workspace: Path) -> None:
    with open_vault(root, model=StandInModel()) as vault:
        report = import_workspace(vault, workspace)
    assert report.read == 5
    assert (report.kept, report.merged, report.skipped) == (3, 1, 1)
    text = written(root)
    assert text.count("普洱茶") == 1
    assert "13812345678" not in text, "it passed the gate for writing"
    assert '"kind": "import"' in text
    assert "2026-01-08T04:00:00" in text


def test_a_second_time_nothing_is_new(root: Path, workspace: Path) -> None:
    with open_vault(root, model=StandInModel()) as vault:
        import_workspace(vault, workspace)
        before = written(root)
        report = import_workspace(vault, workspace)
    assert (report.kept, report.merged, report.skipped) == (0, 4, 1)
    assert written(root) == before


def test_a_dry_run_tells_the_same_and_writes_nothing(root: Path, workspace: Path) -> None:
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}
    with open_vault(root, model=StandInModel()) as vault:
        trial = import_workspace(vault, workspace, dry_run=True)
        assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before
        report = import_workspace(vault, workspace)
    assert trial.dry_run
    counts = ("read", "kept", "merged", "skipped")
    assert [getattr(trial, each) for each in counts] == [getattr(report, each) for each in counts]


def test_old_sessions_go_into_the_journal_and_are_read(root: Path, workspace: Path, tmp_path: Path) -> None:
    sessions = tmp_path / "state" / "agents" / "main" / "sessions"
    sessions.mkdir(parents=True)
    said = {"role": "user", "content": "我住在阳光小区，完全不能吃香菜。", "timestamp": 1_767_871_200_000}
    (sessions / "a.jsonl").write_text(
        json.dumps({"type": "message", "message": said}) + "\n", encoding="utf-8"
    )
    with open_vault(root, model=StandInModel()) as vault:
        trial = import_workspace(vault, workspace, sessions=tmp_path / "state", dry_run=True).conversations
        report = import_workspace(vault, workspace, sessions=tmp_path / "state").conversations
        again = import_workspace(vault, workspace, sessions=tmp_path / "state").conversations
    assert trial is not None
    assert report is not None
    assert again is not None
    assert (trial.read, trial.kept) == (report.read, report.kept) == (1, 1)
    assert (again.read, again.kept, again.known) == (1, 0, 1)
    assert report.extracted is not None
    assert any("香菜" in each.content for each in report.extracted.remembered)


def test_what_was_captured_as_it_was_said_is_known(root: Path, workspace: Path, tmp_path: Path) -> None:
    """The plugin numbers turns by time."""
    sessions = tmp_path / "sessions"
    sessions.mkdir()
    said = {"type": "message", "message": {"role": "user", "content": "我养了一只猫"}}
    (sessions / "s1.jsonl").write_text(json.dumps(said) + "\n" + json.dumps("x") + "\n{\n", encoding="utf-8")
    with open_vault(root, model=StandInModel()) as vault:
        vault.capture([Turn("s1", 436_377_602, "user", "我养了一只猫", None)])
        told = import_workspace(vault, workspace, sessions=sessions).conversations
    assert told is not None
    assert (told.read, told.kept, told.known, dict(told.skipped)) == (2, 0, 1, {"unreadable": 1})


def test_a_folder_that_is_not_there(root: Path, tmp_path: Path) -> None:
    with open_vault(root, model=StandInModel()) as vault, pytest.raises(ReadFailed) as caught:
        import_workspace(vault, tmp_path / "nowhere")
    assert "permissions" not in caught.value.hint
