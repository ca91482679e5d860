"""Reads turns that the ledger names; a file is read once, and again when it has grown."""

from __future__ import annotations

from collections.abc import Sequence

from vault.api.turn_ledger import LedgerTurn
from vault.files.fingerprint import read_file
from vault.files.vault_folder import VaultFolder
from vault.format.turn_line import parse_turns
from vault.model.tombstone import is_erased_text
from vault.model.turn import Turn, turn_digest

_FILES_KEPT = 4


class JournalReading:
    """Turns by digest. For one run of extraction.

    Args:
        folder: the vault.
    """

    def __init__(self, folder: VaultFolder) -> None:
        self._folder = folder
        self._files: dict[str, dict[bytes, Turn]] = {}

    def turns(self, wanted: Sequence[LedgerTurn]) -> list[Turn]:
        """The turns as they stand in the journal, in order; those of which no text is left are left out.

        Raises:
            ReadFailed: the system refuses to read a file.
        """
        found = (self._turn(each) for each in wanted)
        return [turn for turn in found if turn is not None]

    def _turn(self, wanted: LedgerTurn) -> Turn | None:
        known = self._files.get(wanted.path, {})
        if wanted.digest not in known:
            known = self._read(wanted.path)
        turn = known.get(wanted.digest)
        return None if turn is None or is_erased_text(turn.content) else turn

    def _read(self, path: str) -> dict[bytes, Turn]:
        self._files.pop(path, None)
        while len(self._files) >= _FILES_KEPT:
            self._files.pop(next(iter(self._files)))
        try:
            data = read_file(self._folder.root, path).data
        except FileNotFoundError:
            data = b""
        parsed = parse_turns(data, path=path, defaults=self._folder.defaults)
        self._files[path] = {turn_digest(located.turn): located.turn for located in parsed.turns}
        return self._files[path]
