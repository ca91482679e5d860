"""What a commit of the program says: what was learned, changed or forgotten, why, in which conversation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from vault.api.git_words import note_lines, summary, tale_line, tales_of
from vault.history.commit import FileWrite
from vault.history.record_changes import changes_between

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.model.memory import Source

WHYS: Mapping[str, tuple[str, str]] = {
    "same-slot": ("同一件事有了新的说法", "a new value of the same fact"),
    "says-more": ("说得更全", "it says more"),
    "grown": ("说得更全", "it says more"),
    "one-breath": ("接着刚才的话", "said in one breath"),
    "stopped": ("旧的已经结束", "what was there has ended"),
    "switched": ("换了", "exchanged for it"),
    "moved": ("搬了", "a move"),
    "now": ("说的是现在", "said of now"),
    "corrected": ("更正", "a correction"),
    "attribute": ("与另一条说法不同", "another one says it differently"),
    "denial": ("与另一条相反", "another one says the contrary"),
    "opposite": ("与另一条相反", "another one says the contrary"),
    "measure": ("数目与另一条不同", "another one has another number"),
    "in-part": ("与另一条有出入", "it contradicts a part of another one"),
    "expired": ("已过期", "it has run out"),
    "rests": ("很久没用到", "it was not used for long"),
    "wakes": ("又用到了", "it was used again"),
}
"""Why a memory was written, in words; a reason that is not known here (of a plugin) is told as it is."""
_MOST_LINES = 200
_MOST_SUBJECT = 120


@dataclass(frozen=True, slots=True)
class Action:
    """Something that the program did, to be committed.

    Attributes:
        name: the verb, e.g. `forget`.
        at: when.
        device: that did it.
        writes: in order.
        waits: it belongs to a conversation that goes on.
        reasons: why, by the id of the memory, in a word.
        sessions: the conversations that it is from, as far as no memory says so.
    """

    name: str
    at: datetime
    device: str
    writes: tuple[FileWrite, ...]
    waits: bool = False
    reasons: Mapping[str, str] = field(default_factory=dict)
    sessions: tuple[str, ...] = ()


def message_of(
    resources: Resources,
    actions: Sequence[Action],
    before: Mapping[str, bytes],
    after: Mapping[str, bytes],
    heading: str = "",
) -> str:
    """What a commit says: what was learned, changed or forgotten, why, and in which conversation.

    Args:
        resources: of the vault.
        actions: that are committed.
        before: the files of the commit before it.
        after: likewise, in it.
        heading: in place of the names of the actions.
    """
    folder, language = resources.folder, resources.settings.language
    changes = changes_between(
        before, after, defaults=folder.defaults, note_folders=folder.settings.note_folders
    )
    reasons = {key: why for each in actions for key, why in each.reasons.items()}
    names = heading or ", ".join(dict.fromkeys(each.name for each in actions if each.name))
    subject = f"{names or 'memvault'}: {summary(changes, language) or ', '.join(after or before)}"
    lines = []
    for tale in tales_of(changes):
        why = reasons.get(tale.id, "")
        told = WHYS.get(why, (why, why))[language == "en"]
        lines.append(tale_line(tale, language) + (f" ← {told}" if told else ""))
    lines += note_lines(changes, language)
    if len(lines) > _MOST_LINES:
        lines = [*lines[:_MOST_LINES], f"… {len(lines) - _MOST_LINES}"]
    trailers = _trailers(actions, [each.memory.source for each in changes.records if each.before is None])
    return "\n".join([_short(subject), "", *lines, "", *trailers]) + "\n"


def _trailers(actions: Sequence[Action], sources: Sequence[Source | None]) -> Iterator[str]:
    values = {
        "Action": [each.name for each in actions],
        "Session": [
            *(session for each in actions for session in each.sessions),
            *(each.session_id for each in sources if each),
        ],
        "Agent": [each.agent_id for each in sources if each],
        "Device": [each.device for each in actions],
    }
    for name, each in values.items():
        named = list(dict.fromkeys(" ".join(value.split()) for value in each if value))
        if named:
            yield f"Memvault-{name}: {', '.join(named)}"


def _short(subject: str) -> str:
    return subject if len(subject) <= _MOST_SUBJECT else subject[: _MOST_SUBJECT - 1] + "…"


def by_conversation(actions: Sequence[Action]) -> Iterator[list[Action]]:
    """Each action for itself, but those of conversations that follow each other together."""
    group: list[Action] = []
    for each in actions:
        if group and not (each.waits and group[-1].waits):
            yield group
            group = []
        group.append(each)
    if group:
        yield group
