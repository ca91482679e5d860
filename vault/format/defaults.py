"""What a record inherits from its vault when it does not say so itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timezone, tzinfo


@dataclass(frozen=True, slots=True)
class Defaults:
    """Inherited values.

    Attributes:
        user_id: `default_user` of `vault.yaml`; empty when the vault names none.
        timezone: in which dates and times without an offset are read.
        device: the device whose folder the file is in, or empty.
        users: ids of the people listed in `vault.yaml`; `notes/<one of them>/` belongs to that person.
        note_folders: where notes are, relative to the vault; `.` is the vault itself.
    """

    user_id: str = ""
    timezone: tzinfo = timezone.utc
    device: str = ""
    users: tuple[str, ...] = ()
    note_folders: tuple[str, ...] = ("notes",)
