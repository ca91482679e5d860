"""The fields of each kind of record, and checking an object against them.

The tables are the one place that names all fields in code; `schema/` says the same for other programs (a
test compares).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import tzinfo
from itertools import islice

from vault.format.field_value import (
    IGNORE,
    FieldFault,
    Reader,
    read_content,
    read_count,
    read_flag,
    read_ids,
    read_instant,
    read_name,
    read_relations,
    read_sensitive,
    read_share,
    read_source,
    read_status,
    read_tags,
    read_text,
    read_type,
    read_user,
)
from vault.format.near_miss import near_miss
from vault.format.report import Report, quoted
from vault.format.yaml_value import (
    read_yaml_flag,
    read_yaml_instant,
    read_yaml_tags,
    read_yaml_text,
    read_yaml_title,
    read_yaml_user,
)

Locate = Callable[[str], tuple[int, int]]
"""Line and column of the value of a key, 1-based."""

_UNKNOWN_KEYS_LOOKED_AT = 20

MEMORY_FIELDS: Mapping[str, Reader] = {
    "id": read_name,
    "user_id": read_user,
    "namespace": read_name,
    "type": read_type,
    "content": read_content,
    "key": read_name,
    "scene": read_name,
    "value": read_text,
    "tags": read_tags,
    "importance": read_share,
    "confidence": read_share,
    "pinned": read_flag,
    "sensitive": read_sensitive,
    "created_at": read_instant,
    "updated_at": read_instant,
    "occurred_at": read_instant,
    "valid_from": read_instant,
    "valid_until": read_instant,
    "expires_at": read_instant,
    "status": read_status,
    "supersedes": read_ids,
    "superseded_by": read_ids,
    "relations": read_relations,
    "source": read_source,
    "last_hit_at": read_instant,
    "hit_count": read_count,
    "vector_id": read_text,
}
"""In the order in which they are written."""

MEMORY_FIELDS_NEVER_WRITTEN = frozenset({"last_hit_at", "hit_count", "vector_id"})
"""Accepted for the sake of imported files; the program keeps such counts in `usage/`."""

TURN_FIELDS: Mapping[str, Reader] = {
    "session_id": read_name,
    "turn": read_count,
    "role": read_text,
    "content": read_content,
    "at": read_instant,
    "ts": read_instant,
    "user_id": read_user,
    "agent_id": read_name,
    "channel": read_name,
    "digest": read_text,
}

USAGE_FIELDS: Mapping[str, Reader] = {
    "id": read_name,
    "hits": read_count,
    "last_hit_at": read_instant,
    "useful": read_count,
    "useless": read_count,
    "wrong": read_count,
    "outdated": read_count,
}

NOTE_FIELDS: Mapping[str, Reader] = {
    "id": read_yaml_text,
    "title": read_yaml_title,
    "aliases": read_yaml_tags,
    "alias": read_yaml_tags,
    "user_id": read_yaml_user,
    "namespace": read_yaml_text,
    "type": read_yaml_text,
    "tags": read_yaml_tags,
    "tag": read_yaml_tags,
    "created_at": read_yaml_instant,
    "created": read_yaml_instant,
    "date": read_yaml_instant,
    "updated_at": read_yaml_instant,
    "updated": read_yaml_instant,
    "modified": read_yaml_instant,
    "pinned": read_yaml_flag,
}
"""Of the front matter. Where several mean the same, the first one counts."""


@dataclass(frozen=True, slots=True)
class CheckedRecord:
    """The fields of a record that could be read, and its unknown keys as they were."""

    known: dict[str, object]
    unknown: dict[str, object]


def check_record(
    record: Mapping[str, object],
    fields: Mapping[str, Reader],
    *,
    place: Locate,
    zone: tzinfo,
    report: Report,
) -> CheckedRecord | None:
    """Read the fields of a record; None when it must not be used.

    Null and an empty text mean that the key is not there.

    Args:
        record: an object as it was read.
        fields: which fields it may have, one of the tables above.
        place: line and column of the value of a key, for problems.
        zone: in which times without an offset are read.
        report: takes the problems.
    """
    known: dict[str, object] = {}
    unknown: dict[str, object] = {}
    for key, value in record.items():
        reader = fields.get(key)
        if reader is None:
            unknown[key] = value
        elif value is not None and value != "":
            try:
                result = reader(value, zone)
            except FieldFault as fault:
                message = f"{key}: {fault.message}"
                if fault.fatal:
                    report.error(fault.code, *place(key), message, fault.hint)
                    return None
                where = (0, 0) if report.is_counting(fault.code) else place(key)
                report.warning(fault.code, *where, message, fault.hint)
                result = fault.use
            if result is not IGNORE and result != "":
                known[key] = result
    if unknown:
        _report_near_misses(unknown, tuple(fields), place, report)
    return CheckedRecord(known, unknown)


def _report_near_misses(
    unknown: Mapping[str, object],
    names: tuple[str, ...],
    place: Locate,
    report: Report,
) -> None:
    for key in islice(unknown, _UNKNOWN_KEYS_LOOKED_AT):
        meant = near_miss(key, names)
        if meant is not None:
            message = f"{quoted(key)} is not a known key"
            report.warning("near-miss-key", *place(key), message, f"did you mean `{meant}`?")
