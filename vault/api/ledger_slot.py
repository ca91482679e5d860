"""The ledger of turns as captures use it: opened once, one at a time.

Extraction opens one of its own: it works for long, and no capture waits for it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from vault.api.ledger_file import ledger_path
from vault.api.turn_ledger import TurnLedger
from vault.config.device import device_id
from vault.errors import WriteFailed

if TYPE_CHECKING:
    from vault.api.resources import Resources


class LedgerSlot:
    """Holds the ledger of one vault open; for several threads.

    Args:
        resources: of the vault.
    """

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._guard = threading.Lock()
        self._ledger: TurnLedger | None = None

    @contextmanager
    def held(self) -> Iterator[TurnLedger]:
        """The ledger as it was left (see `TurnLedger.refresh`), for the calling thread alone.

        Raises:
            WriteFailed: it cannot be made.
        """
        with self._guard:
            if self._ledger is not None and not self._is_ours(self._ledger):
                self._drop()
            if self._ledger is None:
                self._ledger = open_turn_ledger(self._resources)
            try:
                yield self._ledger
            except WriteFailed:
                self._drop()  # it may be another one by now
                raise

    def _is_ours(self, ledger: TurnLedger) -> bool:
        """Not when the vault was opened again, or this device has got another name."""
        return ledger.folder is self._resources.folder and ledger.device == device_id()

    def close(self) -> None:
        """Close it; it is opened again when it is needed."""
        with self._guard:
            self._drop()

    def _drop(self) -> None:
        if self._ledger is not None:
            self._ledger.close()
            self._ledger = None


def open_turn_ledger(resources: Resources) -> TurnLedger:
    """The ledger of a vault's turns, opened for the caller alone."""
    folder = resources.folder
    return TurnLedger(ledger_path(folder.settings.id, folder.root), folder, device_id())
