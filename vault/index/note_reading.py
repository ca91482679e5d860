"""What is read out of a note beside what the format says, by whoever opens the index."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from vault.model.note import Note


def as_written(note: Note) -> Note:
    """Nothing else."""
    return note


@dataclass(frozen=True, slots=True)
class NoteReading:
    """A further reading of notes.

    Attributes:
        read: gives the note its tags and relations; the same note always the same ones.
        identity: an index made with another one reads its notes anew.
    """

    read: Callable[[Note], Note] = as_written
    identity: tuple[str, ...] = ()
