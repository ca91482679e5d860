"""The kinds of fields that requests are made of. Their limits are part of the API's document."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from vault.model.memory import RECORD_TYPES, RecordType
from vault.model.memory import Status as MemoryStatus

Name = Annotated[str, Meta(min_length=1, max_length=200)]
"""Of a user, a vault, a namespace, a session; ids of memories."""
Place = Annotated[str, Meta(min_length=1, max_length=4096)]
"""The id of a vault, or its path."""
Words = Annotated[str, Meta(max_length=500)]
Query = Annotated[str, Meta(max_length=100_000)]
Content = Annotated[str, Meta(max_length=100_000)]
Message = Annotated[str, Meta(max_length=2_000_000)]
Names = Annotated[list[Name], Meta(max_length=100)]
Tags = Annotated[list[Words], Meta(max_length=100)]
Types = Annotated[list[RecordType], Meta(max_length=len(RECORD_TYPES))]
Statuses = Annotated[list[MemoryStatus], Meta(max_length=4)]
Ids = Annotated[list[Name], Meta(min_length=1, max_length=200)]
Limit = Annotated[int, Meta(ge=1, le=100)]
ListLimit = Annotated[int, Meta(ge=1, le=10_000)]
Budget = Annotated[int, Meta(ge=200, le=20_000)]
Share = Annotated[float, Meta(ge=0, le=1)]
Moment = Annotated[
    str,
    Meta(
        min_length=4,
        max_length=64,
        description="A date, a day of the vault's time zone, or an instant.",
        extra_json_schema={"anyOf": [{"format": "date"}, {"format": "date-time"}]},
    ),
]
Expiry = Annotated[
    str,
    Meta(
        min_length=2,
        max_length=64,
        description="A date, its end in the vault's time zone; an instant; or a span from now: 30d, 12h, 2w.",
        extra_json_schema={
            "anyOf": [
                {"format": "date"},
                {"format": "date-time"},
                {"pattern": "^[1-9][0-9]{0,3} ?[hdw]$"},
            ]
        },
    ),
]
Verdict = Literal["useful", "useless", "wrong", "outdated"]
Role = Literal["user", "assistant"]
