"""Where symbolic links lead. Which of them are followed is decided by `vault.files.scan`."""

from __future__ import annotations

import os

from vault.files import file_problem
from vault.problem import Problem


def inside(root: str, place: str) -> str | None:
    """The path relative to the vault (`""` for the vault itself) of a real place, or None outside.

    Args:
        root: real path of the vault.
        place: real path, links followed.
    """
    if place == root:
        return ""
    prefix = root.rstrip(os.sep) + os.sep
    return place[len(prefix) :].replace(os.sep, "/") if place.startswith(prefix) else None


def leads_back(folder: str, target: str) -> bool:
    """Whether a link that lies in `folder` leads to it or to a folder above it. Relative paths."""
    return target in {"", folder} or folder.startswith(target + "/")


def dead_link(path: str, error: OSError) -> Problem:
    """What to report for a link whose target cannot be looked at."""
    if isinstance(error, FileNotFoundError):
        return file_problem.symlink_broken(path)
    if isinstance(error, PermissionError):
        return file_problem.unreadable_file(path, error.strerror or str(error))
    return file_problem.symlink_loop(path)
