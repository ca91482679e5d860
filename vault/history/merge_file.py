"""Merging two versions of any file of a vault, by what it holds. Pure."""

from __future__ import annotations

from vault.files.layout import Kind
from vault.format.defaults import Defaults
from vault.history.merge_lines import merge_turns, merge_usage
from vault.history.merge_notes import merge_notes
from vault.history.merge_records import merge_records
from vault.history.merge_text import merge_text
from vault.history.merged import CannotMerge, Merged


def merge_file(
    kind: Kind | None, ours: bytes, theirs: bytes, base: bytes | None = None, *, defaults: Defaults
) -> Merged:
    """Merge two versions of a file; which is which makes no difference.

    Args:
        kind: of the file; None: nothing of memvault's.
        ours: one version.
        theirs: the other one.
        base: their common ancestor; None when it is not known.
        defaults: of the vault.

    Raises:
        CannotMerge: a version is not understood, or nothing is known of such files and both changed the same.
    """
    if kind in {"memories", "archive"}:
        return merge_records(ours, theirs, base, defaults=defaults, archived=kind == "archive")
    if kind == "note":
        return merge_notes(ours, theirs, base)
    if kind == "turns":
        return merge_turns(ours, theirs, base, defaults=defaults)
    if kind == "usage":
        return merge_usage(ours, theirs, base)
    merged = ours if ours == theirs else merge_text(ours, theirs, base or b"")
    if merged is None or (base is None and ours != theirs):
        raise CannotMerge("both versions changed the same lines")
    return Merged(merged)


def merge_or_mark(
    kind: Kind | None, ours: bytes, theirs: bytes, base: bytes | None = None, *, defaults: Defaults
) -> Merged:
    """`merge_file`, but what cannot be merged comes out with conflict markers, as git leaves them."""
    try:
        return merge_file(kind, ours, theirs, base, defaults=defaults)
    except CannotMerge:
        marked = merge_text(ours, theirs, base or b"", marked=True)
        return Merged(marked or b"", clean=False)
