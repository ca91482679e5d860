"""What comes out of a merge of files, whatever is in them. Pure values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault.history.version import Version


@dataclass(frozen=True, slots=True)
class Merged:
    """The merge of two versions of a file.

    Attributes:
        data: its bytes.
        lost: versions of memories that said something that `data` does not say any more; to be kept.
        side_by_side: sections of a note of which both versions stand in it now, one below the other.
        clean: False when conflict markers were left in `data`, as git leaves them.
    """

    data: bytes
    lost: tuple[Version, ...] = ()
    side_by_side: int = 0
    clean: bool = True


class CannotMerge(Exception):
    """A version of a file is not understood as a whole; nothing can be merged.

    Attributes:
        reason: why, as the end of a sentence.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def unchanged_on_one_side(ours: bytes, theirs: bytes, base: bytes | None) -> bytes | None:
    """The merge where there is nothing to merge: byte for byte one of the versions. Else None."""
    if theirs in (ours, base):
        return ours
    return theirs if ours == base else None
