"""Says nothing twice: passages of one record, repetitions, older values of an exact fact fold into one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from vault.index.tokens import normalise
from vault.recall.preference import preferred, reason
from vault.recall.result import Hit

_NOT_TEXT = re.compile(r"[\W_]+")
_ASIDE = re.compile(r"^(?:用户|我)+(?=..)|(?<=..)[啊呢吧呀哦]+$")
"""Who the person is goes without saying, and so does the tone."""


def fold(hits: Iterable[Hit]) -> list[Hit]:
    """The hits without repetitions, in their order.

    Of several passages of one record the first stays; so of several records with the same text, but for
    punctuation, who speaks (`用户`, `我`) and in what tone, and of a memory and the message that it was taken
    from the memory. Of several values of one exact fact (same namespace, key and scene) the newest stays, in
    the place of the first, and its `why` tells of the others. Texts that differ in a number or a `not` are
    different texts.
    """
    hits = tuple(hits)
    memories = {said_form(hit.content) for hit in hits if hit.type != "message"}
    records: set[str] = set()
    texts: set[str] = set()
    slots: dict[tuple[str, str, str], int] = {}
    kept: list[Hit] = []
    for hit in hits:
        text = said_form(hit.content)
        if hit.record.id in records or text in texts or (hit.type == "message" and text in memories):
            continue
        records.add(hit.record.id)
        texts.add(text)
        slot = (hit.record.namespace, normalise(hit.record.key), normalise(hit.record.scene))
        if not hit.record.key:
            kept.append(hit)
        elif slot in slots:
            kept[slots[slot]] = _newer(kept[slots[slot]], hit)
        else:
            slots[slot] = len(kept)
            kept.append(hit)
    return kept


def _newer(first: Hit, second: Hit) -> Hit:
    is_second = preferred(first.record, second.record) is second.record
    newest, older = (second, first) if is_second else (first, second)
    notes = (*first.why.notes, *second.why.notes, reason(newest.record, older.record))
    return replace(newest, why=replace(newest.why, notes=notes))


def said_form(content: str) -> str:
    """A text without what does not change its meaning."""
    return _ASIDE.sub("", _NOT_TEXT.sub("", normalise(content)))
