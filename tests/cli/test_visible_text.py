from __future__ import annotations

import pytest

from vault.cli.visible_text import visible


@pytest.mark.parametrize("text", ["plain", "记忆 🐱 é", "a\tb\nc", "👨‍👩‍👧", ""])
def test_text_stays(text: str) -> None:
    assert visible(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[2J", "␛[2J"),
        ("a\rb\x00", "a␍b␀"),
        ("\x9b31m\x7f", "\ufffd31m\ufffd"),
        ("\u202egnp.exe", "\ufffdgnp.exe"),
        ("\ud83d", "\ufffd"),
    ],
)
def test_what_a_terminal_would_obey_is_shown(text: str, shown: str) -> None:
    assert visible(text) == shown
    assert len(visible(text)) == len(text)
