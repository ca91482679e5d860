"""Loads the user's plugins, and says how each of them stands."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from vault.plugin_api.discover import Candidate, Wanted, bundled_candidates, candidates
from vault.plugin_api.faults import Faults
from vault.plugin_api.run_hooks import Plugins
from vault.problem import Problem

if TYPE_CHECKING:
    from vault.plugin_api.plugin import Plugin
    from vault.plugin_api.setting_check import ShownSetting

BUILT_IN = "built-in"


@dataclass(frozen=True, slots=True)
class PluginReport:
    """How one plugin stands.

    Attributes:
        source: the package that holds it, or the place in `config.yaml` that names its module.
        hooks: that it implements, when it is loaded.
        settings: that it has, when it is loaded.
        problems: what is wrong with it.
    """

    name: str
    state: Literal["loaded", "failed", "off"]
    source: str
    bundled: bool = False
    hooks: tuple[str, ...] = ()
    settings: tuple[ShownSetting, ...] = ()
    problems: tuple[Problem, ...] = ()


def open_plugins(
    wanted: Sequence[Wanted],
    *,
    built_in: Callable[[], object],
    folder: Path,
    tell: Callable[[str], str] = str,
) -> Plugins:
    """Load the plugins that are on; those that fail become problems.

    Args:
        wanted: as the user's own configuration names them.
        built_in: gives the module with memvault's own hooks; called when they are first needed.
        folder: below which each plugin has its own.
        tell: see `Faults`.
    """
    faults = Faults(tell)

    @functools.cache
    def own_hooks() -> Plugin:
        from vault.plugin_api.plugin import Plugin

        return Plugin(BUILT_IN, built_in(), faults, trusted=True)

    on = [each for each in candidates(wanted) if each.wanted.enabled]
    own = _loaded(on, folder, faults)
    return Plugins(own_hooks, own, faults, _lost_masks(on, own, folder))


def list_plugins(plugins: Plugins, wanted: Sequence[Wanted]) -> tuple[PluginReport, ...]:
    """All plugins there are, loaded or not, in the order in which they are asked."""
    found = {each.name: each for each in (*candidates(wanted), *bundled_candidates())}
    for each in candidates(wanted):
        found[each.name] = each
    loaded = {plugin.name: plugin for plugin in plugins.own}
    return tuple(_report(each, loaded.get(each.name), plugins.faults) for each in found.values())


def _loaded(on: Sequence[Candidate], folder: Path, faults: Faults) -> list[Plugin]:
    if not on:
        return []
    from vault.plugin_api.plugin import load_plugin

    loaded = (load_plugin(each, folder / each.name, faults) for each in on)
    return [plugin for plugin in loaded if plugin is not None]


def _lost_masks(on: Sequence[Candidate], own: Sequence[Plugin], folder: Path) -> list[str]:
    """Plugins that could not be loaded now and had masks when they last were; kept in a mark for each."""
    loaded = {plugin.name: plugin for plugin in own}
    lost = []
    for name in (each.name for each in on):
        mark = folder / f"{name}.masks"
        plugin = loaded.get(name)
        if plugin is None:
            lost += [name] if mark.exists() else []
        elif plugin.implements("provide_masks") != mark.exists():
            with suppress(OSError):
                _set(mark, there=not mark.exists())
    return lost


def _set(mark: Path, *, there: bool) -> None:
    if there:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    else:
        mark.unlink(missing_ok=True)


def _report(candidate: Candidate, plugin: Plugin | None, faults: Faults) -> PluginReport:
    state: Literal["loaded", "failed", "off"] = "off"
    if candidate.wanted.enabled:
        state = "failed" if plugin is None else "loaded"
    return PluginReport(
        name=candidate.name,
        state=state,
        source=candidate.source,
        bundled=candidate.bundled,
        hooks=plugin.hooks if plugin else (),
        settings=plugin.settings if plugin else (),
        problems=faults.of(candidate.name),
    )
