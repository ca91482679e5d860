"""The summary of a piece of conversation, by a fixed template. Pure; the same turns give the same text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from vault.lifecycle.extract.candidate import Candidate, Kind
from vault.lifecycle.mood import moods
from vault.lifecycle.open_question import open_questions
from vault.lifecycle.trust import gives_orders
from vault.model.summary_text import SummaryPart, summary_text
from vault.model.turn import Turn

LEAST_ITEMS = 2
"""With fewer a summary would only say again what one memory says."""
_MOST_ITEMS: Mapping[SummaryPart, int] = {"facts": 8, "project": 4, "open": 3, "mood": 4}
_LONGEST_ITEM = 80
_SECTIONS: Mapping[Kind, SummaryPart] = {
    "project": "project",
    "decision": "project",
    "liking": "mood",
    "food": "mood",
    "manner": "mood",
}


def summarise(
    turns: Sequence[Turn], candidates: Iterable[Candidate], *, language: Literal["zh", "en"]
) -> str:
    """What is worth keeping of `turns` as a whole; empty: nothing.

    Sections: facts about the user, the state of projects, open questions, mood and preferences; those of
    which nothing is known are left out. So is what is sensitive, and text that gives orders to a model.

    Args:
        turns: of one session, in order.
        candidates: what they propose (`extract_in_context`).
        language: of the titles; the statements stay in the language in which they were said.
    """
    items: dict[SummaryPart, list[str]] = {"facts": [], "project": [], "open": [], "mood": []}
    for candidate in candidates:
        if not (candidate.sensitive or candidate.known_only):
            items[_SECTIONS.get(candidate.kind, "facts")].append(candidate.content)
    items["open"].extend(open_questions(turns))
    for turn in turns:
        if turn.role == "user":
            items["mood"].extend(moods(turn.content))
    kept: dict[str, list[str]] = {
        section: _kept(said, _MOST_ITEMS[section]) for section, said in items.items()
    }
    if sum(map(len, kept.values())) < LEAST_ITEMS:
        return ""
    return summary_text(kept, language)


def _kept(said: Iterable[str], most: int) -> list[str]:
    """The first few, each once and on one line."""
    plain = (" ".join(each.split()).rstrip("。.;；") for each in said)
    short = (each if len(each) <= _LONGEST_ITEM else each[: _LONGEST_ITEM - 1] + "…" for each in plain)
    return [each for each in dict.fromkeys(short) if each and not gives_orders(each)][:most]
