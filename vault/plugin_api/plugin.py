"""One plugin: loaded, configured, and called so that its faults stay its own.

Each plugin has a pluggy manager to itself: what fails in one, be it while it is registered, leaves the others
alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TypeVar, cast

import pluggy

from vault.plugin_api import hookspecs
from vault.plugin_api.background import Background
from vault.plugin_api.contained import PluginEnded, contained
from vault.plugin_api.discover import Candidate, NotFound, load
from vault.plugin_api.faults import Faults
from vault.plugin_api.setting_check import ShownSetting, WrongSetting, check_settings, shown_settings
from vault.plugin_api.time_limit import TimeLimit, TooSlow
from vault.plugin_api.values import PluginSetting

T = TypeVar("T")

SECONDS = 10.0
"""For a call that somebody waits for, unless another limit is given."""
MOST_LATE = 3
"""A hook that was late so often in a row is not called again in this process."""


class Plugin:
    """A loaded plugin.

    Args:
        name: as in the user's `config.yaml`.
        loaded: the module or object with the hooks.
        faults: where its faults are noted.
        trusted: it is part of memvault: its faults are memvault's own, and nobody guards against them.

    Attributes:
        settings: for people.
    """

    def __init__(self, name: str, loaded: object, faults: Faults, *, trusted: bool = False) -> None:
        self.name = name
        self.trusted = trusted
        self.settings: tuple[ShownSetting, ...] = ()
        self._faults = faults
        self._limits: dict[str, TimeLimit] = {}
        self._late: dict[str, int] = {}
        self._background = Background(f"memvault-{name}", self._told_fault)
        self._manager = pluggy.PluginManager(hookspecs.PROJECT)
        self._manager.add_hookspecs(hookspecs)
        self._manager.register(loaded, name)

    @property
    def hooks(self) -> tuple[str, ...]:
        """Names of those that it implements, sorted."""
        callers = self._manager.get_hookcallers(self._manager.get_plugin(self.name)) or []
        return tuple(sorted(caller.name for caller in callers))

    @property
    def unknown_hooks(self) -> tuple[str, ...]:
        """Names of hooks that nobody calls."""
        return tuple(name for name in self.hooks if not hasattr(hookspecs, name))

    def configure(self, values: Mapping[str, object], folder: Path) -> None:
        """Check its settings and hand them over.

        Raises:
            WrongSetting: a value does not fit.
            Exception: whatever its own code raises.
        """
        declared = tuple(cast("Iterable[PluginSetting]", self._ask("declare_settings") or ()))
        checked = check_settings(declared, values)
        self.settings = shown_settings(declared, checked)
        self._ask("configure", settings=checked, folder=folder)

    def implements(self, hook: str) -> bool:
        """Whether it has this hook."""
        caller: pluggy.HookCaller = getattr(self._manager.hook, hook)
        return bool(caller.get_hookimpls())

    def call(self, hook: str, seconds: float = SECONDS, **arguments: object) -> object:
        """What a hook answers; None also when it has none, fails or is late."""
        if not self.implements(hook):
            return None
        return self.guarded(hook, lambda: self._ask(hook, **arguments), seconds)

    def guarded(self, what: str, function: Callable[[], T], seconds: float = SECONDS) -> T | None:
        """Call what the plugin has provided; None when it fails or is late, which is noted.

        Args:
            what: named in the problem, and what lateness is counted by.
            function: called in a thread of its own.
            seconds: how long is waited.
        """
        if self.trusted:
            return function()
        if self._late.get(what, 0) >= MOST_LATE:
            return None
        limit = self._limits.setdefault(what, TimeLimit(f"memvault-{self.name}-{what}"))
        try:
            result = limit.call(_contained(function), seconds)
        except TooSlow:
            self._late[what] = self._late.get(what, 0) + 1
            off = "; it is not called again until memvault is started anew"
            ending = off if self._late[what] >= MOST_LATE else ""
            self._faults.note(self.name, what, f"took longer than {seconds:g} s{ending}")
            return None
        except Exception as error:  # noqa: BLE001 - a plugin's fault is never memvault's
            self._faults.note(self.name, what, f"failed: {told(error)}")
            return None
        self._late.pop(what, None)
        self._faults.forget(self.name, what)
        return result

    def tell(self, hook: str, **arguments: object) -> None:
        """Call a hook whose answer does not matter, in the background; calls keep their order."""
        if self.implements(hook) and not self._background.put(lambda: self._tell(hook, arguments)):
            self._faults.note(self.name, hook, "is too far behind; a call was left out")

    def finish(self, seconds: float) -> None:
        """Wait for the calls in the background, but not for ever."""
        if not self._background.wait(seconds):
            self._faults.note(self.name, "close", f"did not finish within {seconds:g} s")

    def _tell(self, hook: str, arguments: Mapping[str, object]) -> None:
        try:
            with contained():
                self._ask(hook, **arguments)
        except Exception as error:  # noqa: BLE001 - a plugin's fault is never memvault's
            self._faults.note(self.name, hook, f"failed: {told(error)}")
        else:
            self._faults.forget(self.name, hook)

    def _told_fault(self, error: BaseException) -> None:
        self._faults.note(self.name, "background", f"failed: {told(error)}")

    def _ask(self, hook: str, **arguments: object) -> object:
        answers = getattr(self._manager.hook, hook)(**arguments)
        return answers[0] if answers else None


def load_plugin(candidate: Candidate, folder: Path, faults: Faults) -> Plugin | None:
    """A plugin, ready to be called; None when it cannot be loaded, which is noted.

    Args:
        candidate: what was found.
        folder: its own, for what it keeps on this device.
        faults: where its faults are noted.
    """
    name = candidate.name
    try:
        with contained():
            plugin = Plugin(name, load(candidate), faults)
            plugin.configure(candidate.wanted.values, folder)
    except NotFound as error:
        faults.note(name, "load", str(error), candidate.wanted.origin)
    except WrongSetting as error:
        faults.note(name, "settings", str(error), candidate.wanted.origin)
    except Exception as error:  # noqa: BLE001 - a plugin's fault is never memvault's
        faults.note(name, "load", f"cannot be loaded: {told(error)}", candidate.wanted.origin)
    else:
        for hook in plugin.unknown_hooks:
            faults.note(name, hook, "there is no hook of this name; nobody calls it")
        return plugin
    return None


def _contained(function: Callable[[], T]) -> Callable[[], T]:
    def call() -> T:
        with contained():
            return function()

    return call


def told(error: BaseException) -> str:
    """An exception in one short line."""
    error = error.raised if isinstance(error, PluginEnded) else error
    text = " ".join(str(error).split())
    kind = type(error).__name__
    return f"{kind}: {text[:200]}" if text else kind
