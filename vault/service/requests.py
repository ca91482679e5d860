"""What clients may ask, field by field. Nothing else is let by: `user` may be misspelt."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType

from vault.model.memory import MemoryType, SourceKind
from vault.service.fields import (
    Budget,
    Content,
    Expiry,
    Ids,
    Limit,
    ListLimit,
    Message,
    Moment,
    Name,
    Names,
    Place,
    Query,
    Role,
    Share,
    Statuses,
    Tags,
    Types,
    Verdict,
    Words,
)


class Addressed(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """Of whom, and in which vault."""

    user: Name | UnsetType = UNSET
    vault: Place | UnsetType = UNSET


class RecallRequest(Addressed, kw_only=True, frozen=True):
    """A question; see `memvault recall`."""

    query: Query
    limit: Limit | UnsetType = UNSET
    types: Types = []
    tags: Tags = []
    namespaces: Names = []
    since: Moment | UnsetType = UNSET
    until: Moment | UnsetType = UNSET
    gate: bool = True
    explain: bool = False


class PromptRequest(Addressed, kw_only=True, frozen=True):
    """What the user says in this turn; `opening`: it is the first one of the session."""

    query: Query
    limit: Limit | UnsetType = UNSET
    budget_tokens: Budget | UnsetType = UNSET
    session_id: Name | UnsetType = UNSET
    opening: bool = False


class SourceFields(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True):
    """From which conversation something comes."""

    session_id: Words = ""
    agent_id: Words = ""
    channel: Words = ""
    message_ids: Annotated[list[Words], Meta(max_length=100)] = []


class RememberRequest(Addressed, kw_only=True, frozen=True):
    """Something to be remembered; `arrived`: by which way it came, which decides how far it is trusted."""

    content: Content
    type: MemoryType = "fact"
    namespace: Name | UnsetType = UNSET
    key: Words = ""
    scene: Words = ""
    value: Words = ""
    tags: Tags = []
    importance: Share = 0.5
    sensitive: bool = False
    pinned: bool = False
    occurred_at: Moment | UnsetType = UNSET
    expires_at: Expiry | UnsetType = UNSET
    source: SourceFields | UnsetType = UNSET
    arrived: SourceKind = "agent"


class TurnFields(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, frozen=True, omit_defaults=True):
    """One message of a conversation; `at` is an instant, or seconds since 1970."""

    session_id: Name
    role: Role
    content: Message
    turn: Annotated[int, Meta(ge=0, le=2**53 - 1)] | UnsetType = UNSET
    at: Moment | Annotated[float, Meta(ge=0, le=1e11)] | UnsetType = UNSET
    user_id: Name | UnsetType = UNSET
    agent_id: Words = ""
    channel: Words = ""


class CaptureRequest(Addressed, kw_only=True, frozen=True):
    """What was said, in order."""

    turns: Annotated[list[TurnFields], Meta(max_length=2_000)]


class FlushRequest(Addressed, kw_only=True, frozen=True):
    """A conversation that is over for now; without `session_id` only what waits is extracted."""

    session_id: Name | UnsetType = UNSET


class IdsRequest(Addressed, kw_only=True, frozen=True):
    """Memories, by id."""

    ids: Ids


class FeedbackRequest(Addressed, kw_only=True, frozen=True):
    """What a person says of a memory."""

    id: Name
    verdict: Verdict


class ListRequest(Addressed, kw_only=True, frozen=True):
    """Which memories to list; see `memvault list`."""

    types: Types = []
    tags: Tags = []
    namespaces: Names = []
    since: Moment | UnsetType = UNSET
    until: Moment | UnsetType = UNSET
    everything: bool = False
    statuses: Statuses = []
    limit: ListLimit = 1_000


class ShowRequest(Addressed, kw_only=True, frozen=True):
    """A memory, by id."""

    id: Name
