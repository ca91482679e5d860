"""The `plugins:` part of the user's own `config.yaml`: which plugins, and the settings of each. Pure.

    plugins:
      llm_extract:
        url: http://127.0.0.1:11434/v1
      my_plugin:
        module: my_package.memory_plugin
      something_installed: off

What a plugin's own settings mean is checked when it is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_NAME = re.compile(r"[A-Za-z_][\w.-]{0,99}", re.ASCII)
_MODULE = re.compile(r"[A-Za-z_][\w.]*(?::[A-Za-z_][\w.]*)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class PluginSection:
    """One plugin that is named.

    Attributes:
        module: to import, `module` or `module:attribute`; empty: found by the name.
        enabled: False: switched off although it is installed.
        values: everything else in its section.
    """

    name: str
    module: str = ""
    enabled: bool = True
    values: Mapping[str, object] = field(default_factory=dict, repr=False)


def plugin_sections(value: object) -> tuple[PluginSection, ...]:
    """A mapping from names to settings, or a list of names."""
    if isinstance(value, tuple) and all(isinstance(each, PluginSection) for each in value):
        return value
    if isinstance(value, (list, tuple)):
        value = dict.fromkeys(map(str, value))
    if isinstance(value, Mapping):
        return tuple(_section(name, each) for name, each in value.items())
    raise ValueError("must hold plugins, one `name:` a line with its settings below")


def _section(name: object, value: object) -> PluginSection:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(f"must name plugins by letters, digits, `_`, `-` and `.`; {name!r} is no name")
    if value is None or isinstance(value, bool):
        return PluginSection(name, enabled=value is not False)
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise ValueError(f"must hold the settings of {name} as `name: value` below it, or on, or off")
    values = dict(value)
    enabled, module = values.pop("enabled", True), values.pop("module", "")
    if not (isinstance(module, str) and (module == "" or _MODULE.fullmatch(module))):
        raise ValueError(f"must have the name of a Python module for {name}.module")
    if isinstance(enabled, bool):
        return PluginSection(name, module, enabled, values)
    raise ValueError(f"must have true or false for {name}.enabled")
