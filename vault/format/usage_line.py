"""Usage as JSON lines: one line, some more counts of one memory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timezone

from vault.format.decode import RawLine
from vault.format.instant import format_instant
from vault.format.json_line import ObjectLine, read_json_lines
from vault.format.report import Report
from vault.format.schema_check import USAGE_FIELDS, check_record
from vault.model.usage import Usage
from vault.problem import Problem


@dataclass(frozen=True, slots=True)
class UsageFile:
    """What the usage file of one device holds, added up by memory id."""

    path: str
    lines: tuple[RawLine, ...]
    usage: Mapping[str, Usage]
    problems: tuple[Problem, ...]
    usable: bool = True
    partial_last_line: bool = False


def parse_usage(data: bytes, *, path: str) -> UsageFile:
    """Read a usage file; faults become problems, never exceptions."""
    report = Report(path)
    added_up: dict[str, Usage] = {}

    def accept(found: ObjectLine) -> None:
        checked = check_record(
            found.record, USAGE_FIELDS, place=found.place, zone=timezone.utc, report=report
        )
        if checked is None:
            return
        if "id" not in checked.known:
            report.error("missing-content", *found.place("id"), "there is no id", "delete the line")
            return
        usage = Usage(**checked.known)  # type: ignore[arg-type]  # checked by the field table
        added_up[usage.id] = added_up[usage.id] + usage if usage.id in added_up else usage

    text = read_json_lines(data, report, accept)
    return UsageFile(path, text.lines, added_up, report.problems(), text.usable, text.partial_last_line)


def format_usage(usage: Usage) -> str:
    """The canonical line of a memory's counts, without a line end; counts of zero are left out."""
    record: dict[str, object] = {}
    for key in USAGE_FIELDS:
        value = getattr(usage, key)
        if value:
            record[key] = format_instant(value) if key == "last_hit_at" else value
    return json.dumps(record, ensure_ascii=False)
