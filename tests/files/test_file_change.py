from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vault.files.file_change import FileChange, unified_diff
from vault.files.fingerprint import fingerprint_of

PRINTABLE = st.text("ab猫 \n", max_size=60).map(str.encode)


def test_a_change_shows_itself_as_a_difference() -> None:
    change = FileChange("facts/我.jsonl", b"a\nb\n", "a\n猫\n".encode(), fingerprint_of(b"a\nb\n"))
    assert change.diff == "--- a/facts/我.jsonl\n+++ b/facts/我.jsonl\n@@ -1,2 +1,2 @@\n a\n-b\n+猫\n"


def test_a_missing_final_newline_is_told() -> None:
    assert unified_diff("a", b"x", b"x\n") == (
        "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-x\n\\ No newline at end of file\n+x\n"
    )


def test_nothing_changed_is_nothing_shown() -> None:
    assert unified_diff("a", b"x", b"x") == ""


def test_what_a_terminal_would_obey_is_escaped() -> None:
    shown = unified_diff("a\udcff", b"", "\x1b]0;title\x07\r\u202e猫\t\n".encode() + b"\xff\n")
    assert "\\x1b]0;title\\x07\\r\\u202e猫\t" in shown
    assert "\\xff\n" in shown
    assert "a/a\\xff" in shown
    assert "\x1b" not in shown


@pytest.mark.skipif(shutil.which("patch") is None, reason="no patch command")
@settings(max_examples=40)
@given(PRINTABLE, PRINTABLE)
def test_patch_understands_it(tmp_path_factory: pytest.TempPathFactory, before: bytes, after: bytes) -> None:
    folder: Path = tmp_path_factory.mktemp("patch")
    (folder / "file").write_bytes(before)
    diff = unified_diff("file", before, after)
    if diff:
        command = ["patch", "--quiet", "--posix", "-p1", "--no-backup-if-mismatch"]
        subprocess.run(command, input=diff.encode(), cwd=folder, check=True, timeout=20)
    left = (folder / "file").read_bytes() if (folder / "file").exists() else b""
    assert left == after
