"""Plugins of the person who uses this machine: loaded, and listed. A vault has no say in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from vault.api.telling import telling
from vault.config import locations
from vault.plugin_api.discover import Wanted
from vault.plugin_api.loading import PluginReport, list_plugins, open_plugins
from vault.plugin_api.values import Indexed

if TYPE_CHECKING:
    from vault.config.load import LoadedSettings
    from vault.config.settings import Settings
    from vault.index.report import IndexReport
    from vault.plugin_api.run_hooks import Plugins

__all__ = ["PluginReport", "load_plugins", "plugin_reports", "tell_indexed"]


def load_plugins(loaded: LoadedSettings, current: Callable[[], Settings] | None = None) -> Plugins:
    """The plugins that are on, with what memvault itself provides behind the same hooks.

    Args:
        loaded: settings of the person.
        current: the settings as they are by now, for what memvault itself provides; None: they stay.
    """

    def built_in() -> object:
        from vault.api.built_in import BuiltIn

        return BuiltIn(loaded.settings, current)

    folder = locations.state_dir() / "plugins"
    return open_plugins(_wanted(loaded), built_in=built_in, folder=folder, tell=telling)


def plugin_reports(loaded: LoadedSettings, plugins: Plugins | None = None) -> tuple[PluginReport, ...]:
    """How every plugin stands, whether on or off.

    Args:
        loaded: settings of the person.
        plugins: those of an open vault; None: loaded for this look.
    """
    return list_plugins(plugins or load_plugins(loaded), _wanted(loaded))


def tell_indexed(plugins: Plugins, report: IndexReport) -> None:
    """Tell plugins what bringing the index in step did, if it did anything."""
    if report.added or report.changed or report.moved or report.removed:
        counts = {name: getattr(report, name) for name in ("added", "changed", "moved", "removed", "records")}
        plugins.after_index(Indexed(**counts, generation=report.generation))


def _wanted(loaded: LoadedSettings) -> tuple[Wanted, ...]:
    origin = loaded.origins["plugins"]
    return tuple(
        Wanted(each.name, each.module, each.enabled, each.values, origin) for each in loaded.settings.plugins
    )
