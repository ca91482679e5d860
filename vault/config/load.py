"""Settings put together: defaults < user file < vault.yaml < environment < flags, each with its origin.

A wrong value in the user's own file, in a variable or in a flag is an error, because its owner is
sitting here. A wrong value in `vault.yaml` may come from another device: it is passed over and noted.
"""

from __future__ import annotations

import dataclasses
import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import yaml

from vault.config.settings import SETTINGS, Setting, Settings
from vault.errors import ConfigError

D = TypeVar("D")

DEFAULT_ORIGIN = "default"
VAULT_ORIGIN = "vault.yaml"


@dataclass(frozen=True, slots=True)
class LoadedSettings:
    """The settings, and where each came from.

    Attributes:
        settings: typed and checked.
        origins: dotted name -> `default`, `/path/config.yaml:3`, `vault.yaml`, `MEMVAULT_USER`, `--user`.
        passed_over: what `vault.yaml` says and is not followed, one sentence each.
    """

    settings: Settings
    origins: Mapping[str, str]
    passed_over: tuple[str, ...] = ()

    def value(self, name: str) -> object:
        """The value of the setting with this dotted name."""
        found: object = self.settings
        for part in name.split("."):
            found = getattr(found, part)
        return found


@dataclass(frozen=True, slots=True)
class _Given:
    value: object
    origin: str


def load_settings(
    *,
    user_file: Path,
    vault: Mapping[str, object] | None = None,
    environ: Mapping[str, str] | None = None,
    flags: Mapping[str, object] | None = None,
) -> LoadedSettings:
    """Settings from all five places.

    Args:
        user_file: need not exist.
        vault: dotted name -> value, as `vault.yaml` has it; other names than settings are not looked at.
        environ: environment variables, e.g. `os.environ`; empty ones count as unset.
        flags: dotted name -> value from the command line or the caller; None counts as unset.

    Raises:
        ConfigError: names the place (`file:line`, variable or flag), what is wrong and what is expected.
    """
    given = _from_file(user_file)
    from_vault, passed_over = _from_vault(vault or {})
    given |= from_vault
    for each in SETTINGS:
        if each.variable and (environ or {}).get(each.variable, "").strip():
            given[each.name] = _Given((environ or {})[each.variable], each.variable)
        if (flags or {}).get(each.name) is not None:
            given[each.name] = _Given((flags or {})[each.name], FLAG + each.name.rpartition(".")[2])
    values = {name: _checked(_BY_NAME[name], one) for name, one in given.items()}
    origins = {each.name: DEFAULT_ORIGIN for each in SETTINGS}
    origins |= {name: one.origin for name, one in given.items()}
    return LoadedSettings(_build(Settings, "", values), origins, passed_over)


_BY_NAME = {each.name: each for each in SETTINGS}
FLAG = "--"
"""With this the origin of a setting begins that was given on the command line, or by a caller."""


def taken_from_vault(old: LoadedSettings, new: LoadedSettings) -> LoadedSettings:
    """`old` with those settings of `new` that a vault may set; what a flag or a caller has set stays."""
    taken = {each.name for each in SETTINGS if each.in_vault and not old.origins[each.name].startswith(FLAG)}
    chosen = {each.name: new if each.name in taken else old for each in SETTINGS}
    values = {name: loaded.value(name) for name, loaded in chosen.items()}
    origins = {name: loaded.origins[name] for name, loaded in chosen.items()}
    return LoadedSettings(_build(Settings, "", values), origins, new.passed_over)


def differing(one: LoadedSettings, other: LoadedSettings) -> tuple[str, ...]:
    """Names of the settings that have another value, but for those that a flag or a caller has set."""
    return tuple(
        each.name
        for each in SETTINGS
        if one.value(each.name) != other.value(each.name) and not one.origins[each.name].startswith(FLAG)
    )


def _build(group: type[D], prefix: str, values: Mapping[str, object]) -> D:
    arguments: dict[str, object] = {}
    for each in dataclasses.fields(cast("type[Any]", group)):
        name = prefix + each.name
        if not each.metadata:
            arguments[each.name] = _build(cast("type[Any]", each.default_factory), f"{name}.", values)
        elif name in values:
            arguments[each.name] = values[name]
    return group(**arguments)


def _checked(setting: Setting, given: _Given) -> object:
    try:
        return setting.parse(given.value)
    except ValueError as error:
        # what holds more than one value may hold a key: it is not repeated
        shown = "" if isinstance(given.value, (dict, list)) else f", not {given.value!r}"
        raise ConfigError(given.origin, f"{setting.name} {error}{shown}") from None


def _from_vault(values: Mapping[str, object]) -> tuple[dict[str, _Given], tuple[str, ...]]:
    given: dict[str, _Given] = {}
    passed_over = []
    for name, value in values.items():
        setting = _BY_NAME.get(name)
        if setting is None or value is None or value == "":
            continue
        if not setting.in_vault:
            passed_over.append(f"{name} cannot be set in a vault; it belongs into your own config.yaml")
            continue
        try:
            setting.parse(value)
        except ValueError as error:
            passed_over.append(f"{name} {error}, not {value!r}")
        else:
            given[name] = _Given(value, VAULT_ORIGIN)
    return given, tuple(passed_over)


def _from_file(path: Path) -> dict[str, _Given]:
    if path.exists() and not path.is_file():
        raise ConfigError(str(path), "is not a regular file")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return {}
    except UnicodeDecodeError as error:
        raise ConfigError(str(path), "is not UTF-8 text", "save it as UTF-8") from error
    except OSError as error:
        raise ConfigError(str(path), f"cannot be read: {error.strerror}") from error
    try:
        return _parsed(path, text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f"{path}:{mark.line + 1}" if mark else str(path)
        what = getattr(error, "problem", None) or "this is not YAML"
        raise ConfigError(where, what, "correct or delete the line") from error


def _parsed(path: Path, text: str) -> dict[str, _Given]:
    loader = yaml.SafeLoader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            return {}
        if not isinstance(node, yaml.MappingNode):
            raise ConfigError(f"{path}:1", "must hold settings, one `name: value` a line")
        return {
            name: _Given(value, f"{path}:{line}")
            for name, value, line in _flattened(loader, node, path, "")
            if value is not None
        }
    finally:
        loader.dispose()


def _flattened(
    loader: yaml.SafeLoader, node: yaml.MappingNode, path: Path, prefix: str
) -> Iterator[tuple[str, object, int]]:
    for key, value in node.value:
        name, line = f"{prefix}{key.value}", key.start_mark.line + 1
        if isinstance(value, yaml.MappingNode) and any(known.startswith(f"{name}.") for known in _BY_NAME):
            yield from _flattened(loader, value, path, f"{name}.")
        elif name in _BY_NAME:
            yield name, loader.construct_object(value, deep=True), line
        else:
            close = difflib.get_close_matches(name, _BY_NAME, n=1)
            hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(_BY_NAME)}"
            raise ConfigError(f"{path}:{line}", f"there is no setting {name}", hint)
