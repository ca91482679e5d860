from __future__ import annotations

from pathlib import Path

import pytest

from vault.config.load import load_settings
from vault.config.plugin_section import PluginSection, plugin_sections
from vault.errors import ConfigError


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({}, ()),
        (["one", "two"], (PluginSection("one"), PluginSection("two"))),
        ({"one": None}, (PluginSection("one"),)),
        ({"one": True, "two": False}, (PluginSection("one"), PluginSection("two", enabled=False))),
        (
            {"mine": {"module": "a.b:C", "enabled": False, "url": "http://x"}},
            (PluginSection("mine", "a.b:C", enabled=False, values={"url": "http://x"}),),
        ),
    ],
)
def test_plugins_are_named_with_or_without_settings(value: object, expected: tuple) -> None:
    assert plugin_sections(value) == expected
    assert plugin_sections(expected) == expected


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("llm_extract", "one `name:` a line"),
        ({"a b": None}, "'a b' is no name"),
        ({3: None}, "3 is no name"),
        ({"../x": None}, "is no name"),
        ({"one": "yes please"}, "settings of one"),
        ({"one": {1: 2}}, "settings of one"),
        ({"one": {"enabled": "no"}}, "one.enabled"),
        ({"one": {"module": "/tmp/x.py"}}, "one.module"),
        ({"one": {"module": 3}}, "one.module"),
    ],
)
def test_what_is_wrong_is_said(value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        plugin_sections(value)


def test_the_users_own_file_names_plugins(tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text("user: me\nplugins:\n  one: on\n  two:\n    depth: 3\n", encoding="utf-8")
    loaded = load_settings(user_file=path)
    assert [each.name for each in loaded.settings.plugins] == ["one", "two"]
    assert loaded.settings.plugins[1].values == {"depth": 3}
    assert loaded.origins["plugins"] == f"{path}:2"
    path.write_text("plugins: 7\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="plugins must hold plugins"):
        load_settings(user_file=path)


def test_a_vault_names_none(tmp_path: Path) -> None:
    loaded = load_settings(user_file=tmp_path / "none", vault={"plugins": {"evil": {"module": "os"}}})
    assert loaded.settings.plugins == ()
    assert loaded.passed_over == ("plugins cannot be set in a vault; it belongs into your own config.yaml",)
