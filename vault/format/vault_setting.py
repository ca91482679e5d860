"""The settings `vault.yaml` may hold, and what their values mean. Pure.

Vaults are synced and shared, so nothing in one may name code, a command, a model, an address or a path
out of the vault: such settings belong into a person's own configuration.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from zoneinfo import ZoneInfo

from vault.format.field_value import FieldFault
from vault.format.report import quoted
from vault.model.memory import RECORD_TYPES

SettingReader = Callable[[object], object]
SettingTable = Mapping[str, "SettingReader | SettingTable"]
"""Readers by name; a table in a table is a group of settings."""

MAX_DAYS = 36_500
DEFAULT_TIMEZONE = "UTC"
DEFAULT_NOTE_FOLDERS = ("notes",)

_YES_OR_NO = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
_WORD = re.compile(r"[A-Za-z]+")
_FORBIDDEN = """
    address api binary cache cmd command dir directory embedder embedding endpoint exec executable file folder
    hook hooks host hub import llm model models module path paths plugin plugins port program proxy python run
    script secret server shell token uri url urls webhook
"""
_FORBIDDEN_WORDS = frozenset(_FORBIDDEN.split())
_VAULT_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_UNSAFE_IN_FOLDER = re.compile(r"[\\:*?\[\]{}<>|\x00-\x1f]")


def is_forbidden(name: str) -> bool:
    """Whether a setting that nobody knows names a path, an address, a command or a model."""
    words = (word.lower() for word in _WORD.findall(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name)))
    return not _FORBIDDEN_WORDS.isdisjoint(words)


def read_setting_text(value: object) -> str:
    """One text."""
    if not isinstance(value, str):
        raise _bad(value, "one text")
    return value.strip()


def read_vault_id(value: object) -> str:
    """The id of the vault. It becomes part of folder names, so it may not hold anything a path could."""
    text = read_setting_text(value)
    if not _VAULT_ID.fullmatch(text):
        raise _bad(value, "an id: at most 64 letters, digits, _ and -")
    return text


def read_setting_texts(value: object) -> tuple[str, ...]:
    """A list of texts, or one text."""
    items = value if isinstance(value, list) else [value]
    return tuple(read_setting_text(item) for item in items)


def read_language(value: object) -> str:
    """`zh` or `en`, also as `zh-CN` and the like."""
    word = read_setting_text(value).lower().replace("_", "-").split("-")[0]
    if word not in ("zh", "en"):
        raise _bad(value, "zh or en")
    return word


def read_timezone(value: object) -> str:
    """The IANA name of a timezone that this machine knows."""
    name = read_setting_text(value)
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        raise _bad(value, "a timezone like Asia/Shanghai") from None
    return name


def read_note_folders(value: object) -> tuple[str, ...]:
    """Folders inside the vault; `.` is the vault itself. One bad folder does not hide the others."""
    names = [name.strip().rstrip("/") or name for name in read_setting_texts(value)]
    good = tuple(dict.fromkeys(name for name in names if _is_inside(name)))
    bad = next((name for name in names if not _is_inside(name)), None)
    if bad is not None:
        fault = _bad(bad, "a folder inside the vault, like notes or work/notes")
        raise FieldFault(fault.code, fault.message, fault.hint, use=good or DEFAULT_NOTE_FOLDERS)
    return good or DEFAULT_NOTE_FOLDERS


def _is_inside(folder: str) -> bool:
    parts = folder.split("/")
    return folder == "." or not (_UNSAFE_IN_FOLDER.search(folder) or {"", ".", ".."} & set(parts))


def read_users(value: object) -> Mapping[str, str]:
    """People (or devices) by id, with their names: `id: {name: …}`, or `id: name`, or a list of ids."""
    if isinstance(value, list):
        return dict.fromkeys(read_setting_texts(value), "")
    if not isinstance(value, dict):
        raise _bad(value, "a mapping of user ids")
    names = {key: each.get("name") if isinstance(each, dict) else each for key, each in value.items()}
    return {str(key).strip(): name if isinstance(name, str) else "" for key, name in names.items()}


def read_group(value: object) -> dict[str, object]:
    """The settings of a group."""
    if not isinstance(value, dict):
        message = f"{quoted(value)} is not a group of settings"
        raise FieldFault("bad-setting", message, "write the settings below it, indented")
    return value


def whole_number(least: int, most: int) -> SettingReader:
    """A reader of whole numbers within bounds."""

    def read(value: object) -> int:
        text = value if isinstance(value, str) else ""
        if not re.fullmatch(r"\d{1,9}", text, re.ASCII) or not least <= int(text) <= most:
            raise _bad(value, f"a whole number from {least} to {most}")
        return int(text)

    return read


def number(least: float, most: float) -> SettingReader:
    """A reader of numbers within bounds."""

    def read(value: object) -> float:
        text = value if isinstance(value, str) else ""
        if not re.fullmatch(r"\d{1,9}(\.\d{1,9})?", text, re.ASCII) or not least <= float(text) <= most:
            raise _bad(value, f"a number from {least:g} to {most:g}")
        return float(text)

    return read


def yes_or_no(value: object) -> bool:
    """A reader of `true` and `false`, and of what people write in their place."""
    word = value.strip().lower() if isinstance(value, str) else ""
    if word not in _YES_OR_NO:
        raise _bad(value, "true or false")
    return _YES_OR_NO[word]


def _bad(value: object, wanted: str) -> FieldFault:
    return FieldFault("bad-setting", f"{quoted(value)} is not {wanted}", f"write {wanted}")


SETTINGS: SettingTable = {
    "format": whole_number(1, 999_999_999),
    "id": read_vault_id,
    "default_user": read_setting_text,
    "language": read_language,
    "timezone": read_timezone,
    "note_folders": read_note_folders,
    "extensions": read_setting_texts,
    "users": read_users,
    "devices": read_users,
    "recall": {
        "limit": whole_number(1, 100),
        "budget_tokens": whole_number(200, 20_000),
        "threshold": number(0, 1),
        "half_life_days": dict.fromkeys(RECORD_TYPES, number(1, MAX_DAYS)),
    },
    "lifecycle": {
        "inactive_after_days": whole_number(1, MAX_DAYS),
        "journal_retention_days": whole_number(0, MAX_DAYS),
        "record_usage": yes_or_no,
        "summary_idle_seconds": whole_number(10, 86_400),
        "summary_messages": whole_number(2, 1_000),
        "summarise_after_days": whole_number(1, MAX_DAYS),
        "keep_profile": yes_or_no,
        "mask": dict.fromkeys(("phone", "id_card", "bank_card", "email", "secret", "password"), yes_or_no),
    },
}
