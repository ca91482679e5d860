"""Conflicts between devices as lines for people."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.text import Text

from vault.cli.reasons import reason_in
from vault.cli.record_lines import INDENT
from vault.cli.visible_text import on_one_line

if TYPE_CHECKING:
    from vault.api.results import (
        Difference,
        FoundCopy,
        FoundLoser,
        FoundMarked,
        FoundTwin,
        Resolved,
        SyncConflicts,
    )
    from vault.cli.output import Output

_OF_COPIES = ("field-here", "field-there")
_OF_MARKED = ("field-ours", "field-theirs")
_OF_LOSERS = ("field-present", "field-lost")
"""What the two sides of a difference are called."""
_SHOWN = 10
_WIDTH = 60


def print_sync_conflicts(output: Output, found: SyncConflicts) -> None:
    """Every conflict copy, memory that stands twice, version that lost and marked note."""
    for title, lines in (
        ("copies-title", [line for each in found.copies for line in _copy(output, each)]),
        ("marked-title", [line for each in found.marked for line in _marked(output, each)]),
        ("twins-title", [line for each in found.twins for line in _twin(output, each)]),
        ("losers-title", [line for each in found.losers for line in _loser(output, each)]),
        ("side-by-side-title", [Text(f"{on_one_line(path)}:{line}") for path, line in found.side_by_side]),
    ):
        if lines:
            output.tell(title, "bold")
            for line in lines:
                output.show(Text.assemble(INDENT, line))
    if found.copies or found.marked or found.twins:
        output.say("sync-hint")
    if found.losers:
        output.say("losers-hint")
    if found.side_by_side:
        output.say("side-by-side-hint")


def print_resolved(output: Output, done: tuple[Resolved, ...]) -> None:
    """What became of each conflict."""
    for each in done:
        name = on_one_line(each.name)
        if each.obstacle:
            output.tell("resolved-not", "yellow", name=name, reason=reason_in(output.language, each.obstacle))
            continue
        output.tell("resolved", name=name)
        for text in each.lost:
            output.show(Text(INDENT + output.text("resolved-lost", text=_short(text))))
        if each.side_by_side:
            output.show(Text(INDENT + output.text("resolved-sections", count=each.side_by_side)))
        if each.unmerged:
            output.show(Text(INDENT + output.text("resolved-add", name=shlex.quote(name))))
        if each.undoable:
            output.show(Text(INDENT + output.text("resolved-undo", name=shlex.quote(name)), "dim"))
    if not done:
        output.say("resolved-none")


def _copy(output: Output, found: FoundCopy) -> Iterator[Text]:
    copy = found.copy
    yield Text(output.text("copy-of", path=on_one_line(copy.path), of=on_one_line(copy.of)))
    yield from _details(output, found, _state(output, found), _OF_COPIES)


def _marked(output: Output, found: FoundMarked) -> Iterator[Text]:
    yield Text(on_one_line(found.path))
    obstacle = _obstacle(output, found.obstacle) if found.obstacle else ""
    yield from _details(output, found, obstacle, _OF_MARKED)


def _details(
    output: Output, found: FoundCopy | FoundMarked, state: str, sides: tuple[str, str]
) -> Iterator[Text]:
    if state:
        yield Text(INDENT + state, "dim")
    for each in found.differences[:_SHOWN]:
        yield from _difference(output, each, sides)
    if len(found.differences) > _SHOWN:
        yield Text(INDENT + output.text("copy-more", count=len(found.differences) - _SHOWN))
    if found.others:
        yield Text(INDENT + output.text("copy-others", count=found.others))


def _state(output: Output, found: FoundCopy) -> str:
    if found.obstacle:
        return _obstacle(output, found.obstacle)
    if found.copy.original is None:
        return output.text("copy-orphan", of=on_one_line(found.copy.of))
    if found.copy.identical:
        return output.text("copy-identical")
    return output.text("copy-safe") if found.safe else ""


def _obstacle(output: Output, obstacle: str) -> str:
    return output.text("copy-obstacle", reason=reason_in(output.language, obstacle))


def _twin(output: Output, found: FoundTwin) -> Iterator[Text]:
    places = ", ".join(f"{on_one_line(each.path)}:{each.line}" for each in found.places)
    yield Text(f"{found.id}  {places}")
    yield from _difference(output, found.difference, _OF_COPIES)


def _loser(output: Output, found: FoundLoser) -> Iterator[Text]:
    yield Text(output.text("loser-of", id=found.id, of=found.successor))
    if found.standing is None:
        yield Text(INDENT + output.text("loser-alone", of=found.successor), "dim")
    yield from _difference(output, found.difference, _OF_LOSERS)


def _difference(output: Output, difference: Difference, sides: tuple[str, str]) -> Iterator[Text]:
    from vault.api.sync_shapes import covered

    shown = covered(difference)
    about = f"{shown.name}  {_short(shown.text)}".strip()
    if shown.state != "changed":
        state = f"side-{shown.state}" if sides == _OF_MARKED else shown.state
        yield Text(f"{INDENT}{output.text(state)}: {about}")
        return
    yield Text(f"{INDENT}{about}")
    mark = "  " + output.text("field-counts") if sides != _OF_LOSERS else ""
    for each in shown.fields:
        for side, value in (("ours", each.ours), ("theirs", each.theirs)):
            name = output.text(sides[side == "theirs"])
            counts = mark if each.counts in {side, "merged", "both"} else ""
            yield Text(f"{INDENT}{INDENT}{each.name} {name}: {_value(value)}{counts}")


def _value(value: object) -> str:
    if value == "":
        return "–"
    return _short(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _short(text: str) -> str:
    line = on_one_line(text)
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"
