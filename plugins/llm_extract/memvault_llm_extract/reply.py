"""The model's answer, checked against the schema. Pure.

One item that does not fit costs only itself; an answer that is no list of items at all is asked for again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Literal, TypeVar

import msgspec

from memvault_llm_extract.endpoint import BadReply

Short = Annotated[str, msgspec.Meta(max_length=200)]
Text = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Item = TypeVar("Item", bound=msgspec.Struct)

MOST_ITEMS = 60
_THOUGHTS = re.compile(r"<think>.*?</think>", re.DOTALL)
_FENCE = re.compile(r"^```(?:json)?\s*\n(?P<inside>.*?)\n?```$", re.DOTALL)


class Statement(msgspec.Struct, frozen=True):
    """Something said, with the number of the message and a piece of it."""

    n: int
    quote: Text
    content: Text


class Fact(msgspec.Struct, frozen=True):
    """One proposed memory; see `instructions`."""

    n: int
    quote: Text
    content: Text
    type: Literal["fact", "preference", "event", "task", "procedure"] = "fact"
    key: Short = ""
    scene: Short = ""
    value: Short = ""
    occurred_at: Short | None = ""
    importance: Share = 0.5
    explicit: bool = False
    sensitive: bool = False


class _Facts(msgspec.Struct):
    facts: list[msgspec.Raw]


class _Summary(msgspec.Struct):
    facts: list[msgspec.Raw]
    project: list[msgspec.Raw]
    open: list[msgspec.Raw]
    mood: list[msgspec.Raw]


def read_facts(text: str) -> tuple[Fact, ...]:
    """The facts of an answer that fit the schema.

    Raises:
        BadReply: it is not `{"facts": […]}`.
    """
    return tuple(_items(_decoded(text, _Facts).facts, Fact))


def read_summary(text: str) -> dict[str, tuple[Statement, ...]]:
    """The statements of a summary by its parts, those that fit the schema.

    Raises:
        BadReply: it does not have the four parts.
    """
    summary = _decoded(text, _Summary)
    return {name: tuple(_items(getattr(summary, name), Statement)) for name in _Summary.__struct_fields__}


def _decoded(text: str, kind: type[Item]) -> Item:
    inside = _THOUGHTS.sub("", text).strip()
    fence = _FENCE.match(inside)
    try:
        return msgspec.json.decode(fence["inside"] if fence else inside, type=kind)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadReply(f"the answer does not fit the schema: {str(error)[:120]}") from None


def _items(raw: Iterable[msgspec.Raw], kind: type[Item]) -> Iterator[Item]:
    fitting = (_item(each, kind) for _, each in zip(range(MOST_ITEMS), raw, strict=False))
    return (each for each in fitting if each is not None)


def _item(raw: msgspec.Raw, kind: type[Item]) -> Item | None:
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, RecursionError):
        return None
