"""The values of a plugin's settings against what it declares. Pure."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from vault.plugin_api.values import PluginSetting

_KINDS: Mapping[type, str] = {
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    str: "text",
    tuple: "a list of texts",
}


class WrongSetting(Exception):
    """A value that does not fit, or a setting that the plugin does not have."""


@dataclass(frozen=True, slots=True)
class ShownSetting:
    """A setting of a loaded plugin as it is shown.

    Attributes:
        value: in force; covered when it is secret and set.
        is_default: nobody has set it.
    """

    name: str
    value: object
    explanation: str
    is_default: bool


def check_settings(declared: Iterable[PluginSetting], given: Mapping[str, object]) -> dict[str, object]:
    """All declared settings by name, defaults included.

    Raises:
        WrongSetting: names the setting and what is expected.
    """
    known = {each.name: each for each in declared}
    for name in given:
        if name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            hint = f"did you mean {close[0]}?" if close else f"it has: {', '.join(known) or 'none'}"
            raise WrongSetting(f"there is no setting {name}; {hint}")
    return {
        name: each.default if given.get(name) is None else _value(each, given[name])
        for name, each in known.items()
    }


def shown_settings(
    declared: Iterable[PluginSetting], values: Mapping[str, object]
) -> tuple[ShownSetting, ...]:
    """The settings for people."""
    return tuple(
        ShownSetting(
            each.name,
            "••••••" if each.secret and values[each.name] else values[each.name],
            each.explanation,
            values[each.name] == each.default,
        )
        for each in declared
    )


def _value(setting: PluginSetting, value: object) -> object:
    kind = type(setting.default)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if kind is tuple and isinstance(value, list) and all(isinstance(each, str) for each in value):
        return tuple(value)
    if type(value) is not kind:
        shown = "what it is" if setting.secret else repr(value)
        raise WrongSetting(f"{setting.name} must be {_KINDS.get(kind, kind.__name__)}, not {shown}")
    return value
