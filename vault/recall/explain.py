"""Why something was recalled, as values and in one line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Why:
    """How a hit came to its place.

    Attributes:
        word_score: BM25 of the question's words, 0 when it has none of them.
        vector_score: centred cosine with the question; None when vectors were not compared.
        matched: words of the question that stand in it.
        slot: the question names its key (and scene): it comes first whatever the scores are.
        factors: what its age, importance and the like multiply its score by; 1 leaves it as it is.
        notes: further reasons in words, e.g. that an older value was folded into it.
    """

    word_score: float = 0.0
    vector_score: float | None = None
    matched: tuple[str, ...] = ()
    slot: bool = False
    factors: Mapping[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, object]:
        """For JSON."""
        return {
            "word_score": round(self.word_score, 4),
            "vector_score": None if self.vector_score is None else round(self.vector_score, 4),
            "matched": list(self.matched),
            "slot": self.slot,
            "factors": {name: round(factor, 4) for name, factor in self.factors.items()},
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        parts = ["exact slot"] if self.slot else []
        words = f" ({' '.join(self.matched)})" if self.matched else ""
        parts.append(f"words {self.word_score:.2f}{words}")
        if self.vector_score is not None:
            parts.append(f"vector {self.vector_score:.2f}")
        parts += [f"{name} ×{factor:.2f}" for name, factor in self.factors.items() if factor != 1]
        return " · ".join([*parts, *self.notes])
