"""The fields of each kind of record, and checking an object against them.

The tables are the one place that names all fields in code; `schema/` says the same for other programs (a
test compares).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import tzinfo

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
from vault.format.json_line import ObjectLine
from vault.format.near_miss import near_miss
from vault.format.report import Report, quoted

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


@dataclass(frozen=True, slots=True)
class CheckedRecord:
    """The fields of an object that could be read, and its unknown keys as they were."""

    known: dict[str, object]
    unknown: dict[str, object]


def check_record(
    found: ObjectLine, fields: Mapping[str, Reader], zone: tzinfo, report: Report
) -> CheckedRecord | None:
    """Read the fields of an object; None when it must not be used.

    Null and an empty text mean that the key is not there.
    """
    known: dict[str, object] = {}
    unknown: dict[str, object] = {}
    for key, value in found.record.items():
        reader = fields.get(key)
        if reader is None:
            unknown[key] = value
        elif value is not None and value != "":
            try:
                known[key] = reader(value, zone)
            except FieldFault as fault:
                place = (
                    fault.code,
                    found.line.number,
                    found.column(key),
                    f"{key}: {fault.message}",
                    fault.hint,
                )
                if fault.fatal:
                    report.error(*place)
                    return None
                report.warning(*place)
                if fault.use is not IGNORE:
                    known[key] = fault.use
            if known.get(key) == "":
                del known[key]
    if unknown:
        _report_near_misses(found, unknown, fields, report)
    return CheckedRecord(known, unknown)


def _report_near_misses(
    found: ObjectLine, unknown: Mapping[str, object], fields: Mapping[str, Reader], report: Report
) -> None:
    names = tuple(fields)
    for key in unknown:
        meant = near_miss(key, names)
        if meant is not None and meant not in found.record:
            message = f"{quoted(key)} is not a known key"
            report.warning(
                "near-miss-key", found.line.number, found.column(key), message, f"did you mean `{meant}`?"
            )
