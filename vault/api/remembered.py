"""What became of something that was to be remembered. Pure values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Action = Literal["added", "merged", "superseded", "unchanged", "refused"]


@dataclass(frozen=True, slots=True)
class Remembered:
    """The answer of the write gate to one memory.

    Attributes:
        action: `added`; `merged`: an old memory says so, and has been brought up to date; `superseded`: added
            in place of old ones; `unchanged`: known already; `refused`: nothing was written.
        id: of the memory that says it now; empty when refused.
        content: as it is written, masked.
        replaced: ids of memories that are history now.
        path: of its file, relative to the vault.
        line: 1-based.
        warnings: what the person should know, in the vault's language.
        reason: a word for why, e.g. `same-slot`, `moved`, `same-meaning`, `empty`.
        conflicts: ids of memories that contradict it, none of which a rule can prefer.
        user_id: whose it is.
    """

    action: Action
    id: str = ""
    content: str = ""
    replaced: tuple[str, ...] = ()
    path: str = ""
    line: int = 0
    warnings: tuple[str, ...] = ()
    reason: str = ""
    conflicts: tuple[str, ...] = ()
    user_id: str = ""
