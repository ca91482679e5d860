"""The JSON shapes of forgetting, restoring, deciding and erasing."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.shapes import conceal, memory_shape

if TYPE_CHECKING:
    from vault.api.conflicts import Conflict, Settled
    from vault.api.erasure import Erasure, ErasurePlan
    from vault.api.forget import Moved
    from vault.files.erasing import Cut


def moved_shape(moved: Moved) -> dict[str, object]:
    """One memory of what `forget` and `restore` did."""
    return {
        "id": moved.id,
        "action": moved.action,
        "content": conceal(moved.record).text,
        "path": moved.path,
        "line": moved.line,
        "conflicts": list(moved.conflicts),
        "revived": list(moved.revived),
    }


def conflict_shape(conflict: Conflict) -> dict[str, object]:
    """One contradiction of `{"conflicts": […]}`."""
    return {"preferred": memory_shape(conflict.preferred), "other": memory_shape(conflict.other)}


def settled_shape(settled: Settled) -> dict[str, object]:
    """One decision of `{"settled": […]}`."""
    return {
        "kept": settled.id,
        "content": conceal(settled.kept).text,
        "archived": [memory_shape(each) for each in settled.archived],
    }


def cut_shape(cut: Cut) -> dict[str, object]:
    """One place from which something is taken."""
    return {"path": cut.path, "line": cut.line, "what": cut.kind}


def erasure_shape(erasure: Erasure, plan: ErasurePlan, root: Path) -> dict[str, object]:
    """What was erased and what is left; paths in the vault are relative to it.

    Args:
        erasure: the report.
        plan: what was planned.
        root: of the vault.
    """
    history = erasure.history
    return {
        "ids": list(erasure.ids),
        "gone": erasure.gone,
        "known": erasure.known,
        "shared": erasure.shared,
        "places": [cut_shape(each) for each in erasure.cuts],
        "drafts": list(erasure.drafts),
        "failed": [{"path": path, "message": str(error)} for path, error in erasure.failed],
        "faults": list(erasure.faults),
        "left": [
            {"path": shown_path(each.path, root), "line": each.line, "form": each.form}
            for each in erasure.left
        ],
        "related": [{"id": each.id, "path": each.path, "line": each.line} for each in plan.related],
        "unread": [shown_path(each, root) for each in erasure.unread],
        "git": {
            "commits": [
                {"id": each.id, "at": each.at, "paths": list(each.paths)} for each in history.commits
            ],
            "loose": history.loose,
            "remotes": list(history.remotes),
            "complete": history.complete,
        },
    }


def shown_path(path: str, root: Path) -> str:
    """A path inside the vault relative to it, any other one as it is."""
    place = Path(path)
    return place.relative_to(root).as_posix() if place.is_relative_to(root) else path
