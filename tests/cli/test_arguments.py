from __future__ import annotations

import pytest

from vault.cli.arguments import readable, wants_json, with_globals_first


@pytest.mark.parametrize(
    ("given", "parsed"),
    [
        (["recall", "where", "--json"], ["--json", "recall", "where"]),
        (["recall", "--vault", "v", "q", "--user=小明"], ["--vault", "v", "--user=小明", "recall", "q"]),
        (["--vault", "--json", "status"], ["--vault", "--json", "status"]),
        (["recall", "--limit", "3", "q"], ["recall", "--limit", "3", "q"]),
        (["recall", "--", "--json", "--vault"], ["recall", "--", "--json", "--vault"]),
        (["recall", "q", "--user"], ["--user", "recall", "q"]),
        ([], []),
    ],
)
def test_global_options_may_stand_behind_the_command(given: list[str], parsed: list[str]) -> None:
    assert with_globals_first(given) == parsed


def test_json_is_known_before_parsing() -> None:
    assert wants_json(["nonsense", "--json"])
    assert not wants_json(["recall", "--", "--json"])
    assert not wants_json(["recall", "what is --json"])


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("记忆", "记忆"),
        ("记忆".encode().decode("ascii", "surrogateescape"), "记忆"),
        ("\udcff!", "\ufffd!"),
        ("\ud83d", "?"),
    ],
)
def test_arguments_become_text_whatever_the_locale(raw: str, text: str) -> None:
    assert readable(raw) == text
