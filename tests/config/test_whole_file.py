from __future__ import annotations

from pathlib import Path

import pytest

from vault.config.whole_file import put_whole


def test_a_file_and_its_folders_are_made_and_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b.json"
    for text in ("一\n", "二\n"):
        put_whole(path, text)
        assert path.read_text(encoding="utf-8") == text
    assert [each.name for each in path.parent.iterdir()] == ["b.json"]


def test_what_cannot_be_written_leaves_everything_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        put_whole(tmp_path / "folder", "x")
    assert [each.name for each in tmp_path.iterdir()] == ["folder"]
