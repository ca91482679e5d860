from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.plugin_modules import WritePlugin
from vault.errors import MaskFailed
from vault.plugin_api.discover import Wanted
from vault.plugin_api.loading import list_plugins, open_plugins
from vault.plugin_api.run_hooks import Plugins

Load = Callable[..., Plugins]


def test_each_plugin_is_reported_loaded_or_not(write_plugin: WritePlugin, tmp_path: Path) -> None:
    write_plugin("good", "@hookimpl\ndef declare_settings(): return [PluginSetting('a', 1, 'one')]")
    write_plugin("bad", "1 // 0")
    wanted = [
        Wanted("good", values={"a": 2}),
        Wanted("bad", origin="/c.yaml:2"),
        Wanted("off", module="good", enabled=False),
    ]
    plugins = open_plugins(wanted, built_in=object, folder=tmp_path)
    reports = {each.name: each for each in list_plugins(plugins, wanted)}
    assert list(reports) == ["good", "bad", "off", "llm_extract", "obsidian_links"]
    assert [each.state for each in reports.values()] == ["loaded", "failed", "off", "off", "off"]
    assert reports["good"].hooks == ("declare_settings",)
    assert [(each.name, each.value, each.is_default) for each in reports["good"].settings] == [
        ("a", 2, False)
    ]
    assert "ZeroDivisionError" in reports["bad"].problems[0].message
    assert reports["llm_extract"].bundled
    assert [plugin.name for plugin in plugins.own] == ["good"]


def test_each_has_a_folder_of_its_own(write_plugin: WritePlugin, tmp_path: Path) -> None:
    body = "@hookimpl\ndef configure(folder):\n    folder.mkdir(parents=True)\n"
    write_plugin("keeps", body)
    open_plugins([Wanted("keeps")], built_in=object, folder=tmp_path / "plugins")
    assert (tmp_path / "plugins" / "keeps").is_dir()


def test_a_vault_folder_gives_no_plugin(tmp_path: Path, write_plugin: WritePlugin) -> None:
    """A module that Python could import, in a folder that somebody synced a vault.yaml into."""
    (tmp_path / "modules" / "vault.yaml").write_text("format: 1\n")
    write_plugin("synced", "raise SystemExit('it ran')")
    plugins = open_plugins([Wanted("synced")], built_in=object, folder=tmp_path)
    assert plugins.own == ()
    assert "lies in a vault" in plugins.problems[0].message


MASKS = "@hookimpl\ndef provide_masks(): return [Mask('cats', lambda text: text.replace('猫', '*'))]"


def test_masks_that_can_no_longer_be_loaded_are_missed(load: Load, write_plugin: WritePlugin) -> None:
    """After an update of Python, say: the text must not go without them."""
    write_plugin("cats", MASKS)
    assert load("cats").mask("猫") == "*"
    sys.modules.pop("cats")
    write_plugin("cats", "import no_such_module_any_more\n" + MASKS)
    with pytest.raises(MaskFailed, match="no_such_module_any_more"):
        load("cats").mask("猫")
    assert load().mask("猫") == "猫"
    write_plugin("cats", "")
    load("cats")
    sys.modules.pop("cats")
    write_plugin("cats", "1 // 0")
    assert load("cats").mask("猫") == "猫"


def test_a_plugin_that_never_was_loaded_is_not_known_to_mask(load: Load, write_plugin: WritePlugin) -> None:
    write_plugin("typo", "1 // 0")
    assert load("typo").mask("猫") == "猫"
