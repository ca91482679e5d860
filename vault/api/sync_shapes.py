"""The JSON shapes of conflicts between devices. What is sensitive in them is covered."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from vault.api.shapes import CONCEALED

if TYPE_CHECKING:
    from vault.api.devices import Device
    from vault.api.resolving import Resolved
    from vault.api.sync_conflicts import FoundCopy, FoundLoser, FoundMarked, FoundTwin, SyncConflicts
    from vault.history.difference import Difference
    from vault.history.twins import Place


def covered(difference: Difference) -> Difference:
    """The difference without values that are shown only to an exact question."""
    if not difference.hidden:
        return difference
    return replace(
        difference,
        text=_cover(difference.text, difference.hidden),
        fields=tuple(
            replace(
                each,
                ours=_covered_value(each.ours, difference.hidden),
                theirs=_covered_value(each.theirs, difference.hidden),
            )
            for each in difference.fields
        ),
    )


def _cover(text: str, hidden: str) -> str:
    for value in hidden.split("\n"):
        text = text.replace(value, CONCEALED) if value else text
    return text


def _covered_value(value: object, hidden: str) -> object:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    safe = _cover(text, hidden)
    return value if safe == text else safe


def difference_shape(difference: Difference) -> dict[str, object]:
    """What is different about one memory, section or line."""
    shown = covered(difference)
    return {
        "name": shown.name,
        "text": shown.text,
        "state": shown.state,
        "fields": [
            {"field": each.name, "ours": each.ours, "theirs": each.theirs, "counts": each.counts}
            for each in shown.fields
        ],
    }


def copy_shape(found: FoundCopy) -> dict[str, object]:
    """A conflict copy."""
    return {
        "path": found.copy.path,
        "of": found.copy.of,
        "exists": found.copy.original is not None,
        "kind": found.copy.kind,
        "identical": found.copy.identical,
        "safe": found.safe,
        "obstacle": found.obstacle,
        "differences": [difference_shape(each) for each in found.differences],
        "others": found.others,
    }


def marked_shape(found: FoundMarked) -> dict[str, object]:
    """A file in which git left a conflict."""
    return {
        "path": found.path,
        "kind": found.kind,
        "unmerged": found.unmerged,
        "obstacle": found.obstacle,
        "differences": [difference_shape(each) for each in found.differences],
        "others": found.others,
    }


def twin_shape(found: FoundTwin) -> dict[str, object]:
    """A memory that stands at several places."""
    return {
        "id": found.id,
        "places": [place_shape(each) for each in found.places],
        "difference": difference_shape(found.difference),
    }


def loser_shape(found: FoundLoser) -> dict[str, object]:
    """A version that lost."""
    return {
        "id": found.id,
        "path": found.path,
        "successor": found.successor,
        "standing": place_shape(found.standing) if found.standing else None,
        "difference": difference_shape(found.difference),
    }


def place_shape(place: Place) -> dict[str, object]:
    """Where a version stands."""
    return {"path": place.path, "line": place.line}


def sync_shape(found: SyncConflicts) -> dict[str, object]:
    """The part of `conflicts` that is about devices."""
    return {
        "copies": [copy_shape(each) for each in found.copies],
        "marked": [marked_shape(each) for each in found.marked],
        "twins": [twin_shape(each) for each in found.twins],
        "losers": [loser_shape(each) for each in found.losers],
        "side_by_side": [{"path": path, "line": line} for path, line in found.side_by_side],
    }


def device_shape(device: Device) -> dict[str, object]:
    """A device and what is wrong with its clock."""
    clock = device.clock
    return {
        "id": device.id,
        "name": device.name,
        "here": device.here,
        "last_write": device.last_write,
        "last_seen": device.last_seen,
        "memories": device.memories,
        "turns": device.turns,
        "shared": device.shared,
        "former": device.former,
        "clock": {
            "off_seconds": round(clock.off.total_seconds()),
            "reason": clock.reason,
            "path": clock.stamp.path,
            "line": clock.stamp.line,
            "at": clock.stamp.at,
            "cause": clock.cause.id if clock.cause else None,
        }
        if clock
        else None,
    }


def resolved_shape(resolved: Resolved) -> dict[str, object]:
    """What came of one conflict."""
    return {
        "name": resolved.name,
        "way": resolved.way,
        "resolved": not resolved.obstacle,
        "obstacle": resolved.obstacle,
        "paths": list(resolved.paths),
        "lost": list(resolved.lost),
        "side_by_side": resolved.side_by_side,
        "unmerged": resolved.unmerged,
        "undoable": resolved.undoable,
    }
