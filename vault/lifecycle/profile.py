"""The machine section of a person's profile: what is known about them now, in order, as Markdown lines. Pure.

Told is what is current, and nothing sensitive, nothing from tools or imports, nothing that gives orders.
The text follows from the memories alone, so that nothing changes when nothing was learned.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import Literal

from vault.lifecycle.profile_topic import PROFILE_TOPICS, ProfileTopic, names_in, topic_of
from vault.lifecycle.trust import may_be_injected, trust_of
from vault.lifecycle.wording import same_text_form
from vault.model.memory import CONFLICT, Memory
from vault.model.validity import is_current

Language = Literal["zh", "en"]

MOST = 10
"""Lines below one heading: the pinned, the important and the latest ones."""
LONGEST = 200
"""Characters of a line; a longer memory is no matter of a profile."""

_TITLES: Mapping[Language, str] = {"zh": "记忆摘要", "en": "What is remembered"}
_NOTICES: Mapping[Language, str] = {
    "zh": "这一段由 memvault 按现有的记忆整理，下次整理时会重写。想自己写的话，请写在标记之外。",
    "en": "Kept by memvault from what is remembered, and rewritten each time: write outside of the markers.",
}
_HEADINGS: Mapping[Language, Mapping[ProfileTopic, str]] = {
    "zh": {
        "basics": "基本情况",
        "family": "家人与宠物",
        "work": "工作与学业",
        "preferences": "喜好",
        "health": "忌口与健康",
        "habits": "习惯",
        "projects": "项目与决定",
        "plans": "计划",
        "other": "另外记住的",
    },
    "en": {
        "basics": "Basics",
        "family": "Family and pets",
        "work": "Work and study",
        "preferences": "Preferences",
        "health": "Food and health",
        "habits": "Habits",
        "projects": "Projects and decisions",
        "plans": "Plans",
        "other": "Also to be remembered",
    },
}
_MARKDOWN_START = re.compile(r"(?:[#>+*~=|-]|```|\d+[.)](?=\s))")


@dataclass(frozen=True, slots=True)
class ProfileText:
    """What stands between the markers.

    Attributes:
        lines: Markdown, without line ends.
        told: ids of the memories in it.
    """

    lines: tuple[str, ...]
    told: tuple[str, ...]


def profile_text(
    memories: Iterable[Memory], *, user_id: str, now: datetime, zone: tzinfo, language: Language
) -> ProfileText:
    """The profile of one person, from their memories.

    Args:
        memories: of the vault or of the person; others are left out.
        user_id: the person.
        now: aware.
        zone: of the vault; days are those of it.
        language: of the headings.
    """
    told = _distinct(_ordered([each for each in memories if _may_be_told(each, user_id, now)]))
    today = now.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
    names = frozenset(name for each in told for name in names_in(each))
    below: dict[ProfileTopic, list[Memory]] = {topic: [] for topic in PROFILE_TOPICS}
    for memory in told:
        topic = topic_of(memory, today=today, names=names)
        if topic is not None and len(below[topic]) < MOST:
            below[topic].append(memory)
    lines = [f"## {_TITLES[language]}", "", f"> {_NOTICES[language]}", ""]
    for topic in PROFILE_TOPICS:
        if below[topic]:
            lines += [f"### {_HEADINGS[language][topic]}", ""]
            lines += [_line(memory, zone, language) for memory in below[topic]] + [""]
    return ProfileText(tuple(lines[:-1]), tuple(each.id for topic in below.values() for each in topic))


def _may_be_told(memory: Memory, user_id: str, now: datetime) -> bool:
    return (
        memory.user_id == user_id
        and is_current(memory, now)
        and not memory.sensitive
        and len(memory.content) <= LONGEST
        and trust_of(memory.source) != "untrusted"
        and may_be_injected(memory)
    )


def _ordered(memories: Sequence[Memory]) -> list[Memory]:
    """The pinned first, then the important, then the latest; the id settles the rest."""
    return sorted(
        memories,
        key=lambda each: (not each.pinned, -each.importance, -_said(each), each.id),
    )


def _distinct(memories: Sequence[Memory]) -> list[Memory]:
    """Each text once, of a slot one value, and of two memories in conflict the one that was said last."""
    by_id = {memory.id: memory for memory in memories}
    earlier = {
        min(memory, by_id[relation.target], key=_by_time).id
        for memory in memories
        for relation in memory.relations
        if relation.type == CONFLICT and relation.target in by_id
    }
    latest: dict[object, Memory] = {}
    for memory in memories:
        said = memory.slot or same_text_form(memory.content)
        if memory.id not in earlier:
            latest[said] = max(memory, latest.get(said, memory), key=_by_time)
    kept = {memory.id for memory in latest.values()}
    return [memory for memory in memories if memory.id in kept]


def _by_time(memory: Memory) -> tuple[float, str]:
    return _said(memory), memory.id


def _said(memory: Memory) -> float:
    said = memory.updated_at or memory.created_at
    return said.timestamp() if said is not None else 0.0


def _line(memory: Memory, zone: tzinfo, language: Language) -> str:
    text = " ".join(memory.content.split()).replace("<", r"\<")
    if _MARKDOWN_START.match(text):
        text = "\\" + text if not text[0].isdigit() else re.sub(r"^(\d+)([.)])", r"\1\\\2", text)
    said = memory.updated_at or memory.created_at
    if said is None:
        return f"- {text}"
    day = f"{said.astimezone(zone):%Y-%m-%d}"
    return f"- {text}（{day}）" if language == "zh" else f"- {text} ({day})"
