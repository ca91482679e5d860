"""What a reconcile did, and how the index stands against the disk. Pure values."""

from __future__ import annotations

from dataclasses import dataclass

from vault.errors import ModelBroken
from vault.problem import Problem


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What one reconcile did.

    Attributes:
        added: files that are new.
        changed: files whose content changed.
        removed: files that are gone.
        moved: files that have another path and the same content.
        unchanged: files with the same content, touched ones too.
        records: in the whole index, now.
        passages: likewise.
        embedded: texts that went through the model.
        reused: texts whose vectors came from the cache.
        problems: of the whole vault, now, sorted.
        seconds: the run took.
        generation: of the index after it.
        unsettled: files to look at again in a moment: written so recently, or with a last line so broken,
            that they may still be being written.
        notices: what a person may want to know about the index itself.
        model_fault: why new passages got no vectors although there is a model; they are found by words.
    """

    added: int = 0
    changed: int = 0
    removed: int = 0
    moved: int = 0
    unchanged: int = 0
    records: int = 0
    passages: int = 0
    embedded: int = 0
    reused: int = 0
    problems: tuple[Problem, ...] = ()
    seconds: float = 0.0
    generation: int = 0
    unsettled: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    model_fault: ModelBroken | None = None


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """How the index stands against the disk, by a scan without reading.

    Attributes:
        on_disk: files of the vault that hold something to index.
        indexed: of these, how many are in the index as they are on disk.
        quarantined: of these, how many could not be understood; their last good version is served.
        behind: what the next reconcile has to do: files to read or to remove, passages to embed.
        records: in the index.
        passages: in the index.
        without_vector: passages that only words can find so far.
        problems: how many are known in the vault's text.
    """

    on_disk: int
    indexed: int
    quarantined: int
    behind: int
    records: int
    passages: int
    without_vector: int
    problems: int

    @property
    def clean(self) -> bool:
        """Whether index and disk were found in step; never merely assumed."""
        return self.behind == 0
