"""The files of a vault in which git left conflict markers, with what git still knows of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from vault.errors import MemvaultError
from vault.files.fingerprint import read_or_none
from vault.files.scan import Scan
from vault.format.conflict_marker import find_conflicts
from vault.format.decode import split_lines
from vault.history.git import open_repository
from vault.history.marked_files import MarkedFile, Stages

if TYPE_CHECKING:
    from vault.api.resources import Resources


def read_marked(resources: Resources, found: Scan) -> list[MarkedFile]:
    """These files, sorted by path.

    Args:
        resources: of the open vault.
        found: its files; they are read, as the index may be a moment behind.
    """
    marked = {}
    for path, each in sorted(found.files.items()):
        data = read_or_none(resources.folder.root, path) or b""
        if each.kind != "settings" and _is_marked(data, only_whole=each.kind == "note"):
            marked[path] = MarkedFile(path, each.kind, data)
    stages = _stages(resources, marked) if marked else {}
    return [replace(each, stages=stages.get(path)) for path, each in marked.items()]


def _is_marked(data: bytes, *, only_whole: bool) -> bool:
    if not any(sign in data for sign in (b"=======", b"<<<<<<<", b">>>>>>>", b"|||||||")):
        return False
    return bool(find_conflicts(split_lines(data), only_whole=only_whole).openings)


def _stages(resources: Resources, paths: Collection[str]) -> Mapping[str, Stages]:
    """Of those that git takes for unmerged; none where there is no git."""
    try:
        repository = open_repository(resources.folder.root)
        unmerged = {path: each for path, each in repository.unmerged().items() if path in paths}
        blobs = repository.blobs(entry.blob for each in unmerged.values() for entry in each.values())
    except MemvaultError:
        return {}

    def stage(path: str, number: str) -> bytes:
        entry = unmerged[path].get(number)
        return blobs.get(entry.blob, b"") if entry else b""

    return {path: Stages(stage(path, "1"), stage(path, "2"), stage(path, "3")) for path in unmerged}
