"""`vault.yaml`: what marks a folder as a vault, and the settings that travel with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal
from zoneinfo import ZoneInfo

from vault.errors import UnsupportedFormat, VaultSettingsBroken
from vault.format.conflict_marker import find_conflicts, marker_sign
from vault.format.decode import RawLine, foreign_encoding, split_lines
from vault.format.defaults import Defaults
from vault.format.field_value import IGNORE, FieldFault
from vault.format.near_miss import near_miss
from vault.format.report import Report, quoted
from vault.format.vault_setting import SETTINGS, SettingReader, SettingTable, is_forbidden, read_group
from vault.format.vault_yaml_text import vault_yaml_text
from vault.format.version import FORMAT_VERSION, KNOWN_EXTENSIONS
from vault.format.yaml_text import NULL_WORDS, YamlFault, YamlMapping, read_yaml_mapping
from vault.problem import Problem

Language = Literal["zh", "en"]
_PLAIN_CONFLICTS = re.compile(rb"(?:<\|?=>)+")


@dataclass(frozen=True, slots=True)
class VaultYaml:
    """The settings of a vault. `recall` and `lifecycle` hold only what the file sets, checked.

    Attributes:
        timezone: an IANA name that exists on this machine.
        note_folders: relative folders whose `.md` files are notes; `.` is the whole vault.
        users: names of the people, by user id.
        devices: what people call their devices, by device id.
        extra: unknown settings as they were read; nothing may depend on them.
        given: names of the settings that the file sets; the others have their defaults.
    """

    format: int = FORMAT_VERSION
    id: str = ""
    default_user: str = ""
    language: Language = "zh"
    timezone: str = "UTC"
    note_folders: tuple[str, ...] = ("notes",)
    extensions: tuple[str, ...] = ()
    users: Mapping[str, str] = field(default_factory=dict)
    devices: Mapping[str, str] = field(default_factory=dict)
    recall: Mapping[str, object] = field(default_factory=dict)
    lifecycle: Mapping[str, object] = field(default_factory=dict)
    extra: Mapping[str, object] = field(default_factory=dict)
    given: frozenset[str] = field(default=frozenset(), compare=False)

    def defaults(self, device: str = "") -> Defaults:
        """What the records of this vault inherit."""
        return Defaults(
            user_id=self.default_user,
            timezone=ZoneInfo(self.timezone),
            device=device,
            users=tuple(self.users),
            note_folders=self.note_folders,
        )


@dataclass(frozen=True, slots=True)
class ParsedVaultYaml:
    """The settings, and what is wrong with the file though it can be used."""

    settings: VaultYaml
    problems: tuple[Problem, ...]


def parse_vault_yaml(data: bytes, *, path: str = "vault.yaml") -> ParsedVaultYaml:
    """Read the settings of a vault.

    Raises:
        UnsupportedFormat: a newer format, or an unknown extension.
        VaultSettingsBroken: not UTF-8, not YAML, not a mapping, or without a `format`.
    """
    report = Report(path)
    found = _read_first_side(data, path, report)
    _require_known_format(found, path)
    reader = _SettingsReader(found, report)
    known, extra = reader.read(found.values, SETTINGS, "")
    for key in found.twice:
        message = f"{quoted(key)} stands twice"
        reader.report.warning("duplicate-key", *found.places[key], message, "delete one of the two")
    if found.values.get("id") is None:
        hint = "write an id that no other vault has, like `id: vault_` and 20 random letters"
        reader.report.warning("missing-setting", 0, 0, "there is no `id`", hint)
    settings = VaultYaml(**known, extra=extra, given=frozenset(known))  # type: ignore[arg-type]  # checked by the table
    unknown = [name for name in settings.extensions if name not in KNOWN_EXTENSIONS]
    if unknown:
        raise UnsupportedFormat(path, f"the vault uses an unknown extension, {', '.join(unknown)}")
    return ParsedVaultYaml(settings, reader.report.problems())


def format_vault_yaml(settings: VaultYaml) -> str:
    """The text of a new `vault.yaml`, with comments in the vault's language that explain the vault."""
    return vault_yaml_text(
        vault_id=settings.id,
        default_user=settings.default_user,
        language=settings.language,
        timezone=settings.timezone,
        note_folders=settings.note_folders,
    )


def _read(data: bytes, path: str) -> YamlMapping:
    if foreign_encoding(data):
        raise VaultSettingsBroken(path, "the file is not UTF-8 text")
    try:
        found = read_yaml_mapping(data.decode("utf-8-sig"))
    except UnicodeDecodeError as fault:
        line = data[: fault.start].count(b"\n") + 1
        raise VaultSettingsBroken(f"{path}:{line}:0", "the line is not UTF-8") from None
    except YamlFault as fault:
        raise VaultSettingsBroken(f"{path}:{fault.line}:{fault.column}", fault.message) from None
    if found is None or found.values.get("format") is None:
        raise VaultSettingsBroken(path, f"there is no `format: {FORMAT_VERSION}`")
    return found


def _read_first_side(data: bytes, path: str, report: Report) -> YamlMapping:
    """The settings; of a conflict that git left those of its first side, so that recall goes on."""
    lines = split_lines(data)
    conflicts = find_conflicts(lines, only_whole=False)
    if not conflicts.openings:
        return _read(data, path)
    signs = {line.number: marker_sign(line.raw) for line in lines if line.number in conflicts.markers}
    broken = VaultSettingsBroken(f"{path}:{conflicts.openings[0]}:1", "git left a conflict here")
    if not _PLAIN_CONFLICTS.fullmatch(b"".join(signs.values())):
        raise broken
    found, other = (_read(_side(lines, signs, sign), path) for sign in (b"<", b"="))
    if any(found.values.get(name) != other.values.get(name) for name in ("format", "id")):
        raise broken
    for number in conflicts.openings:
        message = "git left a conflict here; its first side counts"
        report.error("conflict-marker", number, 1, message, "keep what is right and delete the marker lines")
    return found


def _side(lines: Iterable[RawLine], signs: Mapping[int, bytes], wanted: bytes) -> bytes:
    """The text of one side; what is not of it is blank, so that the numbers of the lines stay."""
    kept, within = [], b">"
    for line in lines:
        within = signs.get(line.number, within)
        kept.append(line.raw if line.number not in signs and within in (wanted, b">") else b"\n")
    return b"".join(kept)


def _require_known_format(found: YamlMapping, path: str) -> None:
    text = str(found.values["format"])
    if not (text.isascii() and text.isdigit() and 0 < len(text) < 10 and int(text) > 0):
        line, column = found.places["format"]
        raise VaultSettingsBroken(f"{path}:{line}:{column}", f"{quoted(text)} is not a format version")
    if int(text) != FORMAT_VERSION:
        raise UnsupportedFormat(path, f"format {text}; this program knows format {FORMAT_VERSION}")


@dataclass(frozen=True, slots=True)
class _SettingsReader:
    """Checks settings against a table of readers."""

    found: YamlMapping
    report: Report

    def read(
        self, values: Mapping[str, object], table: SettingTable, prefix: str
    ) -> tuple[dict[str, object], dict[str, object]]:
        """The settings of one group that can be used, and the unknown ones as they are."""
        known: dict[str, object] = {}
        unknown: dict[str, object] = {}
        for key, value in values.items():
            name = prefix + key
            entry = table.get(key)
            if entry is None:
                if self._is_harmless(name, table):
                    unknown[key] = value
            elif value is not None and value not in NULL_WORDS:
                result = self._one(name, value, entry)
                if result is not IGNORE:
                    known[key] = result
        return known, unknown

    def _one(self, name: str, value: object, entry: SettingReader | SettingTable) -> object:
        try:
            if callable(entry):
                return entry(value)
            return self.read(read_group(value), entry, f"{name}.")[0]
        except FieldFault as fault:
            place = self.found.places[name]
            self.report.warning(fault.code, *place, f"{name}: {fault.message}", fault.hint)
            return fault.use

    def _is_harmless(self, name: str, table: SettingTable) -> bool:
        place = self.found.places[name]
        if is_forbidden(name):
            hint = "set it in your own configuration: a vault may come from someone else"
            self.report.warning("setting-not-allowed", *place, f"{quoted(name)} is ignored in a vault", hint)
            return False
        meant = near_miss(name.rpartition(".")[2], tuple(table))
        hint = f"did you mean `{meant}`?" if meant else "delete it; schema/FORMAT.md lists the settings"
        self.report.warning("unknown-setting", *place, f"nobody reads {quoted(name)}", hint)
        return True
