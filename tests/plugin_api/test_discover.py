from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.plugin_modules import WritePlugin
from vault.plugin_api.discover import (
    Candidate,
    NotFound,
    Wanted,
    bundled_candidates,
    candidates,
    in_a_vault,
    load,
)


def package(site: Path, name: str, entry_points: str) -> None:
    """An installed package, as far as its metadata goes."""
    folder = site / f"{name}-1.0.dist-info"
    folder.mkdir(parents=True)
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    (folder / "entry_points.txt").write_text(entry_points)


def told(found: tuple[Candidate, ...]) -> list[tuple[str, str, str, bool]]:
    return [(each.name, each.target, each.source, each.wanted.enabled) for each in found]


def test_nothing_installed_and_nothing_named(tmp_path: Path) -> None:
    package(tmp_path, "other", "[console_scripts]\nx = y:z\n")
    assert candidates([], [str(tmp_path), str(tmp_path / "missing")]) == ()


def test_what_other_packages_bring_is_on(tmp_path: Path) -> None:
    package(tmp_path, "zebra", "[memvault]\nzebra = zebra.plugin\nant = zebra.ant:Ant\n")
    assert told(candidates([], [str(tmp_path)])) == [
        ("ant", "zebra.ant:Ant", "zebra", True),
        ("zebra", "zebra.plugin", "zebra", True),
    ]


def test_what_is_bundled_is_off_until_it_is_named(tmp_path: Path) -> None:
    package(tmp_path, "memvault", "[memvault]\nhelper = memvault_helper\n")
    path = [str(tmp_path)]
    assert candidates([], path) == ()
    assert told(candidates([Wanted("else")], path))[1:] == [("helper", "memvault_helper", "memvault", False)]
    (named,) = candidates([Wanted("helper")], path)
    assert (named.target, named.bundled, named.wanted.enabled) == ("memvault_helper", True, True)


def test_named_ones_come_first_in_their_order_and_can_be_switched_off(tmp_path: Path) -> None:
    package(tmp_path, "zebra", "[memvault]\nzebra = zebra.plugin\nant = zebra.ant\n")
    wanted = [
        Wanted("mine", "my.module", origin="c:1"),
        Wanted("zebra", enabled=False),
        Wanted("bare", origin="c:1"),
    ]
    assert told(candidates(wanted, [str(tmp_path)])) == [
        ("mine", "my.module", "c:1", True),
        ("zebra", "zebra.plugin", "zebra", False),
        ("bare", "bare", "c:1", True),
        ("ant", "zebra.ant", "zebra", True),
    ]


def test_the_first_of_two_installations_counts(tmp_path: Path) -> None:
    package(tmp_path / "a", "zebra", "[memvault]\nzebra = first\n")
    package(tmp_path / "b", "zebra", "[memvault]\nzebra = second\n")
    (found,) = candidates([], [str(tmp_path / "a"), str(tmp_path / "b")])
    assert found.target == "first"


def test_a_vault_is_never_looked_into(tmp_path: Path) -> None:
    """Not even when it is the working folder, where Python itself would look."""
    (tmp_path / "vault.yaml").write_text("format: 1\n")
    package(tmp_path / "inner", "evil", "[memvault]\nevil = evil\n")
    assert in_a_vault(tmp_path / "inner")
    (link := tmp_path.parent / f"{tmp_path.name}-link").symlink_to(tmp_path / "inner")
    assert candidates([], [str(tmp_path), str(tmp_path / "inner"), str(link)]) == ()


@pytest.mark.parametrize("target", ["evil", "evil.inner", "evil:Plugin"])
def test_a_module_in_a_vault_is_never_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, target: str
) -> None:
    (tmp_path / "vault.yaml").write_text("format: 1\n")
    (tmp_path / "evil").mkdir()
    (tmp_path / "evil" / "__init__.py").write_text("raise SystemExit('run')")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(NotFound, match="lies in a vault"):
        load(Candidate(Wanted("evil"), target, ""))


def test_what_does_not_exist() -> None:
    for name in ("no_such_module_here", "no_such.deeper", "not-a-name", "a b"):
        with pytest.raises(NotFound, match="no plugin and no module"):
            load(Candidate(Wanted(name), name, ""))


def test_modules_attributes_and_classes(write_plugin: WritePlugin) -> None:
    write_plugin("three_ways", "class Plugin:\n    made = True\nclass Box:\n    inner = Plugin()\n")
    assert load(Candidate(Wanted("x"), "three_ways", "")) is sys.modules["three_ways"]
    made = load(Candidate(Wanted("x"), "three_ways:Plugin", ""))
    assert type(made).__name__ == "Plugin"
    assert load(Candidate(Wanted("x"), "three_ways:Box.inner", "")).made  # type: ignore[attr-defined]


def test_the_bundled_ones_are_there() -> None:
    assert [each.name for each in bundled_candidates()] == ["llm_extract", "obsidian_links"]
    assert not any(each.wanted.enabled for each in bundled_candidates())


def test_without_plugins_neither_pluggy_nor_metadata_is_imported(tmp_path: Path) -> None:
    program = (
        "import sys, vault.api.resources\n"
        "from vault.api.plugins import load_plugins\n"
        "from vault.api.locate import settings_for\n"
        "before = set(sys.modules)\n"
        "plugins = load_plugins(settings_for(None))\n"
        "print(plugins.own, plugins.problems, {'pluggy', 'importlib.metadata'} & set(sys.modules) - before)\n"
        "print('pluggy' in sys.modules)\n"
    )
    environ = {**os.environ, "MEMVAULT_CONFIG_DIR": str(tmp_path)}
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environ
    )
    assert ran.stdout.splitlines() == ["() () set()", "False"]
