"""What the person asks not to be kept at all, not even in the journal. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vault.lifecycle.wording import folded
from vault.model.turn import Turn

_IT = (
    r"(?:这个|这件事|这事|这些|这段|这条|这句话?|这话|下面|以下|接下来|我(?:刚才|刚刚|下面|接下来)?[说讲]的)"
    r"(?:的?(?:话|内容|事|对话|这些|都))?"
)
_NOT = r"(?:不用|不要|别|不必|无需|不许|请勿)"
_KEEP = r"(?:记(?!错|恨|仇)|存|保存|录)"
_BEGIN = r"(?:^|[,。!;:\n])\s*(?:请|麻烦|拜托)?你?(?:千万|先|也|都|就)?"
_OFF_RECORD = re.compile(
    r"\boff the record\b|\b(?:do not|don't|never) (?:write (?:this|that|it) down"
    r"|(?:save|store|remember|record|keep|note|log|memori[sz]e) (?:this|that|it))\b"
    rf"|{_IT}你?(?:就|都|请|千万|先)?{_NOT}(?:帮我|替我|给我)?{_KEEP}"
    rf"|{_BEGIN}{_NOT}(?:帮我|替我|给我)?{_KEEP}(?:住|下来?|录)?{_IT}"
    rf"|{_NOT}把{_IT}(?:也|都|给)?{_KEEP}"
    rf"|{_BEGIN}{_NOT}(?:帮我|替我|给我)?(?:记|存|保存)(?:下来?|住|录|起来)?[了啊哦呀]?(?=[,。!;:]|$)"
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
