"""What one JSON value means as a field: text, flag, share, time, tags, source, … Pure, one function a kind.

Each function takes the value (never null) and the timezone in which bare times are read, and returns the
typed value or raises `FieldFault`. Values that other programs write differently are read as they were
meant, with a fault that carries the value to use.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from datetime import datetime, tzinfo
from typing import Final

from vault.format.instant import parse_instant
from vault.format.report import quoted
from vault.model.memory import (
    MEMORY_TYPES,
    SOURCE_KINDS,
    STATUSES,
    MemoryType,
    Relation,
    Source,
    SourceKind,
    Status,
)

Reader = Callable[[object, tzinfo], object]

TRUE_WORDS = ("true", "yes", "on", "1", "是")
FALSE_WORDS = ("false", "no", "off", "0", "否")
_BETWEEN_TAGS = re.compile(r"[,，、;；\n]")
_DATE_HINT = "write it like 2026-01-08 or 2026-01-08T19:20:00+08:00"


class FieldFault(ValueError):
    """A value is not what its field should hold.

    Attributes:
        use: the value to use nonetheless, or `IGNORE`.
        fatal: the record must not be used at all.
    """

    def __init__(
        self, code: str, message: str, hint: str = "", *, use: object = None, fatal: bool = False
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.use = IGNORE if use is None else use
        self.fatal = fatal


class _Ignore:
    """The type of `IGNORE`."""


IGNORE: Final = _Ignore()
"""In `FieldFault.use`: the field keeps its default."""


def read_text(value: object, _zone: tzinfo) -> str:
    """Text as it stands. A number is read as the text it was written as."""
    if isinstance(value, str):
        return value
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        raise FieldFault(
            "wrong-type", f"{quoted(value)} is a number", f'write it as text: "{value}"', use=str(value)
        )
    raise _wrong_type(value, "text")


def read_name(value: object, zone: tzinfo) -> str:
    """An id, user, namespace or key: text without blanks around it."""
    return read_text(value, zone).strip()


def read_user(value: object, zone: tzinfo) -> str:
    """A user id. One that cannot be read must not fall back to the default user."""
    try:
        return read_name(value, zone)
    except FieldFault as fault:
        if fault.use is not IGNORE:
            raise
        hint = "without it, it is not known whose memory this is"
        raise FieldFault("wrong-type", fault.message, hint, fatal=True) from None


def read_content(value: object, _zone: tzinfo) -> str:
    """The statement itself; nothing but text will do."""
    if isinstance(value, str):
        return value
    fault = _wrong_type(value, "text")
    raise FieldFault(fault.code, fault.message, fault.hint, fatal=True)


def read_flag(value: object, _zone: tzinfo) -> bool:
    """True or false; `"yes"`, `"是"`, 1 and the like are read as they are meant."""
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower() if isinstance(value, (str, int)) else ""
    if word in TRUE_WORDS + FALSE_WORDS:
        raise FieldFault(
            "wrong-type",
            f"{quoted(value)} is not true or false",
            "write true or false",
            use=word in TRUE_WORDS,
        )
    raise _wrong_type(value, "true or false")


def read_sensitive(value: object, zone: tzinfo) -> bool:
    """A flag that is on when it cannot be read: better to hide too much."""
    try:
        return read_flag(value, zone)
    except FieldFault as fault:
        if fault.use is not IGNORE:
            raise
        raise FieldFault(fault.code, fault.message, f"{fault.hint}; read as true", use=True) from None


def read_share(value: object, _zone: tzinfo) -> float:
    """A number from 0 to 1."""
    number = _number(value)
    if not 0 <= number <= 1:  # also not for NaN
        raise FieldFault("out-of-range", f"{quoted(value)} is not between 0 and 1", "write a number like 0.8")
    if isinstance(value, str):
        raise FieldFault(
            "wrong-type", f"{quoted(value)} is text", f"write it without quotes: {value.strip()}", use=number
        )
    return number


def read_count(value: object, _zone: tzinfo) -> int:
    """A whole number, 0 or more."""
    number = _number(value)
    if not (math.isfinite(number) and number >= 0 and number == int(number)):
        raise FieldFault("out-of-range", f"{quoted(value)} is not a count", "write a whole number, 0 or more")
    return int(number)


def read_instant(value: object, zone: tzinfo) -> datetime:
    """A point in time, in UTC."""
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        raise FieldFault("bad-date", f"{quoted(value)} is not a time", _DATE_HINT)
    try:
        return parse_instant(value, zone)
    except ValueError:
        raise FieldFault("bad-date", f"{quoted(value)} is not a time", _DATE_HINT) from None


def read_type(value: object, _zone: tzinfo) -> MemoryType:
    """A memory type; an unknown one is read as `fact`."""
    for known in MEMORY_TYPES:
        if value == known:
            return known
    hint = f"use one of {', '.join(MEMORY_TYPES)}"
    raise FieldFault("unknown-type", f"{quoted(value)} is not a type; read as fact", hint, use="fact")


def read_status(value: object, _zone: tzinfo) -> Status:
    """A status. An unknown one may be a newer program's way of hiding a memory: read as `inactive`."""
    for known in STATUSES:
        if value == known:
            return known
    hint = f"use one of {', '.join(STATUSES)}"
    raise FieldFault("unknown-status", f"{quoted(value)} is not a status; not recalled", hint, use="inactive")


def read_tags(value: object, _zone: tzinfo) -> tuple[str, ...]:
    """Tags, each once: an array, or one text with commas; a `#` in front of a tag is dropped."""
    return _texts(_BETWEEN_TAGS.split(value) if isinstance(value, str) else value, drop="#")


def read_ids(value: object, _zone: tzinfo) -> tuple[str, ...]:
    """Ids, each once: an array, or one id."""
    return _texts([value] if isinstance(value, str) else value)


def read_relations(value: object, _zone: tzinfo) -> tuple[Relation, ...]:
    """Typed links: an array of objects with `type` and `target`; others in it are left out."""
    if not isinstance(value, list):
        raise _wrong_type(value, "an array")
    pairs = [(item.get("type"), item.get("target")) for item in value if isinstance(item, dict)]
    relations = tuple(
        Relation(kind, target) for kind, target in pairs if isinstance(kind, str) and isinstance(target, str)
    )
    if len(relations) < len(value):
        hint = 'write each like {"type": "part_of", "target": "mem_…"}'
        raise FieldFault("wrong-type", "not every relation has a type and a target", hint, use=relations)
    return relations


def read_source(value: object, _zone: tzinfo) -> Source:
    """Where a memory came from. A bare word, as other programs write it, is read as its channel."""
    if isinstance(value, str):
        hint = 'write it like {"kind": "agent", "channel": "chat"}'
        source = Source(kind=_kind(value) or "import", channel="" if _kind(value) else value)
        raise FieldFault("wrong-type", f"{quoted(value)} is not an object", hint, use=source)
    if not isinstance(value, dict):
        raise _wrong_type(value, "an object")
    names = ("session_id", "agent_id", "device", "channel")
    texts = {name: str(value[name]) for name in names if isinstance(value.get(name), (str, int))}
    message_ids = tuple(
        str(item) for item in _items(value.get("message_ids")) if isinstance(item, (str, int))
    )
    kind = value.get("kind", "owner")
    source = Source(kind=_kind(kind) or "import", message_ids=message_ids, **texts)
    if _kind(kind) is None:
        hint = f"use one of {', '.join(SOURCE_KINDS)}"
        raise FieldFault(
            "wrong-type", f"{quoted(kind)} is not a kind of source; read as import", hint, use=source
        )
    return source


def _items(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _kind(value: object) -> SourceKind | None:
    return next((known for known in SOURCE_KINDS if known == value), None)


def _texts(value: object, drop: str = "") -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _wrong_type(value, "an array of texts")
    usable = [item for item in value if isinstance(item, (str, int, float)) and not isinstance(item, bool)]
    names = (str(item).strip().removeprefix(drop) for item in usable)
    texts = tuple(dict.fromkeys(name for name in names if name))
    if len(usable) < len(value):
        raise FieldFault("wrong-type", "not every item is text", 'write each like "text"', use=texts)
    return texts


def _number(value: object) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            return math.inf
    try:
        return float(value) if isinstance(value, str) else math.nan
    except ValueError:
        raise _wrong_type(value, "a number") from None


def _wrong_type(value: object, wanted: str) -> FieldFault:
    return FieldFault(
        "wrong-type", f"{quoted(value)} is not {wanted}", f"write {wanted} here, or delete the key"
    )
