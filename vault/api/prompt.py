"""`prompt`: what is remembered, as a block for a system prompt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from vault.api.conversation_opening import Opening
from vault.api.conversation_opening import opening as opening_of
from vault.api.recall import recall
from vault.api.usage import count_hits
from vault.index.contents import memory_of
from vault.lifecycle.trust import gives_orders, may_be_injected

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.progress import Step
    from vault.recall.query import Mode
    from vault.recall.result import Hit

SPARE = 3
"""Hits asked for beyond those wanted, to stand in for what is withheld."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A block for the system prompt; never for the user's message.

    Attributes:
        query: the question as asked.
        text: empty when nothing is relevant.
        ids: of the memories in it, in order.
        tokens: estimated size of `text`.
        withheld: ids of relevant memories that are not in it, since their text gives orders to the model and
            is not the owner's.
        notices: as in `Answer`.
        degraded: as in `Answer`.
    """

    query: str
    text: str
    ids: tuple[str, ...]
    tokens: int
    withheld: tuple[str, ...] = ()
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
    session: str = "",
    opening: bool = False,
    mode: Mode = "hybrid",
    counted: bool = True,
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
        session: the conversation that this is a turn of: what was said in it is not recalled into it.
        opening: it is the first turn: who the person is and what is open is told, too.
        mode: as in `recall`.
        counted: likewise.

    Raises:
        UserRequired, UnknownUser, VaultVanished: as in `recall`.
    """
    from vault.recall.prompt_block import prompt_block

    settings = resources.settings
    wanted = limit or settings.recall.limit
    answer = recall(
        resources,
        query,
        user=user,
        limit=wanted + SPARE,
        types=(),
        tags=(),
        namespaces=(),
        since=None,
        until=None,
        gate=True,
        now=now,
        progress=progress,
        counted=False,
        mode=mode,
    )
    sessions = resources.spellings([session] if session else ())
    found = [hit for hit in answer.hits if not _is_of_session(hit, sessions)]
    hits = [hit for hit in found if is_injectable(hit)]
    shown_first = [hit.id for hit in hits[:wanted]]
    begin = opening_of(resources, answer.user, known=shown_first, now=now) if opening else Opening((), ())
    block = prompt_block(
        [*hits[:wanted], *begin.matters] if opening else hits,
        language=settings.language,
        timezone=resources.zone,
        budget_tokens=budget_tokens or settings.recall.budget_tokens,
        limit=wanted + len(begin.matters),
        profile="\n".join(begin.profile),
    )
    shown = set(block.ids)
    if counted:
        count_hits(resources, [hit for hit in hits if hit.id in shown], now)
    withheld = tuple(hit.id for hit in found if hit not in hits)
    return Prompt(query, block.text, block.ids, block.tokens, withheld, answer.notices, answer.degraded)


def _is_of_session(hit: Hit, sessions: Sequence[str]) -> bool:
    """Whether it is a slice of the conversation itself, which the model has before it anyway."""
    return hit.type == "message" and hit.record.session_id in sessions


def is_injectable(hit: Hit) -> bool:
    """Whether a hit may be put into a prompt unasked; notes are the owner's own files."""
    if hit.type == "message":
        return not gives_orders(hit.record.text)
    return hit.type == "note" or may_be_injected(memory_of(hit.record))
