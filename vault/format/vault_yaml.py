"""`vault.yaml`: what marks a folder as a vault, and the settings that travel with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal
from zoneinfo import ZoneInfo

import yaml

from vault.errors import UnsupportedFormat, VaultSettingsBroken
from vault.format.defaults import Defaults
from vault.format.version import FORMAT_VERSION, KNOWN_EXTENSIONS
from vault.problem import Problem

Language = Literal["zh", "en"]


@dataclass(frozen=True, slots=True)
class VaultYaml:
    """The settings of a vault. `recall` and `lifecycle` hold only what the file sets, checked.

    Attributes:
        timezone: an IANA name that exists on this machine.
        note_folders: relative folders whose `.md` files are notes; `.` is the whole vault.
        users: names of the people, by user id.
        extra: unknown settings as they were read; nothing may depend on them.
    """

    format: int = FORMAT_VERSION
    id: str = ""
    default_user: str = ""
    language: Language = "zh"
    timezone: str = "UTC"
    note_folders: tuple[str, ...] = ("notes",)
    extensions: tuple[str, ...] = ()
    users: Mapping[str, str] = field(default_factory=dict)
    recall: Mapping[str, object] = field(default_factory=dict)
    lifecycle: Mapping[str, object] = field(default_factory=dict)
    extra: Mapping[str, object] = field(default_factory=dict)

    def defaults(self, device: str = "") -> Defaults:
        """What the records of this vault inherit."""
        return Defaults(self.default_user, ZoneInfo(self.timezone), device, tuple(self.users))


@dataclass(frozen=True, slots=True)
class ParsedVaultYaml:
    """The settings, and what is wrong with the file though it can be used."""

    settings: VaultYaml
    problems: tuple[Problem, ...]


def parse_vault_yaml(data: bytes, *, path: str = "vault.yaml") -> ParsedVaultYaml:
    """Read the settings of a vault.

    Raises:
        UnsupportedFormat: a newer format, or an unknown extension.
        VaultSettingsBroken: not YAML, not a mapping, or without `format`.
    """
    try:
        record = yaml.safe_load(data)
    except yaml.YAMLError as fault:
        raise VaultSettingsBroken(path, str(fault)) from None
    if not isinstance(record, dict) or "format" not in record:
        raise VaultSettingsBroken(path, "there is no `format: 1`")
    if record["format"] != FORMAT_VERSION or not KNOWN_EXTENSIONS.issuperset(record.get("extensions") or ()):
        raise UnsupportedFormat(path, f"format {record['format']}")
    names = ("id", "default_user", "language", "timezone", "users", "recall", "lifecycle")
    known = {name: record[name] for name in names if record.get(name)}
    return ParsedVaultYaml(VaultYaml(**known), ())


def format_vault_yaml(settings: VaultYaml) -> str:
    """The text of a new `vault.yaml`, with comments that explain the vault."""
    lines = [f"format: {settings.format}", f"id: {settings.id}"]
    lines += [f"default_user: {settings.default_user}", f"language: {settings.language}"]
    return "\n".join([*lines, f"timezone: {settings.timezone}", ""])
