"""Whose words bytes are: in a vault of several people an erasure tells each only where their own words stand.

That somebody else said the same is not the asker's to know: not where, and not whether.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from vault.files.erasing import user_named_in
from vault.format.note_markdown import parse_note

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.format.defaults import Defaults


@dataclass(frozen=True, slots=True)
class OwnWords:
    """Tells the words of one person from those of others.

    Attributes:
        user_id: the person.
        defaults: of the vault.
        shared: others have memories in the vault, too. In one of a single person everything is theirs.
    """

    user_id: str
    defaults: Defaults
    shared: bool

    def part_of(self, path: str, data: bytes) -> bytes:
        """What of a file is theirs: the same lines in the same places, and empty ones where others' stand.

        What names nobody, and what cannot be read, belongs to the default user, if there is one.

        Args:
            path: of the file, relative to the vault; also of a copy or a draft of it.
            data: its bytes, now or earlier.
        """
        if not self.shared:
            return data
        if ".md" in PurePosixPath(path).name.lower():
            note = parse_note(data, path=path, defaults=self.defaults).note
            owner = self.defaults.user_id if note is None else note.user_id
            return data if owner == self.user_id else b""
        return b"\n".join(line if self._owner(line) == self.user_id else b"" for line in data.split(b"\n"))

    def _owner(self, line: bytes) -> object:
        try:
            record = json.loads(line)
        except (ValueError, RecursionError):
            return user_named_in(line) or self.defaults.user_id
        return record.get("user_id", self.defaults.user_id) if isinstance(record, dict) else ""


def own_words(resources: Resources, user_id: str) -> OwnWords:
    """For one person of a vault, whose index is in step."""
    settings = resources.folder.settings
    people = {*resources.index.users(), *settings.users, settings.default_user, user_id} - {""}
    return OwnWords(user_id, resources.folder.defaults, len(people) > 1)
