"""Plugins on the way of an answer: they may leave hits out, say something about them, raise or lower them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from vault.plugin_api.values import Recalled
from vault.recall.result import Hit

if TYPE_CHECKING:
    from vault.plugin_api.run_hooks import Plugins


class RankFactors:
    """Raises and lowers hits by the factors of plugins.

    Args:
        plugins: at least one of which has some.
        seconds: how long each may take.
    """

    def __init__(self, plugins: Plugins, seconds: float) -> None:
        self._plugins = plugins
        self._seconds = seconds

    def __call__(self, query: str, hits: Sequence[Hit]) -> Sequence[Mapping[str, float]]:
        """Named factors for each hit."""
        return self._plugins.weigh(query, [recalled(hit) for hit in hits], self._seconds)


def after_recall(plugins: Plugins, query: str, hits: Sequence[Hit], seconds: float) -> tuple[Hit, ...]:
    """The hits that plugins leave, in their order, with their notes among the reasons."""
    left = {
        each.place: each for each in plugins.after_recall(query, [recalled(hit) for hit in hits], seconds)
    }
    return tuple(
        _noted(hit, left[place].note)
        for hit, place in ((hit, (hit.id, hit.path, hit.line)) for hit in hits)
        if place in left
    )


def recalled(hit: Hit) -> Recalled:
    """A hit as plugins see it."""
    return Recalled(
        id=hit.id,
        type=hit.type,
        content=hit.content,
        relevance=float(hit.relevance),
        score=float(hit.score),
        created_at=hit.created_at,
        occurred_at=hit.occurred_at,
        namespace=hit.record.namespace,
        tags=hit.record.tags,
        path=hit.path,
        line=hit.line,
    )


def _noted(hit: Hit, note: str) -> Hit:
    return replace(hit, why=replace(hit.why, notes=(*hit.why.notes, note))) if note else hit
