"""`prompt`: what is remembered, as a block for a system prompt."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from vault.api.recall import recall
from vault.api.usage import count_hits

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.progress import Step


@dataclass(frozen=True, slots=True)
class Prompt:
    """A block for the system prompt; never for the user's message.

    Attributes:
        query: the question as asked.
        text: empty when nothing is relevant.
        ids: of the memories in it, in order.
        tokens: estimated size of `text`.
        notices: as in `Answer`.
        degraded: as in `Answer`.
    """

    query: str
    text: str
    ids: tuple[str, ...]
    tokens: int
    notices: tuple[str, ...] = ()
    degraded: bool = False

    def __str__(self) -> str:
        return self.text


def prompt(
    resources: Resources,
    query: str,
    *,
    user: str | None,
    limit: int | None,
    budget_tokens: int | None,
    now: datetime,
    progress: Step | None,
) -> Prompt:
    """The memories that answer a question, as many as fit into the budget.

    Args:
        resources: of the open vault.
        query: what the user says in this turn.
        user: as in `recall`.
        limit: memories at most; None: as configured.
        budget_tokens: size of the block at most; None: as configured.
        now: aware.
        progress: as in `recall`.

    Raises:
        UserRequired, UnknownUser, VaultVanished: as in `recall`.
    """
    from vault.recall.prompt_block import prompt_block

    settings = resources.settings
    answer = recall(
        resources,
        query,
        user=user,
        limit=limit,
        types=(),
        tags=(),
        namespaces=(),
        since=None,
        until=None,
        gate=True,
        now=now,
        progress=progress,
        counted=False,
    )
    block = prompt_block(
        answer.hits,
        language=settings.language,
        timezone=resources.zone,
        budget_tokens=budget_tokens or settings.recall.budget_tokens,
        limit=limit or settings.recall.limit,
    )
    shown = set(block.ids)
    count_hits(resources, [hit for hit in answer.hits if hit.id in shown], now)
    return Prompt(query, block.text, block.ids, block.tokens, answer.notices, answer.degraded)
