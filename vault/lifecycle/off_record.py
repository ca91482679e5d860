"""What the person asks not to be kept at all, not even in the journal. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vault.lifecycle.wording import folded
from vault.model.turn import Turn

_OFF_RECORD = re.compile(
    r"\boff the record\b|\b(?:do not|don't|never) (?:save|store|remember|record|keep|note) (?:this|that|it)\b"
    r"|(?:这个|这件事|这事|这些|这段|这句话?|下面|以下|接下来)(?:的?(?:话|内容|事))?(?:你)?(?:就|都)?"
    r"(?:不用|不要|别|不必|无需|不许)(?:帮我|替我|给我)?(?:记(?!错|恨)|存|保存|录)"
)


def on_the_record(turns: Sequence[Turn]) -> list[Turn]:
    """The turns that may be kept: without messages that ask not to be, and the answers to them.

    `这个不用记：…`, `Off the record, …`. Not to keep a whole conversation is a setting of the assistant.
    """
    kept: list[Turn] = []
    silent: set[str] = set()
    for turn in turns:
        if turn.role == "user":
            silent.discard(turn.session_id)
            if _OFF_RECORD.search(folded(turn.content)):
                silent.add(turn.session_id)
        if turn.session_id not in silent:
            kept.append(turn)
    return kept
