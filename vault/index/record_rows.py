"""Records as rows of the database, and back."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import fields
from datetime import datetime
from operator import attrgetter
from typing import Any

import numpy as np

from vault.index.ids import Ids
from vault.index.instants import from_microseconds, optional_instant, to_microseconds
from vault.index.record import Slot, StoredPassage, StoredRecord
from vault.model.memory import Relation

_COUNTED = ("useful", "useless", "wrong", "outdated")
_NOT_A_COLUMN = ("user_id", "path", *_COUNTED)
COLUMNS: tuple[str, ...] = tuple(each.name for each in fields(StoredRecord) if each.name not in _NOT_A_COLUMN)
_INSTANTS = frozenset(name for name in COLUMNS if name.endswith("_at") or name.startswith("valid_"))
_LISTS = frozenset(("tags", "supersedes", "superseded_by", "message_ids"))
_FLAGS = frozenset(("archived", "pinned", "sensitive", "profile"))

_get_fields = attrgetter(*COLUMNS)
_INSTANT_PLACES = tuple(COLUMNS.index(name) for name in sorted(_INSTANTS))
_LIST_PLACES = tuple(COLUMNS.index(name) for name in sorted(_LISTS))
_RELATIONS_PLACE = COLUMNS.index("relations")
_LINE_PLACE = COLUMNS.index("line")

_SELECT = (
    ", ".join(f"r.{name}" for name in COLUMNS)
    + ", u.user_id, f.path, r.replaced_by, t.hits, t.last_hit_at"
    + "".join(f", t.{name}" for name in _COUNTED)
)
_JOIN = (
    "JOIN users u ON u.number = r.user JOIN files f ON f.number = r.file "
    "LEFT JOIN usage_totals t ON t.id = r.id"
)


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


def select_session(
    connection: sqlite3.Connection,
    user_id: str,
    session_id: str,
    *,
    since: datetime | None = None,
    messages: Collection[str] | None = None,
) -> list[StoredRecord]:
    """Memories that a user's session gave; see `vault.index.index.Index.of_session`."""
    condition = (
        "r.session_id = :session AND r.session_id <> '' AND +u.user_id = :user"
        " AND r.served AND r.type <> 'message'"
    )
    if since is not None:
        condition += " AND r.created_at >= :since"
    if messages is not None:
        condition += (
            " AND EXISTS (SELECT 1 FROM json_each(r.message_ids) m"
            " WHERE m.value IN (SELECT value FROM json_each(:messages)))"
        )
    parameters = {
        "session": session_id,
        "user": user_id,
        "since": None if since is None else to_microseconds(since),
        "messages": json.dumps(sorted(messages or ()), ensure_ascii=False),
    }
    return select_records(connection, condition, parameters)


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


def select_slots(connection: sqlite3.Connection, user: int) -> tuple[Slot, ...]:
    """The exact facts of a user, by number: records with a `key`, whatever their status."""
    rows = connection.execute(
        "SELECT r.namespace, r.key, r.scene, p.id, r.id "
        "FROM records r JOIN passages p ON p.record = r.number "
        "WHERE r.user = ? AND r.key <> '' AND r.served ORDER BY p.id",
        (user,),
    )
    return tuple(Slot(*row) for row in rows)


def first_passages(connection: sqlite3.Connection, user: int, ids: Sequence[str]) -> Ids:
    """Ids of the first passage of each of a user's records with these ids, as far as there are such."""
    rows = connection.execute(
        "SELECT p.id FROM records r JOIN passages p ON p.record = r.number "
        "WHERE r.id IN (SELECT value FROM json_each(?)) AND +r.user = ? AND r.served AND p.ordinal = 0",
        (json.dumps(list(ids), ensure_ascii=False), user),
    )
    return np.array([row[0] for row in rows], dtype=np.int64)


def profile_passages(connection: sqlite3.Connection, user: int) -> Ids:
    """Ids of the passages of a user's profile notes, in file order."""
    rows = connection.execute(
        "SELECT p.id FROM records r JOIN passages p ON p.record = r.number "
        "JOIN files f ON f.number = r.file "
        "WHERE r.user = ? AND r.profile AND r.served ORDER BY f.path, p.ordinal",
        (user,),
    )
    return np.array([row[0] for row in rows], dtype=np.int64)


def tagged_records(connection: sqlite3.Connection, user: int, tags: Sequence[str]) -> Ids:
    """Numbers of a user's records that carry at least one of the tags."""
    folded = json.dumps([fold_tag(tag) for tag in tags], ensure_ascii=False)
    rows = connection.execute(
        "SELECT t.record FROM tags t JOIN records r ON r.number = t.record "
        "WHERE t.tag IN (SELECT value FROM json_each(?)) AND r.user = ?",
        (folded, user),
    )
    return np.array([row[0] for row in rows], dtype=np.int64)


def _record(row: Sequence[Any]) -> StoredRecord:
    values, (user_id, path, replaced_by), used = row[: len(COLUMNS)], row[-9:-6], row[-6:]
    known: dict[str, Any] = {
        name: _from_column(name, value) for name, value in zip(COLUMNS, values, strict=True)
    }
    if replaced_by != "[]":
        known["superseded_by"] = tuple(dict.fromkeys((*known["superseded_by"], *json.loads(replaced_by))))
    if used[0] is not None:
        known |= _with_usage(known, *used)
    return StoredRecord(user_id=user_id, path=path, **known)


def _with_usage(known: Mapping[str, Any], hits: int, last: int | None, *counts: int) -> dict[str, object]:
    """What usage files count, beside and added to what the line says."""
    times = [when for when in (known["last_hit_at"], optional_instant(last)) if when is not None]
    return {
        "hit_count": known["hit_count"] + hits,
        "last_hit_at": max(times, default=None),
        **dict(zip(_COUNTED, counts, strict=True)),
    }


def _from_column(name: str, value: object) -> object:
    if value is None:
        return None
    if name in _LISTS or name == "relations":
        return _listed(name, str(value)) if value != "[]" else ()
    if name in _INSTANTS:
        return from_microseconds(value)  # type: ignore[arg-type]
    return bool(value) if name in _FLAGS else value


def _listed(name: str, text: str) -> object:
    found = json.loads(text)
    return tuple(found) if name in _LISTS else tuple(Relation(*pair) for pair in found)
