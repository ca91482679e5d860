"""What happened to memories, in words that a person understands: of commits, of `git log`, of `diff`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from vault.history.record_changes import Changes, RecordChange
from vault.model.memory import Memory

Language = Literal["zh", "en"]
Deed = Literal[
    "learned",
    "replaced",
    "changed",
    "superseded",
    "forgotten",
    "erased",
    "restored",
    "removed",
    "rested",
    "woken",
    "moved",
    "filed",
    "confirmed",
]
"""What is told of a memory; `replaced`: it was learned in place of another one."""

DEEDS: Mapping[Deed, tuple[str, str]] = {
    "learned": ("记住", "learned"),
    "replaced": ("改为", "changed"),
    "changed": ("改动", "changed"),
    "superseded": ("被取代", "superseded"),
    "forgotten": ("忘记", "forgotten"),
    "erased": ("擦除", "erased"),
    "restored": ("恢复", "restored"),
    "removed": ("删除", "removed"),
    "rested": ("休眠", "put to rest"),
    "woken": ("唤醒", "woken"),
    "moved": ("移动", "moved"),
    "filed": ("记入历史", "filed as history"),
    "confirmed": ("再次确认", "confirmed"),
}
_NOTES = {
    "added": ("新笔记", "new note"),
    "changed": ("改动笔记", "note changed"),
    "removed": ("删除笔记", "note removed"),
}
_COUNTED_AS: Mapping[Deed, Deed] = {"replaced": "changed"}
_CONCEALED = "••••••"
_LONGEST = 80
_DETAILS = 2


@dataclass(frozen=True, slots=True)
class Tale:
    """One thing that happened.

    Attributes:
        deed: what.
        id: of the memory, or the path of a note.
        text: what it says, or `old → new`; what is sensitive is covered.
        fields: that were changed besides.
        replaced: ids of memories whose place it took.
        user_id: whose memory.
    """

    deed: Deed
    id: str
    text: str
    fields: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()
    user_id: str = ""


def tales_of(changes: Changes) -> tuple[Tale, ...]:
    """Each change once; a memory that took the place of others is one with them.

    What was learned and replaced meanwhile is not told of.
    """
    ended = {each.id: each for each in changes.records if each.what in ("superseded", "filed")}
    taken: set[str] = set()
    tales: list[Tale] = []
    for change in changes.records:
        if change.what != "learned":
            continue
        replaced = [ended[each] for each in _predecessors(change.memory, ended)]
        taken |= {each.id for each in replaced}
        known = [each for each in replaced if each.what == "superseded"]
        if known:
            tales.append(_replacement(change, known))
    replacing = {each.id for each in tales}
    rest = (each for each in changes.records if each.id not in taken and each.id not in replacing)
    return (*tales, *(_tale(each) for each in rest))


def summary(changes: Changes, language: Language) -> str:
    """`3 learned, 1 changed: 家住阳光小区 → 家住西湖区`; empty when nothing happened."""
    tales = tales_of(changes)
    counts = Counter(_COUNTED_AS.get(each.deed, each.deed) for each in tales)
    parts = [_counted(deed, counts[deed], language) for deed in DEEDS if counts[deed]]
    parts += _others(changes, language)
    text = ("，" if language == "zh" else ", ").join(parts)
    details = [each.text for each in tales if " → " in each.text][:_DETAILS]
    if not details and len(tales) == 1:
        details = [tales[0].text]
    if not details:
        return text
    return text + ("：" if language == "zh" else ": ") + "; ".join(details)


def tale_line(tale: Tale, language: Language) -> str:
    """`learned   养了一只叫年糕的猫  [mem_…]`."""
    what = DEEDS[tale.deed][language == "en"]
    told = [each for each in tale.fields if " → " not in tale.text or each not in ("content", "value")]
    fields = f" ({', '.join(told)})" if tale.deed == "changed" and told else ""
    return f"{what}{'：' if language == 'zh' else ': '}{tale.text}{fields}  [{tale.id}]"


def note_lines(changes: Changes, language: Language) -> Iterator[str]:
    """Notes and settings that are others now."""
    for each in changes.notes:
        yield f"{_NOTES[each.what][language == 'en']}{'：' if language == 'zh' else ': '}{each.path}"
    if changes.settings:
        yield "设置：vault.yaml" if language == "zh" else "settings: vault.yaml"


def told_text(memory: Memory, *others: Memory) -> str:
    """What a memory says, on one line, shortened; what is sensitive in it, or in others, is covered."""
    text = memory.content
    if memory.sensitive and not memory.value:
        text = _CONCEALED
    for each in (memory, *others):
        if each.value and any(one.sensitive for one in (memory, *others)):
            text = text.replace(each.value, _CONCEALED)
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def _predecessors(memory: Memory, ended: Mapping[str, RecordChange]) -> Iterator[str]:
    """What it took the place of, directly or around."""
    ahead, seen = list(memory.supersedes), set[str]()
    while ahead:
        each = ahead.pop(0)
        if each in ended and each not in seen:
            seen.add(each)
            ahead += ended[each].memory.supersedes
            yield each


def _replacement(change: RecordChange, olds: list[RecordChange]) -> Tale:
    text = f"{'; '.join(told_text(each.memory) for each in olds)} → {told_text(change.memory)}"
    if len(olds) == 1:
        text = _difference(olds[0].memory, change.memory)
    ids = tuple(each.id for each in olds)
    return Tale("replaced", change.id, text, replaced=ids, user_id=change.memory.user_id)


def _tale(change: RecordChange) -> Tale:
    text = told_text(change.memory)
    reworded = bool({"content", "value"} & {*change.fields}) and change.what != "erased"
    if change.before is not None and change.after is not None and reworded:
        text = _difference(change.before.memory, change.after.memory)
    return Tale(change.what, change.id, text, change.fields, user_id=change.memory.user_id)


def _difference(old: Memory, new: Memory) -> str:
    if old.value and new.value and old.value != new.value and not (old.sensitive or new.sensitive):
        name = " ".join(filter(None, (new.scene, new.key))) or new.content
        return f"{name} {old.value} → {new.value}"
    return f"{told_text(old, new)} → {told_text(new, old)}"


def _counted(deed: Deed, count: int, language: Language) -> str:
    zh, en = DEEDS[deed]
    return f"{zh} {count} 条" if language == "zh" else f"{count} {en}"


def _others(changes: Changes, language: Language) -> Iterator[str]:
    zh = language == "zh"
    if changes.notes:
        count = len(changes.notes)
        yield f"笔记 {count} 篇" if zh else f"{count} note{'s' * (count > 1)}"
    if changes.turns:
        yield f"对话 {changes.turns:+} 条" if zh else f"{changes.turns:+} turns"
    if changes.settings:
        yield "设置" if zh else "settings"
