from __future__ import annotations

from pathlib import Path

import pytest

from vault.config.load import differing, load_settings, taken_from_vault
from vault.config.settings import SETTINGS, Settings
from vault.errors import ConfigError


def user_file(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "config.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_nothing_set(tmp_path: Path) -> None:
    loaded = load_settings(user_file=tmp_path / "missing.yaml")
    assert loaded.settings == Settings()
    assert set(loaded.origins) == {each.name for each in SETTINGS}
    assert set(loaded.origins.values()) == {"default"}


@pytest.mark.parametrize("text", ["", "# only a comment\n", "user:\n", "recall:\n"])
def test_empty_files_set_nothing(tmp_path: Path, text: str) -> None:
    if text == "recall:\n":
        with pytest.raises(ConfigError, match="there is no setting recall"):
            load_settings(user_file=user_file(tmp_path, text))
    else:
        assert load_settings(user_file=user_file(tmp_path, text)).settings == Settings()


def test_each_place_overrules_the_one_before(tmp_path: Path) -> None:
    """defaults < user file < vault.yaml < environment < flags"""
    path = user_file(tmp_path, "user: from_file\nlanguage: en\nmodel: m\nrecall:\n  # why\n  limit: 7\n")
    places = {
        "user_file": path,
        "vault": {"user": "from_vault", "language": "zh", "recall.limit": None},
        "environ": {"MEMVAULT_USER": "from_env", "MEMVAULT_LANGUAGE": ""},
        "flags": {"user": "from_flag", "model": None},
    }
    loaded = load_settings(**places)  # type: ignore[arg-type]
    assert loaded.settings.user == "from_flag"
    assert loaded.origins["user"] == "--user"
    assert loaded.settings.language == "zh"
    assert loaded.origins["language"] == "vault.yaml"
    assert loaded.settings.recall.limit == loaded.value("recall.limit") == 7
    assert loaded.origins["recall.limit"] == f"{path}:6"
    assert loaded.origins["model"] == f"{path}:3"
    del places["flags"]
    assert load_settings(**places).settings.user == "from_env"  # type: ignore[arg-type]
    del places["environ"]
    assert load_settings(**places).settings.user == "from_vault"  # type: ignore[arg-type]
    del places["vault"]
    assert load_settings(**places).settings.user == "from_file"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("user: a\nthreads: lots\n", 2, "threads must be a whole number from 0 to 64, not 'lots'"),
        ("recall:\n  limit: 0\n", 2, "recall.limit must be"),
        ("language: no\n", 1, "language must be one of zh, en, not False"),
        ("\n\nlimt: 3\n", 3, "there is no setting limt"),
        ("- a\n", 1, "must hold settings"),
        ("user: [a\n", 2, "expected"),
        ("user: a\n\tmodel: x\n", 2, "cannot start any token"),
        ("user: {a: b}\n", 1, "user must be text"),
    ],
)
def test_a_wrong_user_file_names_the_line(tmp_path: Path, text: str, line: int, message: str) -> None:
    path = user_file(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        load_settings(user_file=path)
    assert caught.value.where == f"{path}:{line}"
    assert message in str(caught.value)


def test_a_near_miss_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        load_settings(user_file=user_file(tmp_path, "recall:\n  limits: 3\n"))
    assert caught.value.hint == "did you mean recall.limit?"


def test_unreadable_bytes_and_folders(tmp_path: Path) -> None:
    with pytest.raises(ConfigError):
        load_settings(user_file=user_file(tmp_path, b"user: \xff\xfe\n"))
    with pytest.raises(ConfigError, match="not a regular file"):
        load_settings(user_file=tmp_path)


@pytest.mark.parametrize(
    ("environ", "flags", "where"),
    [({"MEMVAULT_THREADS": "-1"}, {}, "MEMVAULT_THREADS"), ({}, {"recall.limit": "x"}, "--limit")],
)
def test_wrong_variables_and_flags(tmp_path: Path, environ: dict, flags: dict, where: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_settings(user_file=tmp_path / "none", environ=environ, flags=flags)
    assert caught.value.where == where


def test_a_vault_sets_only_what_is_harmless(tmp_path: Path) -> None:
    """A synced vault.yaml cannot choose a model, and its faults stop nobody."""
    loaded = load_settings(
        user_file=tmp_path / "none",
        vault={"model": "/evil", "hub": "http://evil", "recall.limit": "many", "stranger": 1, "user": "me"},
    )
    assert loaded.settings == Settings(user="me")
    assert len(loaded.passed_over) == 3
    assert "recall.limit must be a whole number" in loaded.passed_over[2]


def test_only_what_a_vault_may_set_is_taken_from_a_later_look(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    file.write_text("threads: 2\nrecall:\n  plugin_limit_ms: 50\n", encoding="utf-8")
    old = load_settings(user_file=file, vault={"recall.limit": 7}, flags={"user": "mei"})
    file.write_text("threads: 3\n", encoding="utf-8")
    new = load_settings(user_file=file, vault={"recall.limit": 9, "user": "lin"})
    taken = taken_from_vault(old, new)
    assert (taken.settings.recall.limit, taken.settings.user, taken.settings.threads) == (9, "mei", 2)
    assert taken.origins["recall.limit"] == "vault.yaml"
    assert differing(old, taken) == ("recall.limit",)
    assert set(differing(taken, new)) == {"threads", "recall.plugin_limit_ms"}
