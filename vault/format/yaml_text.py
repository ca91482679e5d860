"""YAML without its surprises: every scalar stays the text it was written as.

`no`, `2026-01-08`, `12:30`, `0571` and `1e3` are text here; who reads a field decides what it means.
Refused are anchors and aliases (a few lines of them can expand to gigabytes) and deep nesting; tags such
as `!!python/object` have no effect, because only the parser's events are used and no constructor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import yaml

MAX_DEPTH = 16
MAX_CHARACTERS = 100_000
COLLECTION_KEY = "{…}"
"""Stands for a key that is itself a collection, as in the template text `{{title}}`."""

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_NULL = ("", "~", "null", "Null", "NULL")


class YamlFault(ValueError):
    """The text is not YAML, or not such YAML as is read here.

    Attributes:
        line: 1-based, in the text.
        column: 1-based, in characters.
        message: what is wrong there.
    """

    def __init__(self, line: int, column: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.column = column
        self.message = message


@dataclass(frozen=True, slots=True)
class YamlMapping:
    """A mapping and where its values stand.

    Attributes:
        values: by key: text, a list, a dict of the same kinds, or None where nothing is written.
        places: line and column of each value, 1-based, in the text.
        twice: keys that stand twice; the last one counts.
    """

    values: dict[str, object]
    places: dict[str, tuple[int, int]]
    twice: tuple[str, ...] = ()


def read_yaml_mapping(text: str) -> YamlMapping | None:
    """Read a document that is one mapping; None when it is something else, or nothing.

    Raises:
        YamlFault: it cannot be read.
    """
    if len(text) > MAX_CHARACTERS:
        raise YamlFault(1, 1, f"longer than {MAX_CHARACTERS:,} characters")
    try:
        events: Iterator[yaml.Event] = iter(yaml.parse(text, Loader=_LOADER))
        for event in events:
            if isinstance(event, yaml.NodeEvent):
                return _top(event, events) if isinstance(event, yaml.MappingStartEvent) else None
    except yaml.MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise YamlFault(line, column, fault.problem or "not YAML") from None
    except yaml.YAMLError as fault:
        raise YamlFault(1, 1, str(fault).splitlines()[0]) from None
    return None


def _top(start: yaml.Event, events: Iterator[yaml.Event]) -> YamlMapping:
    _refuse_anchor(start)
    values: dict[str, object] = {}
    places: dict[str, tuple[int, int]] = {}
    twice: list[str] = []
    while not isinstance(event := next(events), yaml.MappingEndEvent):
        key = _key(event, events, 1)
        value = next(events)
        if key in values:
            twice.append(key)
        values[key] = _node(value, events, 1)
        places[key] = _place(value)
    return YamlMapping(values, places, tuple(twice))


def _node(event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> object:
    _refuse_anchor(event)
    if isinstance(event, yaml.ScalarEvent):
        return None if event.implicit[0] and event.value in _NULL else event.value
    if depth >= MAX_DEPTH:
        raise YamlFault(*_place(event), f"nested more than {MAX_DEPTH} deep")
    if isinstance(event, yaml.SequenceStartEvent):
        items: list[object] = []
        while not isinstance(event := next(events), yaml.SequenceEndEvent):
            items.append(_node(event, events, depth + 1))
        return items
    values: dict[str, object] = {}
    while not isinstance(event := next(events), yaml.MappingEndEvent):
        key = _key(event, events, depth + 1)
        values[key] = _node(next(events), events, depth + 1)
    return values


def _key(event: yaml.Event, events: Iterator[yaml.Event], depth: int) -> str:
    if isinstance(event, yaml.ScalarEvent):
        _refuse_anchor(event)
        return str(event.value)
    _node(event, events, depth)
    return COLLECTION_KEY


def _refuse_anchor(event: yaml.Event) -> None:
    if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
        raise YamlFault(*_place(event), "anchors (&) and aliases (*) are not read")


def _place(event: yaml.Event) -> tuple[int, int]:
    mark = event.start_mark
    return (1, 1) if mark is None else (mark.line + 1, mark.column + 1)
