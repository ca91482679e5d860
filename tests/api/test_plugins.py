from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.api.conftest import Place
from tests.api.plugged import name_plugins, plug
from tests.conftest import Isolated
from tests.plugin_modules import WritePlugin
from tests.stand_in_model import StandInModel
from vault.api.locate import settings_for
from vault.api.open import open_vault
from vault.api.plugins import load_plugins, plugin_reports, tell_indexed
from vault.index.report import IndexReport


def test_plugins_of_the_person_are_loaded_and_listed(isolated: Isolated, write_plugin: WritePlugin) -> None:
    write_plugin("good", "@hookimpl\ndef configure(folder): globals()['place'] = folder")
    path = name_plugins(isolated, "good", "missing")
    loaded = settings_for(None)
    plugins = load_plugins(loaded)
    assert [plugin.name for plugin in plugins.own] == ["good"]
    assert sys.modules["good"].place == isolated.state / "plugins" / "good"
    states = {each.name: each.state for each in plugin_reports(loaded, plugins)}
    assert states == {"good": "loaded", "missing": "failed", "llm_extract": "off", "obsidian_links": "off"}
    assert (plugins.problems[0].path, plugins.problems[0].line) == (str(path), 1)


def test_a_vault_names_no_plugin(place: Place, write_plugin: WritePlugin, model: StandInModel) -> None:
    """Neither its settings nor a module lying in it, not even when it is the working folder."""
    write_plugin("evil", "raise SystemExit('ran')")
    place.write("vault.yaml", (place.root / "vault.yaml").read_text() + "plugins:\n  evil: {module: evil}\n")
    with open_vault(place.root, model=model) as vault:
        assert vault.recall("龙井", gate=False).hits
    assert "evil" not in sys.modules


def test_a_module_in_the_vault_is_not_run(
    place: Place, isolated: Isolated, model: StandInModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.write("evil.py", "raise SystemExit('ran')")
    monkeypatch.chdir(place.root)
    monkeypatch.syspath_prepend("")
    name_plugins(isolated, "evil")
    with open_vault(place.root, model=model) as vault:
        assert vault.recall("龙井", gate=False).hits
    assert "evil" not in sys.modules


HEARS = """
    heard = []
    @hookimpl
    def after_index(indexed): heard.append(indexed)
"""


def test_plugins_hear_of_changes_and_of_nothing_else(
    place: Place, isolated: Isolated, write_plugin: WritePlugin, model: StandInModel
) -> None:
    plug(write_plugin, isolated, HEARS)
    with open_vault(place.root, model=model) as vault:
        vault.index()
        vault.index()
        place.remember("facts/new.jsonl", {"id": "mem_new", "content": "在学吉他"})
        vault.index()
    first, second = sys.modules["own_plugin"].heard
    assert (first.added, second.added, second.records) == (1, 1, first.records + 1)


def test_a_report_without_changes_is_not_told(isolated: Isolated, write_plugin: WritePlugin) -> None:
    plug(write_plugin, isolated, HEARS)
    plugins = load_plugins(settings_for(None))
    tell_indexed(plugins, IndexReport(unchanged=4, records=9))
    tell_indexed(plugins, IndexReport(moved=1))
    plugins.finish()
    assert [each.moved for each in sys.modules["own_plugin"].heard] == [1]


def test_doctor_tells_names_and_faults_but_no_settings(isolated: Isolated, place: Place) -> None:
    isolated.config.mkdir(parents=True)
    text = "plugins:\n  llm_extract:\n    url: https://a.b/v1\n    key: sk-secret\n    modle: x\n"
    (isolated.config / "config.yaml").write_text(text)
    with open_vault(place.root, use_model=False) as vault:
        diagnosis = vault.doctor()
    assert "did you mean model?" in str(diagnosis.findings)
    assert "sk-secret" not in repr(diagnosis)
    assert next(each.value for each in diagnosis.settings if each.name == "plugins") == "llm_extract"


def test_a_wrong_section_is_named_without_its_keys(isolated: Isolated) -> None:
    from vault.errors import ConfigError

    isolated.config.mkdir(parents=True)
    path: Path = isolated.config / "config.yaml"
    path.write_text("plugins:\n  llm_extract:\n    key: sk-secret\n    enabled: perhaps\n")
    with pytest.raises(ConfigError, match=r"llm_extract\.enabled") as caught:
        settings_for(None)
    assert "sk-secret" not in str(caught.value)


def test_a_recall_without_plugins_does_not_load_what_calls_them(place: Place, isolated: Isolated) -> None:
    program = (
        "import sys, vault\n"
        f"with vault.open({str(place.root)!r}, use_model=False) as opened:\n"
        "    assert opened.recall('龙井', gate=False).hits\n"
        "print({'pluggy', 'vault.plugin_api.plugin', 'vault.plugin_api.hookspecs'} & set(sys.modules))\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"
