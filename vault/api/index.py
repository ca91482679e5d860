"""`index`: bring the derived side in step with the files, or build it anew."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.index.progress import Step
    from vault.index.report import IndexReport


def bring_in_step(
    resources: Resources, *, rebuild: bool, now: datetime, progress: Step | None
) -> IndexReport:
    """Reconcile the index with the vault once.

    Args:
        resources: of the open vault.
        rebuild: throw the index away first and accept a vault that has become empty; vectors of texts
            seen before are kept in their own cache.
        now: aware.
        progress: told how far it is.

    Raises:
        VaultVanished: the vault held memories and is empty now, and `rebuild` is False.
        LockTimeout: another process is indexing.
        IndexBroken: the index cannot be written.
    """
    if rebuild:
        resources.discard_index()
    return resources.in_step.reconcile(now, progress=progress, allow_empty=rebuild)
