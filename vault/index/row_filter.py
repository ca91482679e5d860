"""Which passages a search may return, decided before any ranking. Evaluated by `vault.index.columns`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from vault.model.memory import RecordType, Status


@dataclass(frozen=True, slots=True)
class RowFilter:
    """Conditions on the record of a passage; all of them must hold, an empty one always does.

    Attributes:
        namespaces: its namespace is one of these.
        types: its type is one of these.
        tags: it carries at least one of these (compared NFKC-folded).
        since: it happened (else: was created) then or later; records without a time are left out.
        until: it happened (else: was created) before this instant.
        statuses: its status is one of these.
        archived: also what lies in `archive/`.
        current_at: true at this instant: begun, not over, not expired, not superseded. Recall passes
            `now`; None leaves validity aside (`list`, `show`).
    """

    namespaces: tuple[str, ...] = ()
    types: tuple[RecordType, ...] = ()
    tags: tuple[str, ...] = ()
    since: datetime | None = None
    until: datetime | None = None
    statuses: tuple[Status, ...] = ("active",)
    archived: bool = False
    current_at: datetime | None = None
