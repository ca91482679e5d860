"""What the service does, a function a route: from a checked request to the JSON document of the answer."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from datetime import datetime, timezone, tzinfo
from http import HTTPStatus
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from msgspec import UNSET, UnsetType

from vault.api.erasure_shape import moved_shape
from vault.api.journalling import MOST_CHARACTERS
from vault.api.period import begin_of, end_of, expiry
from vault.api.shapes import (
    answer_shape,
    captured_shape,
    extracted_shape,
    judged_shape,
    memory_shape,
    problem_shape,
    remembered_shape,
    status_shape,
)
from vault.api.turn_input import read_turns
from vault.errors import ConfigError
from vault.model.identifier import provisional_id
from vault.model.memory import DEFAULT_NAMESPACE, Memory, Source, SourceKind
from vault.service.problem_json import Refusal
from vault.service.requests import (
    Addressed,
    CaptureRequest,
    FeedbackRequest,
    FlushRequest,
    IdsRequest,
    ListRequest,
    PromptRequest,
    RecallRequest,
    RememberRequest,
    ShowRequest,
    SourceFields,
    TurnFields,
)
from vault.service.served_vault import ServedVault

Shape = dict[str, object]


def recall(served: ServedVault, request: RecallRequest) -> Shape:
    """The memories that answer a question; none when none is relevant."""
    vault, zone = served.vault, _zone(served)
    notices = served.notices
    with vault.courtesy.answering():
        answer = vault.recall(
            request.query,
            user=_named(request),
            limit=request.limit or None,
            types=request.types,
            tags=request.tags,
            namespaces=request.namespaces,
            since=_moment(begin_of, request.since, zone, "since"),
            until=_moment(end_of, request.until, zone, "until"),
            gate=request.gate,
            mode=served.mode,
        )
    shape = answer_shape(answer)
    shape["notices"] = [*notices, *answer.notices]
    shape["degraded"] = answer.degraded or bool(notices)
    return shape


def prompt(served: ServedVault, request: PromptRequest) -> Shape:
    """The block of memories for the system prompt of this turn; empty when there is nothing to say."""
    started = time.perf_counter()
    vault, notices = served.vault, served.notices
    with vault.courtesy.answering():
        block = vault.prompt(
            request.query,
            user=_named(request),
            limit=request.limit or None,
            budget_tokens=request.budget_tokens or None,
            session=request.session_id or "",
            opening=request.opening,
            mode=served.mode,
        )
    return {
        "block": block.text,
        "ids": list(block.ids),
        "tokens": block.tokens,
        "digest": hashlib.sha256(block.text.encode("utf-8", "replace")).hexdigest()[:16]
        if block.text
        else "",
        "withheld": list(block.withheld),
        "notices": [*notices, *block.notices],
        "degraded": block.degraded or bool(notices),
        "took_ms": round(1000 * (time.perf_counter() - started), 1),
    }


def remember(served: ServedVault, request: RememberRequest) -> Shape:
    """Write a memory down, on behalf of the assistant; what is known is not written twice."""
    zone = _zone(served)
    expires = None
    if request.expires_at:
        expires = _checked("expires_at", lambda: expiry(str(request.expires_at), zone, _now(), "expires_at"))
    user = request.user or ""
    namespace = request.namespace or DEFAULT_NAMESPACE
    memory = Memory(
        id=provisional_id(user, namespace, request.content),
        provisional=True,
        content=request.content,
        user_id=user,
        type=request.type,
        namespace=namespace,
        key=request.key,
        scene=request.scene,
        value=request.value,
        tags=tuple(request.tags),
        importance=request.importance,
        sensitive=request.sensitive,
        pinned=request.pinned,
        occurred_at=_moment(begin_of, request.occurred_at, zone, "occurred_at"),
        expires_at=expires,
        source=_source(request.source, request.arrived),
    )
    result = served.writes.put(memory, request.arrived)
    if result.action not in ("unchanged", "refused"):
        served.tell_changed(result.action, [result.id])
        served.tell_changed("archived", list(result.replaced))
    return remembered_shape(result)


def capture(served: ServedVault, request: CaptureRequest) -> Shape:
    """Journal what was said. Answered when it is on disk; facts are extracted behind."""
    lines = b"\n".join(map(_line, request.turns))
    read = read_turns(lines, zone=_zone(served))
    captured = served.vault.capture(read.turns, user=_named(request))
    return {**captured_shape(captured), "problems": [problem_shape(each) for each in read.problems]}


def _line(turn: TurnFields) -> bytes:
    """The turn as a line of a journal; of a very long message only what is looked at."""
    if len(turn.content) > 2 * MOST_CHARACTERS:
        turn = msgspec.structs.replace(turn, content=turn.content[: 2 * MOST_CHARACTERS])
    return msgspec.json.encode(turn)


def flush(served: ServedVault, request: FlushRequest) -> Shape:
    """Extract what waits, and sum up a conversation that is over for now."""
    done = served.vault.flush(request.session_id or "", user=_named(request))
    for each in (*done.remembered, *done.summaries):
        if each.action not in ("unchanged", "refused"):
            served.tell_changed(each.action, [each.id])
    return {"extracted": extracted_shape(done)}


def list_memories(served: ServedVault, request: ListRequest) -> Shape:
    """Memories, newest first; what is sensitive in them is covered."""
    _require_index(served)
    zone = _zone(served)
    records = served.vault.list(
        user=_named(request),
        types=request.types,
        tags=request.tags,
        namespaces=request.namespaces,
        since=_moment(begin_of, request.since, zone, "since"),
        until=_moment(end_of, request.until, zone, "until"),
        everything=request.everything,
        statuses=request.statuses,
        limit=request.limit,
    )
    return {"memories": [memory_shape(record) for record in records]}


def show(served: ServedVault, request: ShowRequest) -> Shape:
    """One memory, by its id or how that begins, history too; what is sensitive in it is covered."""
    _require_index(served)
    records = served.vault.show(request.id, user=_named(request))
    return {"memories": [memory_shape(record) for record in records]}


def forget(served: ServedVault, request: IdsRequest) -> Shape:
    """Take memories out of recall; `restore` brings them back."""
    return _moved(served, request, served.vault.forget)


def restore(served: ServedVault, request: IdsRequest) -> Shape:
    """Make memories count again that were forgotten, replaced, or had run out."""
    return _moved(served, request, served.vault.restore)


def feedback(served: ServedVault, request: FeedbackRequest) -> Shape:
    """Say what a memory was worth; wrong and outdated ones leave recall at once."""
    judged = served.vault.feedback(request.id, verdict=request.verdict, user=_named(request))
    served.tell_changed(request.verdict, [each.id for each in judged])
    return {"feedback": [judged_shape(each) for each in judged]}


def status(served: ServedVault, request: Addressed) -> Shape:
    """How index, watcher and model stand against the files."""
    del request
    shape = status_shape(served.vault.status())
    shape["service"] = served.shape
    return shape


def check(served: ServedVault, request: Addressed) -> Shape:
    """Everything that is wrong in the vault's text."""
    del request
    return {"problems": [problem_shape(each) for each in served.vault.check().problems]}


def _moved(served: ServedVault, request: IdsRequest, move: Callable[..., Any]) -> Shape:
    moved = move(*request.ids, user=_named(request))
    for each in moved:
        if each.action != "unchanged":
            served.tell_changed(each.action, [each.id])
    return {"memories": [moved_shape(each) for each in moved]}


def _source(given: SourceFields | UnsetType, kind: SourceKind) -> Source | None:
    if given is UNSET:
        return None
    return Source(
        kind=kind,
        session_id=given.session_id,
        message_ids=tuple(given.message_ids),
        agent_id=given.agent_id,
        channel=given.channel,
    )


def _require_index(served: ServedVault) -> None:
    """An empty list would say that there is nothing."""
    if not served.vault.built_meanwhile():
        read, files = served.vault.files_read
        raise Refusal(
            HTTPStatus.SERVICE_UNAVAILABLE,
            "index-building",
            f"the index is being built for the first time ({read} of {files or '?'} files are read)",
            "ask again in a moment; GET /v1/status tells how far it is",
            retry_after=1,
        )


def _named(request: Addressed) -> str | None:
    return request.user or None


def _zone(served: ServedVault) -> tzinfo:
    return ZoneInfo(served.vault.settings.timezone)


def _moment(
    parse: Callable[[str, tzinfo, str], datetime], given: str | UnsetType, zone: tzinfo, field: str
) -> datetime | None:
    return _checked(field, lambda: parse(given, zone, field)) if given else None


def _checked(field: str, parse: Callable[[], datetime]) -> datetime:
    try:
        moment = parse()
        return moment.astimezone(timezone.utc)
    except (ConfigError, ValueError, OverflowError) as error:
        raise Refusal(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            "bad-request",
            f"{field} is no date",
            "for example 2026-11-30 or 2026-11-30T18:00:00+08:00",
        ) from error


def _now() -> datetime:
    return datetime.now(timezone.utc)
