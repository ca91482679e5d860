"""By what the traces of a memory are known when it is to be erased: its id, its words, what it was said in.

It is not gone as long as a line says the same, another text holds its words, or the message that it was drawn
from is kept. Words are compared without punctuation, blanks, case and width, so that a wrapped line counts.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property

from vault.lifecycle.day_summary import turn_ids
from vault.model.identifier import permanent_id
from vault.model.memory import CONFLICT, Memory, Relation
from vault.model.tombstone import is_tombstone
from vault.model.turn import Turn, turn_digest

_LEAST_WEIGHT = 8
"""Of words that are looked for inside other texts; a CJK character weighs two, any other letter one."""
_LEAST_VALUE = 6
_LEAST_SENSITIVE = 3
"""Characters of a value that is looked for in other texts."""
_SUBJECT = re.compile(r"(?:用户的?|我的?|(?:the user|user|i|my)(?:'s)?\b)\s*", re.IGNORECASE)
_ASIDE = re.compile(r"（[^（）]*）|\([^()]*\)")
_BETWEEN = r"[\W_]*"
_BETWEEN_OF_VALUE = r"[\s\-_]*"


@dataclass(frozen=True)
class Traces:
    """What is to be erased of one user.

    Attributes:
        user_id: whose it is; what belongs to others is never touched.
        ids: of the memories, real ones.
        statements: their words in the form in which they are compared.
        secrets: values that must stand nowhere, as written.
        slots: namespace, key, scene and value of exact facts.
        messages: session and id of each message that they were drawn from.
        mark: what stands where a text stood.
        texts: their contents as they stand; a message that said just that is known by its digest.
        turn_ids: by which summaries of days name the messages that go; digests of what these said.
    """

    user_id: str
    ids: frozenset[str]
    statements: frozenset[str]
    secrets: frozenset[str]
    slots: frozenset[tuple[str, str, str, str]]
    messages: frozenset[tuple[str, str]]
    mark: str
    texts: frozenset[str] = frozenset()
    turn_ids: frozenset[str] = frozenset()

    def takes_memory(self, memory: Memory) -> bool:
        """Whether it is one of the memories, or says nothing but what one of them says."""
        if memory.user_id != self.user_id:
            return False
        if permanent_id(memory.id) in self.ids or _slot(memory) in self.slots:
            return True
        core = _core(memory.content)
        return bool(core) and not memory.value and core in self.statements

    def changes_of(self, memory: Memory) -> Mapping[str, object]:
        """Fields of another memory that hold the words, without them; and marks of conflicts with these."""
        if memory.user_id != self.user_id or is_tombstone(memory):
            return {}
        fields = {name: getattr(memory, name) for name in ("content", "key", "scene", "value")}
        fields |= {"tags": list(memory.tags), **memory.extra}
        changes = {name: new for name, value in fields.items() if (new := self._without(value)) != value}
        kept = [each for each in memory.relations if each.type != CONFLICT or each.target not in self.ids]
        if len(kept) < len(memory.relations):
            changes["relations"] = [_as_object(each) for each in kept]
        source = memory.source
        if source is not None and not self.turn_ids.isdisjoint(source.message_ids):
            ids = [each for each in source.message_ids if each not in self.turn_ids]
            changes["source"] = {
                **{key: value for key, value in asdict(source).items() if value},
                "message_ids": ids,
            }
        return changes

    def takes_turn(self, turn: Turn) -> bool:
        """Whether it is a message that a memory was drawn from, or holds the words."""
        if turn.user_id != self.user_id:
            return False
        if (turn.session_id, str(turn.turn)) in self.messages or self.mentioned_in(turn.content):
            return True
        told = (replace(turn, content=text, digest="") for text in self.texts if turn.digest)
        return any(turn_digest(each).hex() == turn.digest for each in told)

    def mentioned_in(self, text: str) -> bool:
        """Whether a text holds the words or a secret; short words are not looked for inside others."""
        return self.pattern is not None and self.pattern.search(_plain(text)) is not None

    def redacted(self, text: str) -> str:
        """The text with the mark in place of the words."""
        if self.pattern is None or not self.mentioned_in(text):
            return text
        plain, origins = _with_origins(text)
        pieces, done = [], 0
        for found in self.pattern.finditer(plain):
            start, end = origins[found.start()], origins[found.end() - 1] + 1
            pieces += [text[done:start], self.mark]
            done = end
        return "".join([*pieces, text[done:]])

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """Finds the words and secrets in texts in normal form NFKC; None: there is nothing to look for."""
        words = [_BETWEEN.join(map(re.escape, each)) for each in self.statements if _is_long(_core(each))]
        values = [_value_pattern(each) for each in self.secrets]
        parts = sorted((*words, *values), key=len, reverse=True)
        return re.compile("|".join(parts), re.IGNORECASE) if parts else None

    def _without(self, value: object) -> object:
        if isinstance(value, str):
            return self.redacted(value)
        if isinstance(value, (list, tuple)):
            return [self._without(each) for each in value]
        if isinstance(value, Mapping):
            return {self.redacted(str(key)): self._without(each) for key, each in value.items()}
        return value


def traces_of(memories: Sequence[Memory], ids: Iterable[str], *, user_id: str, mark: str) -> Traces:
    """By what to know the traces of memories.

    Args:
        memories: every version of them that is still there; tombstones tell nothing.
        ids: of them, also of those that are not there any more.
        user_id: whose they are.
        mark: what is to stand where a text stood.
    """
    there = [each for each in memories if not is_tombstone(each)]
    slots = (_slot(each) for each in there)
    return Traces(
        user_id=user_id,
        ids=frozenset(map(permanent_id, [*ids, *(each.id for each in memories)])),
        statements=frozenset(form for each in there for form in _statements(each.content)),
        secrets=frozenset(each.value for each in there if _is_secret(each)),
        slots=frozenset(slot for slot in slots if slot is not None),
        messages=frozenset(message for each in there for message in _messages(each)),
        mark=mark,
        texts=frozenset(each.content for each in there),
    )


def with_replies(traces: Traces, turns: Iterable[Turn]) -> Traces:
    """The same, with what the assistant replied to the messages that go: it is likely to say it again.

    Args:
        traces: of the memories.
        turns: of all journals, in order.
    """
    answering: dict[str, bool] = {}
    replies: set[tuple[str, str]] = set()
    for turn in turns:
        if turn.user_id != traces.user_id or not turn.session_id:
            continue
        if turn.role == "user":
            answering[turn.session_id] = traces.takes_turn(turn)
        elif answering.get(turn.session_id):
            replies.add((turn.session_id, str(turn.turn)))
    return replace(traces, messages=traces.messages | replies) if replies else traces


def with_turn_ids(traces: Traces, taken: Sequence[Turn]) -> Traces:
    """The same, with what stands for the messages that go (`taken`) in summaries of days."""
    trimmed = (replace(turn, content=turn.content.strip()) for turn in taken)
    return replace(traces, turn_ids=frozenset((*turn_ids(taken), *turn_ids(tuple(trimmed)))))


def texts_of(memories: Sequence[Memory]) -> tuple[str, ...]:
    """What must be found nowhere any more, as written: contents, and values that are looked for."""
    there = [each for each in memories if not is_tombstone(each)]
    texts = [each.content for each in there] + [each.value for each in there if _is_secret(each)]
    return tuple(dict.fromkeys(texts))


def bare(text: str) -> str:
    """Letters and digits only, folded."""
    return "".join(each for each in _plain(text).casefold() if each.isalnum())


def _statements(content: str) -> Iterable[str]:
    """The words as they stand, without the person they are about, and without remarks in brackets."""
    for text in (content, _ASIDE.sub("", content)):
        yield bare(text)
        yield _core(text)


def _core(text: str) -> str:
    return bare(_SUBJECT.sub("", text.strip(), count=1) if _SUBJECT.match(text.strip()) else text)


def _is_long(words: str) -> bool:
    return sum(2 if each > "\u2e7f" else 1 for each in words) >= _LEAST_WEIGHT


def _is_secret(memory: Memory) -> bool:
    least = _LEAST_SENSITIVE if memory.sensitive else _LEAST_VALUE
    return len(re.sub(_BETWEEN_OF_VALUE, "", memory.value)) >= least


def _value_pattern(value: str) -> str:
    signs = re.sub(_BETWEEN_OF_VALUE, "", _plain(value))
    before = r"(?<![0-9A-Za-z])" if signs[0].isascii() and signs[0].isalnum() else ""
    after = r"(?![0-9A-Za-z])" if signs[-1].isascii() and signs[-1].isalnum() else ""
    return before + _BETWEEN_OF_VALUE.join(map(re.escape, signs)) + after


def _slot(memory: Memory) -> tuple[str, str, str, str] | None:
    if not (memory.key and memory.value):
        return None
    return memory.namespace, memory.key, memory.scene, bare(memory.value) or memory.value


def _messages(memory: Memory) -> Iterable[tuple[str, str]]:
    source = memory.source
    if source is not None and source.session_id:
        yield from ((source.session_id, each) for each in source.message_ids)


def _as_object(relation: Relation) -> dict[str, str]:
    return {"type": relation.type, "target": relation.target}


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text)


def _with_origins(text: str) -> tuple[str, list[int]]:
    """The plain form, and for each of its characters where it comes from; composed where it was composed."""
    plain: list[str] = []
    origins: list[int] = []
    place = 0
    while place < len(text):
        end = place + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        piece = _plain(text[place:end])
        plain.append(piece)
        origins += [place] * max(len(piece) - 1, 0) + [end - 1] * min(len(piece), 1)
        place = end
    return "".join(plain), origins
