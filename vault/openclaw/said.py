"""What people and the assistant said in a conversation of OpenClaw, from its entries."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from typing import Any, Literal

from vault.model.turn import Role, Turn

Reason = Literal["machine", "somebody-else", "empty", "unreadable", "compressed"]
"""Why something that stood there is no turn: of a clock or another program; of a person who was not asked
for; without words; broken; packed, and there is no Node here that unpacks it."""

_ROLES: dict[str, Role] = {"user": "user", "assistant": "assistant"}
_SILENT = ("NO_REPLY", "HEARTBEAT_OK")
_MACHINE = ("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>", "System: ", "[cron:", "Read HEARTBEAT.md")
_BY_PEOPLE = (None, "external_user")


@dataclass(frozen=True, slots=True)
class Unsaid:
    """Something that is no turn."""

    reason: Reason
    sender: str = ""


def turns_of(
    entries: Iterable[object], session: str, agent: str, senders: Collection[str] = ()
) -> Iterator[Turn | Unsaid]:
    """Each message of a person with the answer to it; no tool results, thoughts or system lines.

    Args:
        entries: decoded, in order; `Unsaid` stands for one that could not be.
        session: id of the conversation, unless its first entry says another.
        agent: whose it is.
        senders: ids of the people who are meant; empty: the owner, and whoever has no id.
    """
    answer: Turn | None = None
    listening = True
    number = 0
    for entry in entries:
        if isinstance(entry, Unsaid):
            yield entry
            continue
        found = entry if isinstance(entry, dict) else {}
        if found.get("type") == "session" and isinstance(found.get("id"), str):
            session = found["id"]
        message = found.get("message") if found.get("type") == "message" else None
        role = _ROLES.get(str(message.get("role"))) if isinstance(message, dict) else None
        if role is None or not isinstance(message, dict):
            continue
        content = _text(message.get("content"))
        at = _instant(message.get("timestamp")) or _instant(found.get("timestamp"))
        if role == "assistant":
            if listening and content and content not in _SILENT:
                answer = _joined(answer, Turn(session[:200], number + 1, role, content, at, agent_id=agent))
            continue
        if answer is not None:
            yield answer
        answer = None
        unsaid = _why_not(message, content, senders)
        listening = unsaid is None
        number += 2
        yield unsaid or Turn(
            session[:200], number, role, content, at, agent_id=agent, channel=_channel(message)
        )
    if answer is not None:
        yield answer


def _joined(before: Turn | None, more: Turn) -> Turn:
    """An answer goes on after a tool was called."""
    return more if before is None else replace(more, content=f"{before.content}\n{more.content}")


def _why_not(message: Mapping[str, Any], content: str, senders: Collection[str]) -> Unsaid | None:
    host = _mapping(message.get("__openclaw"))
    sender = str(host.get("senderId") or "")
    if _mapping(message.get("provenance")).get("kind") not in _BY_PEOPLE or content.startswith(_MACHINE):
        return Unsaid("machine")
    if not content:
        return Unsaid("empty")
    own = not sender or bool(host.get("senderIsOwner"))
    if (sender not in senders) if senders else not own:
        return Unsaid("somebody-else", sender)
    return None


def _channel(message: Mapping[str, Any]) -> str:
    return str(_mapping(_mapping(message.get("__openclaw")).get("transport")).get("channel") or "")


def _mapping(value: object) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}


def _text(content: object) -> str:
    if isinstance(content, str):
        return content.strip()
    if not isinstance(content, list):
        return ""
    parts = (part.get("text") for part in content if isinstance(part, dict) and part.get("type") == "text")
    return "\n".join(part for part in parts if isinstance(part, str)).strip()


def _instant(value: object) -> datetime | None:
    try:
        if isinstance(value, (int, float)):
            return datetime.fromtimestamp(value / 1000 if value > 1e11 else value, timezone.utc)
        parsed = datetime.fromisoformat(str(value).replace("Z", "+00:00"))
    except (ValueError, OverflowError, OSError):
        return None
    return parsed if parsed.tzinfo else parsed.replace(tzinfo=timezone.utc)
