"""Commands asked of a running service instead of done here: much faster, since everything is loaded there.

Whatever the service cannot or does not do is done here as without it, and faults are told as without it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

if TYPE_CHECKING:
    from vault.api.remembered import Remembered
    from vault.cli.invocation import Invocation
    from vault.model.memory import RecordType

OWN_WAY = (
    "MEMVAULT_NOW",
    "MEMVAULT_MODEL",
    "MEMVAULT_LANGUAGE",
    "MEMVAULT_RECORD_USAGE",
    "MEMVAULT_AUTO_COMMIT",
)
"""Variables that ask for something else than what the service was started with."""


@dataclass(frozen=True, slots=True)
class ToldWhy:
    """Why something was recalled, as the service tells it."""

    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ToldHit:
    """A hit as the service tells it; see `vault.recall.result.Hit`."""

    id: str
    type: RecordType
    content: str
    relevance: float
    created_at: datetime | None
    occurred_at: datetime | None
    path: str
    line: int
    why: ToldWhy


@dataclass(frozen=True, slots=True)
class Told:
    """An answer of the service.

    Attributes:
        fields: the JSON document.
        zone: of the vault.
    """

    fields: dict[str, Any]
    zone: ZoneInfo


def ask(invocation: Invocation, path: str, fields: Mapping[str, object]) -> Told | None:
    """What the service of the vault answers to a POST; None: do it here.

    Messages are in the vault's language from then on.

    Args:
        invocation: names the vault and the user.
        path: of the route.
        fields: of the request; those that are None are left out.
    """
    if not invocation.may_ask_service or any(os.environ.get(name, "").strip() for name in OWN_WAY):
        return None
    from vault.api.locate import locate_vault
    from vault.service.client import ServiceFailed, find

    client = find(locate_vault(invocation.vault or None))
    if client is None:
        return None
    user = invocation.user or os.environ.get("MEMVAULT_USER", "").strip() or None
    with client:
        try:
            answer = client.post(path, {"user": user, **fields})
        except ServiceFailed:
            return None
    invocation.output.language = client.endpoint.language
    return Told(answer, ZoneInfo(client.endpoint.timezone))


def told_remembered(shape: Mapping[str, Any]) -> Remembered:
    """What became of a memory."""
    from vault.api.remembered import Remembered

    return Remembered(
        action=shape["action"],
        id=shape["id"],
        content=shape["content"],
        replaced=tuple(shape["replaced"]),
        path=shape["path"],
        line=shape["line"],
        warnings=tuple(shape["warnings"]),
        reason=shape["reason"],
        conflicts=tuple(shape["conflicts"]),
    )


def told_hit(shape: Mapping[str, Any]) -> ToldHit:
    """One hit of an answer."""
    return ToldHit(
        id=shape["id"],
        type=shape["type"],
        content=shape["content"],
        relevance=shape["relevance"],
        created_at=_instant(shape["created_at"]),
        occurred_at=_instant(shape["occurred_at"]),
        path=shape["path"],
        line=shape["line"],
        why=ToldWhy(shape["why"]),
    )


def _instant(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text.replace("Z", "+00:00")) if text else None
