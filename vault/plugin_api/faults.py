"""What went wrong in plugins, as problems: one a plugin and hook, gone again when the hook works."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable

from vault.problem import Problem

_LINE = re.compile(r"(?P<path>.+):(?P<line>\d+)")


class Faults:
    """Faults of plugins as they stand. Safe to use from several threads.

    Args:
        tell: makes of a message one that may be shown: plugins quote what they were given.
    """

    def __init__(self, tell: Callable[[str], str] = str) -> None:
        self._tell = tell
        self._lock = threading.Lock()
        self._known: dict[tuple[str, str], Problem] = {}

    def note(self, plugin: str, what: str, message: str, origin: str = "") -> None:
        """Note a fault.

        Args:
            plugin: its name.
            what: the hook, or `load`, or `settings`.
            message: what happened.
            origin: where the plugin is named, `/path/config.yaml:3`.
        """
        place = _LINE.fullmatch(origin)
        told = message if what in {"load", "settings"} else f"{what}: {message}"
        problem = Problem(
            path=place["path"] if place else f"plugin {plugin}",
            line=int(place["line"]) if place else 0,
            column=0,
            code="plugin-failed",
            message=self._tell(f"plugin {plugin}: {told}"),
            hint="`memvault plugins` shows all of them",
            severity="warning",
        )
        with self._lock:
            self._known[plugin, what] = problem

    def forget(self, plugin: str, what: str) -> None:
        """It works again."""
        if self._known:
            with self._lock:
                self._known.pop((plugin, what), None)

    def of(self, plugin: str | None = None, what: tuple[str, ...] = ()) -> tuple[Problem, ...]:
        """Faults as they stand, of one plugin or of some hooks only."""
        starts = tuple(f"{each} " for each in what)
        with self._lock:
            known = list(self._known.items())
        return tuple(
            problem
            for (name, hook), problem in known
            if (plugin is None or plugin == name) and (not what or f"{hook} ".startswith(starts))
        )
