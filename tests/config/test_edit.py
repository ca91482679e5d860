from __future__ import annotations

from pathlib import Path

import pytest

from vault.config.edit import set_user_setting
from vault.config.load import load_settings
from vault.errors import WriteFailed


def test_a_missing_file_is_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "config.yaml"
    set_user_setting(path, "model", "bge-small-zh-v1.5")
    assert path.read_text() == "model: bge-small-zh-v1.5\n"
    assert [each.name for each in path.parent.iterdir()] == ["config.yaml"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("# mine\nmodel: a  # old\nuser: 小明\n", "# mine\nmodel: b\nuser: 小明\n"),
        ("user: x", "user: x\nmodel: b\n"),
        ("recall:\n  model: deep\n", "recall:\n  model: deep\nmodel: b\n"),
    ],
)
def test_other_lines_stay(tmp_path: Path, before: str, after: str) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(before, encoding="utf-8")
    set_user_setting(path, "model", "b")
    assert path.read_text(encoding="utf-8") == after


def test_awkward_values_are_read_back_as_written(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    for value in ("no", "1", "/models/我的: 模型", r"C:\new\1"):
        set_user_setting(path, "model", value)
        assert load_settings(user_file=path).settings.model == value


def test_a_refused_write_leaves_the_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(WriteFailed):
        set_user_setting(tmp_path / "file" / "config.yaml", "model", "b")
