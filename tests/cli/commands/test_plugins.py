from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Isolated


def test_all_plugins_and_how_they_stand(cli, isolated: Isolated, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMVAULT_LANGUAGE", "en")
    isolated.config.mkdir(parents=True)
    text = (
        "plugins:\n  obsidian_links:\n    tags: false\n"
        "  llm_extract: {url: 'https://a.b/v1', model: m, key: sk-secret}\n  nothing_here: on\n"
    )
    (isolated.config / "config.yaml").write_text(text)
    ran = cli("plugins")
    assert ran.code == 1
    assert [line.split()[:2] for line in ran.out.splitlines() if not line.startswith(" ")] == [
        ["obsidian_links", "loaded"],
        ["llm_extract", "loaded"],
        ["nothing_here", "failed"],
    ]
    assert "tags = False" in ran.out
    assert "there is no plugin and no module nothing_here" in ran.out
    document = cli("plugins", "--json").document
    assert [each["state"] for each in document["plugins"]] == ["loaded", "loaded", "failed"]
    assert document["plugins"][0]["hooks"] == ["configure", "declare_settings", "read_note"]
    assert {
        key: value
        for key, value in next(
            each for each in document["plugins"][1]["settings"] if each["name"] == "key"
        ).items()
        if key != "explanation"
    } == {"name": "key", "value": "••••••", "default": False}
    assert "sk-secret" not in ran.out + str(document)


def test_without_any_the_bundled_ones_are_shown_as_off(cli) -> None:
    ran = cli("plugins")
    assert ran.code == 0
    assert [line.split()[0] for line in ran.out.splitlines()] == ["llm_extract", "obsidian_links"]


def test_only_some(cli) -> None:
    assert [each["name"] for each in cli("plugins", "llm_extract", "--json").document["plugins"]] == [
        "llm_extract"
    ]
    ran = cli("plugins", "nobody")
    assert ran.code == 2
    assert "nobody" in ran.err


def test_what_goes_wrong_in_the_background_is_told_at_the_end(
    cli, isolated: Isolated, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "late_one.py").write_text(
        "from vault.plugin_api.hookspecs import hookimpl\n"
        "@hookimpl\ndef after_write(written): raise OSError('no such folder')\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    isolated.config.mkdir(parents=True)
    (isolated.config / "config.yaml").write_text("plugins:\n  late: {module: late_one}\n")
    cli("--user", "me", "init", str(tmp_path / "home"))
    ran = cli("--vault", str(tmp_path / "home"), "remember", "在学吉他", "--json")
    assert ran.code == 0
    assert ran.document["action"] == "added"
    assert "after_write: failed: OSError: no such folder" in ran.err
