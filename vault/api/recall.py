"""`recall`: the memories that answer a question."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from vault.api.usage import count_hits
from vault.errors import ModelBroken

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.progress import Step
    from vault.model.memory import RecordType
    from vault.recall.lexical import Floats
    from vault.recall.query import Mode, RecallRequest
    from vault.recall.result import Hit, RecallResult


@dataclass(frozen=True, slots=True)
class Answer:
    """What is remembered about a question.

    Attributes:
        query: the question as asked.
        user: for whom it was answered.
        hits: best first; empty when nothing is relevant.
        notices: what the reader should know about this answer, in the vault's language.
        degraded: whether something is missing from it: the model, or the latest changes.
        took_ms: milliseconds, looking at the disk included.
        timings: milliseconds of the parts.
    """

    query: str
    user: str
    hits: tuple[Hit, ...]
    notices: tuple[str, ...] = ()
    degraded: bool = False
    took_ms: float = 0.0
    timings: Mapping[str, float] = field(default_factory=dict)


def recall(
    resources: Resources,
    query: str,
    *,
    user: str | None,
    limit: int | None,
    types: Sequence[RecordType],
    tags: Sequence[str],
    namespaces: Sequence[str],
    since: datetime | None,
    until: datetime | None,
    gate: bool,
    now: datetime,
    progress: Step | None,
    mode: Mode = "hybrid",
    counted: bool = True,
) -> Answer:
    """Bring the index in step if the disk may have changed, and ask it.

    Args:
        resources: of the open vault.
        query: the question, as the person put it.
        user: whose memories; None: the configured user, or the only one.
        limit: hits at most; None: as configured.
        types: only these; empty: all.
        tags: only with one of these.
        namespaces: only in these.
        since: only what happened (else was written down) then or later.
        until: only what happened before.
        gate: return nothing when nothing is relevant enough.
        now: aware; decides what is current, and what `last week` means.
        progress: told how far bringing the index in step is.
        mode: which scores count. `words` waits for no model that is still loading, not even to embed what is
            new: that is left to the next time.
        counted: whether hits count as uses of their memories; without the gate they never do.

    Raises:
        UserRequired: several users and none named.
        UnknownUser: nothing here belongs to this one.
        VaultVanished: the vault held memories and is empty now.
    """
    from vault.recall.query import RecallRequest

    started = time.perf_counter()
    loading = mode == "words" and not resources.models.ready
    shortcomings = resources.in_step.keep_to_answer(now, progress, words_only=loading)
    looked = time.perf_counter()
    settings = resources.settings.recall
    request = RecallRequest(
        query=query,
        user_id=resources.user(user),
        limit=limit or settings.limit,
        types=tuple(types),
        tags=resources.spellings(tags),
        namespaces=resources.spellings(namespaces),
        since=since,
        until=until,
        gate=gate,
        threshold=settings.threshold,
        mode=mode,
    )
    found = _ask(resources, request, now)
    hits = _past_plugins(resources, query, found.hits)
    if counted and gate:
        count_hits(resources, hits, now)
    finished = time.perf_counter()
    shortcomings += resources.model_notices
    return Answer(
        query=query,
        user=request.user_id,
        hits=hits,
        notices=tuple(dict.fromkeys([*shortcomings, *found.notices, *_plugin_faults(resources)])),
        degraded=bool(shortcomings),
        took_ms=1000 * (finished - started),
        timings={"in_step": 1000 * (looked - started), **found.timings},
    )


def evidence(resources: Resources, request: RecallRequest, now: datetime) -> tuple[Floats, tuple[str, ...]]:
    """What relevance is judged by, for every candidate of a question; the index must be in step.

    Args:
        resources: of the open vault.
        request: the question.
        now: aware.

    Returns:
        A row of `vault.recall.relevance.FEATURES` a candidate, `(n, features)`, and whose record each is.
    """
    ranking = resources.recaller.ranking(request, now, resources.zone)
    passages = {each.id: each for each in resources.index.user(request.user_id).passages(ranking.ids)}
    return ranking.evidence, tuple(passages[int(each)].record.id for each in ranking.ids)


def _ask(resources: Resources, request: RecallRequest, now: datetime) -> RecallResult:
    try:
        return resources.recaller.recall(request, now, resources.zone)
    except ModelBroken as fault:
        resources.give_up_model(fault)
        return resources.recaller.recall(request, now, resources.zone)


def _past_plugins(resources: Resources, query: str, hits: tuple[Hit, ...]) -> tuple[Hit, ...]:
    if not resources.plugins.own or not hits:
        return hits
    from vault.api.plugged_recall import after_recall

    return after_recall(resources.plugins, query, hits, resources.settings.recall.plugin_limit_ms / 1000)


def _plugin_faults(resources: Resources) -> tuple[str, ...]:
    return tuple(problem.message for problem in resources.plugins.recall_problems)
