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
NULL_WORDS = ("~", "null", "Null", "NULL")
"""Plain scalars that mean nothing in YAML; who reads a field decides. An empty one always is None."""


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
        places: line and column of each value, 1-based, in the text; by dotted key, `recall.limit`.
        twice: dotted keys that stand twice; the last one counts.
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
                if not isinstance(event, yaml.MappingStartEvent):
                    return None
                _refuse_anchor(event)
                builder = _Builder(events, {}, [])
                return YamlMapping(builder.mapping("", 0), builder.places, tuple(builder.twice))
    except yaml.MarkedYAMLError as fault:
        # A text without its closing quote is found out at the end of everything; where it began says more.
        ends_early = "end of stream" in (fault.problem or "")
        mark = (ends_early and fault.context_mark) or fault.problem_mark or fault.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise YamlFault(line, column, fault.problem or "not YAML") from None
    except yaml.YAMLError as fault:
        raise YamlFault(1, 1, str(fault).splitlines()[0]) from None
    return None


@dataclass(slots=True)
class _Builder:
    """Builds values from the events of one document, and notes where the values of its keys stand."""

    events: Iterator[yaml.Event]
    places: dict[str, tuple[int, int]]
    twice: list[str]

    def value(self, event: yaml.Event, path: str, depth: int) -> object:
        """The value that begins with an event; `path` is the dotted key that leads to it."""
        _refuse_anchor(event)
        if isinstance(event, yaml.ScalarEvent):
            return None if event.implicit[0] and not event.value else event.value
        if depth >= MAX_DEPTH:
            raise YamlFault(*_place(event), f"nested more than {MAX_DEPTH} deep")
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(path, depth)
        items: list[object] = []
        while not isinstance(item := next(self.events), yaml.SequenceEndEvent):
            items.append(self.value(item, f"{path}[]", depth + 1))
        return items

    def mapping(self, path: str, depth: int) -> dict[str, object]:
        """The mapping whose start was just read."""
        values: dict[str, object] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key_value = self.value(event, path, depth + 1)
            key = COLLECTION_KEY if isinstance(key_value, (dict, list)) else str(key_value or "")
            key_path = f"{path}.{key}" if path else key
            if key in values:
                self.twice.append(key_path)
            event = next(self.events)
            self.places[key_path] = _place(event)
            values[key] = self.value(event, key_path, depth + 1)
        return values


def _refuse_anchor(event: yaml.Event) -> None:
    if isinstance(event, yaml.NodeEvent) and event.anchor is not None:
        raise YamlFault(*_place(event), "anchors (&) and aliases (*) are not read")


def _place(event: yaml.Event) -> tuple[int, int]:
    mark = event.start_mark
    return (1, 1) if mark is None else (mark.line + 1, mark.column + 1)
