"""Records as rows of the database, and back."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any

from vault.index.ids import Ids
from vault.index.instants import from_microseconds, to_microseconds
from vault.index.record import StoredPassage, StoredRecord
from vault.model.memory import Relation

_NOT_A_COLUMN = ("user_id", "path")
COLUMNS: tuple[str, ...] = tuple(each.name for each in fields(StoredRecord) if each.name not in _NOT_A_COLUMN)
_INSTANTS = frozenset(name for name in COLUMNS if name.endswith("_at") or name.startswith("valid_"))
_LISTS = frozenset(("tags", "supersedes", "superseded_by", "message_ids"))
_FLAGS = frozenset(("archived", "pinned", "sensitive", "profile"))

_get_fields = attrgetter(*COLUMNS)
_INSTANT_PLACES = tuple(COLUMNS.index(name) for name in sorted(_INSTANTS))
_LIST_PLACES = tuple(COLUMNS.index(name) for name in sorted(_LISTS))
_RELATIONS_PLACE = COLUMNS.index("relations")
_LINE_PLACE = COLUMNS.index("line")

_SELECT = ", ".join(f"r.{name}" for name in COLUMNS) + ", r.replaced_by, u.user_id, f.path"
_JOIN = "JOIN users u ON u.number = r.user JOIN files f ON f.number = r.file"


def fold_tag(tag: str) -> str:
    """The form in which tags are compared."""
    return unicodedata.normalize("NFKC", tag).strip().lstrip("#").casefold()


def record_values(record: StoredRecord) -> tuple[object, ...]:
    """The values of `COLUMNS`."""
    values = list(_get_fields(record))
    for place in _INSTANT_PLACES:
        if values[place] is not None:
            values[place] = to_microseconds(values[place])
    values[_RELATIONS_PLACE] = [(each.type, each.target) for each in record.relations]
    for place in (*_LIST_PLACES, _RELATIONS_PLACE):
        values[place] = json.dumps(values[place], ensure_ascii=False) if values[place] else "[]"
    return tuple(values)


def record_digest(user_id: str, values: Sequence[object]) -> bytes:
    """16 bytes that change with anything but the record's place.

    Args:
        user_id: whose it is.
        values: of `COLUMNS`.
    """
    content = (user_id, *values[:_LINE_PLACE], *values[_LINE_PLACE + 1 :])
    return hashlib.blake2b(repr(content).encode("utf-8", "replace"), digest_size=16).digest()


def select_records(
    connection: sqlite3.Connection, condition: str, parameters: Sequence[object] | Mapping[str, object]
) -> list[StoredRecord]:
    """Records that meet an SQL condition over `r` (records), `u` (users) and `f` (files)."""
    sql = f"SELECT {_SELECT} FROM records r {_JOIN} WHERE {condition}"
    return [_record(row) for row in connection.execute(sql, parameters)]


def select_passages(connection: sqlite3.Connection, ids: Ids) -> list[StoredPassage]:
    """Passages by id, in the order of `ids`; ids that are gone are left out."""
    sql = (
        f"SELECT {_SELECT}, p.id, p.text, p.context, p.line FROM passages p "
        f"JOIN records r ON r.number = p.record {_JOIN} "
        "WHERE p.id IN (SELECT value FROM json_each(?))"
    )
    found: dict[int, StoredPassage] = {}
    for row in connection.execute(sql, (json.dumps(ids.tolist()),)):
        record = _record(row[:-4])
        number, text, context, line = row[-4:]
        found[number] = StoredPassage(number, record, text, context, record.path, line)
    return [found[number] for number in ids.tolist() if number in found]


def _record(row: Iterable[Any]) -> StoredRecord:
    *values, replaced_by, user_id, path = row
    known: dict[str, Any] = {
        name: _from_column(name, value) for name, value in zip(COLUMNS, values, strict=True)
    }
    if replaced_by != "[]":
        known["superseded_by"] = tuple(dict.fromkeys((*known["superseded_by"], *json.loads(replaced_by))))
    return StoredRecord(user_id=user_id, path=path, **known)


def _from_column(name: str, value: object) -> object:
    if value is None:
        return None
    if name in _INSTANTS:
        return from_microseconds(value)  # type: ignore[arg-type]
    if name in _LISTS:
        return tuple(json.loads(value))  # type: ignore[arg-type]
    if name == "relations":
        return tuple(Relation(*pair) for pair in json.loads(value))  # type: ignore[arg-type]
    if name in _FLAGS:
        return bool(value)
    return value
