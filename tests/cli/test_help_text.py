from __future__ import annotations

from vault.cli.help_text import examples


def test_lines_are_kept_as_they_are() -> None:
    assert examples("memvault a", "memvault b") == "\b\nExamples:\n  memvault a\n  memvault b"
