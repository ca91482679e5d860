"""The JSON shapes of the contract: what `--json` prints and the service answers."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from vault.api.as_json import as_json, instant

if TYPE_CHECKING:
    from vault.api.capture import Captured
    from vault.api.extraction import Extracted
    from vault.api.feedback import Judged
    from vault.api.pin import Pinning
    from vault.api.recall import Answer
    from vault.api.reflection import Reflection, ReflectReport
    from vault.api.remembered import Remembered
    from vault.api.status import Status
    from vault.api.tidy import Tidied
    from vault.api.watch import WatchEvent
    from vault.index.record import StoredRecord
    from vault.index.report import IndexReport
    from vault.problem import Problem
    from vault.recall.result import Hit

_EMPTY = (None, "", (), False)
_ALWAYS = ("id", "user_id", "namespace", "type", "status", "content", "created_at", "path", "line")


CONCEALED = "••••••"


def conceal(record: StoredRecord) -> StoredRecord:
    """The record with what is sensitive in it covered; others as they are."""
    if not record.sensitive:
        return record
    covered = record.text.replace(record.value, CONCEALED) if record.value else CONCEALED
    return dataclasses.replace(record, text=covered, value=CONCEALED if record.value else "")


def memory_shape(record: StoredRecord, *, reveal: bool = False) -> dict[str, object]:
    """One memory of `{"memories": […]}`: the fields of the format, empty ones left out, and its place.

    Args:
        record: the memory.
        reveal: show what is sensitive, too.
    """
    record = record if reveal else conceal(record)
    fields: dict[str, object] = {
        "id": record.id,
        "user_id": record.user_id,
        "namespace": record.namespace,
        "type": record.type,
        "status": record.status,
        "content": record.text,
        "title": record.title,
        "key": record.key,
        "scene": record.scene,
        "value": record.value,
        "tags": record.tags,
        "importance": record.importance,
        "confidence": record.confidence,
        "pinned": record.pinned,
        "sensitive": record.sensitive,
        "archived": record.archived,
        "created_at": instant(record.created_at),
        "updated_at": instant(record.updated_at),
        "occurred_at": instant(record.occurred_at),
        "valid_from": instant(record.valid_from),
        "valid_until": instant(record.valid_until),
        "expires_at": instant(record.expires_at),
        "supersedes": record.supersedes,
        "superseded_by": record.superseded_by,
        "relations": [as_json(each) for each in record.relations] or None,
        "source": record.source_kind,
        "session_id": record.session_id,
        "hit_count": record.hit_count,
        "last_hit_at": instant(record.last_hit_at),
        "useful": record.useful,
        "useless": record.useless,
        "wrong": record.wrong,
        "outdated": record.outdated,
        "path": record.path,
        "line": record.line,
    }
    return {name: as_json(value) for name, value in fields.items() if name in _ALWAYS or value not in _EMPTY}


def answer_shape(answer: Answer) -> dict[str, object]:
    """The answer to a question."""
    return {
        "query": answer.query,
        "hits": [hit_shape(hit) for hit in answer.hits],
        "took_ms": round(answer.took_ms, 1),
        "user_id": answer.user,
        "notices": list(answer.notices),
    }


def hit_shape(hit: Hit) -> dict[str, object]:
    """One hit; numbers to four places.

    `injectable` is false for what gives orders to the model and is not the owner's: it must not be put into a
    prompt unasked, and whoever shows it to a model says so.
    """
    from vault.api.prompt import is_injectable

    return {
        "id": hit.id,
        "type": hit.type,
        "content": hit.content,
        "relevance": round(float(hit.relevance), 4),
        "score": round(float(hit.score), 4),
        "created_at": instant(hit.created_at),
        "occurred_at": instant(hit.occurred_at),
        "path": hit.path,
        "line": hit.line,
        "injectable": is_injectable(hit),
        "why": as_json(hit.why.as_dict()),
    }


def remembered_shape(result: Remembered) -> dict[str, object]:
    """What became of one memory."""
    return {
        "action": result.action,
        "id": result.id,
        "content": result.content,
        "replaced": list(result.replaced),
        "conflicts": list(result.conflicts),
        "path": result.path,
        "line": result.line,
        "reason": result.reason,
        "warnings": list(result.warnings),
    }


def captured_shape(captured: Captured) -> dict[str, object]:
    """What became of turns; `extracted` only when that was waited for."""
    shape: dict[str, object] = {
        "journalled": captured.journalled,
        "known": captured.known,
        "skipped": captured.skipped,
        "places": [
            {"path": place.path, "line": place.first_line, "count": place.count} for place in captured.places
        ],
        "pending": captured.pending,
    }
    if captured.extracted is not None:
        shape["extracted"] = extracted_shape(captured.extracted)
    return shape


def extracted_shape(extracted: Extracted) -> dict[str, object]:
    """What extraction gave."""
    return {
        "turns": extracted.turns,
        "remembered": [remembered_shape(each) for each in extracted.remembered],
        "summaries": [remembered_shape(each) for each in extracted.summaries],
        "failed": extracted.failed,
    }


def judged_shape(judged: Judged) -> dict[str, object]:
    """One verdict of `{"feedback": […]}`, and where the memory is now."""
    return {
        "id": judged.id,
        "verdict": judged.verdict,
        "action": judged.action,
        "content": conceal(judged.record).text,
        "path": judged.path,
        "line": judged.line,
    }


def pinning_shape(pinning: Pinning) -> dict[str, object]:
    """One memory of what `pin` and `unpin` did."""
    return {
        "id": pinning.id,
        "pinned": pinning.pinned,
        "changed": pinning.changed,
        "content": conceal(pinning.record).text,
    }


def tidied_shape(tidied: Tidied) -> dict[str, object]:
    """What was tidied; memories as they were before."""
    return {
        "dry_run": tidied.dry_run,
        "expired": [memory_shape(each) for each in tidied.expired],
        "resting": [memory_shape(each) for each in tidied.resting],
        "waking": [memory_shape(each) for each in tidied.waking],
        "counted_since": instant(tidied.counted_since),
        "failed": [{"path": path, "message": str(error)} for path, error in tidied.failed],
    }


def reflect_shape(report: ReflectReport) -> dict[str, object]:
    """What was reflected upon, person by person; with `dry_run` what would be written."""
    return {
        "dry_run": report.dry_run,
        "users": [_reflection_shape(each) for each in report.reflections],
        "removed": list(report.removed),
        "failed": [{"path": path, "message": str(error)} for path, error in report.failed],
    }


def _reflection_shape(reflection: Reflection) -> dict[str, object]:
    profile = reflection.profile
    return {
        "user_id": reflection.user,
        "days": [day.isoformat() for day in reflection.days],
        "proposed": [{"type": each.type, "content": each.content} for each in reflection.proposed],
        "remembered": [remembered_shape(each) for each in reflection.remembered],
        "profile": None if profile is None else {"path": profile.path, "diff": profile.diff},
        "summaries": [{"type": each.type, "content": each.content} for each in reflection.summaries],
        "summarised": [remembered_shape(each) for each in reflection.summarised],
    }


def status_shape(status: Status) -> dict[str, object]:
    """How things stand; `watcher` and `model` are objects."""
    beat = status.watcher.heartbeat
    return {
        "on_disk": status.on_disk,
        "indexed": status.indexed,
        "quarantined": status.quarantined,
        "behind": status.behind,
        "watcher": {
            "alive": status.watcher.alive,
            "reason": status.watcher.reason,
            **(beat.as_dict() if beat else {}),
        },
        "model": as_json(status.model),
        "clean": status.clean,
        "vault": str(status.root),
        "id": status.id,
        "users": list(status.users),
        "records": status.records,
        "passages": status.passages,
        "problems": status.problems,
        "conflicts": status.conflicts,
        "generation": status.generation,
        "copies": [str(copy) for copy in status.copies],
        "device": {"id": status.device, "shared": status.device_shared},
        "backup": as_json(status.backup),
    }


def event_shape(event: WatchEvent) -> dict[str, object]:
    """One line of `watch --json`."""
    shape: dict[str, object] = {"at": instant(event.at), "paths": list(event.paths)}
    if event.report is not None:
        shape |= report_shape(event.report)
    if event.fault is not None:
        shape["error"] = str(event.fault)
    return shape


def report_shape(report: IndexReport) -> dict[str, object]:
    """What a reconcile did; `problems` is their number."""
    return {
        "added": report.added,
        "changed": report.changed,
        "moved": report.moved,
        "removed": report.removed,
        "unchanged": report.unchanged,
        "records": report.records,
        "passages": report.passages,
        "embedded": report.embedded,
        "reused": report.reused,
        "problems": len(report.problems),
        "seconds": round(report.seconds, 3),
    }


def problem_shape(problem: Problem) -> dict[str, object]:
    """One problem of `{"problems": […]}`."""
    return {
        "path": problem.path,
        "line": problem.line,
        "column": problem.column,
        "code": problem.code,
        "message": problem.message,
        "hint": problem.hint,
        "severity": problem.severity,
    }
