"""The profile of a person: where it is kept, and its machine section brought up to date.

What it says: `vault.lifecycle.profile`. What in a note belongs to whom: `vault.format.machine_section`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from vault.errors import BrokenMarkers, ChangedOnDisk, EditRefused, ProfileOfAnother
from vault.files.atomic_write import replace_file
from vault.files.file_change import FileChange
from vault.files.fingerprint import locate, read_file
from vault.files.layout import comparable, folder_name
from vault.files.section_edit import usable_note
from vault.format.machine_section import (
    FAULT_HINT,
    FAULTS,
    find_markers,
    with_machine_text,
    with_new_section,
)
from vault.format.note_markdown import parse_note
from vault.lifecycle.profile import ProfileText, profile_text

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.api.writing import Writing
    from vault.files.vault_folder import VaultFolder
    from vault.model.memory import Memory

_NAME = "profile.md"
_TRIES = 3
_TITLES = {"zh": "{name}的档案", "en": "Profile of {name}"}
_NAMELESS = {"zh": "档案", "en": "Profile"}
_NEW = ""
"""The fingerprint of a file that is not there yet, in a planned change."""


def plan_profile(
    resources: Resources, user: str, memories: Iterable[Memory], now: datetime
) -> FileChange | None:
    """How the profile of `user` changes; None when it stays as it is.

    Args:
        resources: of the vault.
        user: the person.
        memories: theirs.
        now: aware.

    Raises:
        BrokenMarkers: nobody can say which part of the note is the program's.
        ProfileOfAnother: the note in its place is somebody else's.
        UnparsedFile, ReadFailed, OutsideVault: the note cannot be read, or not as a whole.
    """
    mask = resources.plugins.mask
    text = profile_text(
        (replace(each, content=mask(each.content)) for each in memories),
        user_id=user,
        now=now,
        zone=resources.zone,
        language=resources.settings.language,
    )
    folder = resources.folder
    path = profile_path(folder, user, _known_profiles(resources, user))
    try:
        found = read_file(folder.root, path)
    except FileNotFoundError:
        after = _new_profile(folder, path, user, text, resources.settings.language)
        return FileChange(path, b"", after, _NEW) if text.told else None
    after = _refreshed(folder, path, user, found.data, text)
    return FileChange(path, found.data, after, found.fingerprint) if after != found.data else None


def write_profile(
    session: Writing, user: str, memories: Sequence[Memory], now: datetime
) -> FileChange | None:
    """Bring the profile up to date. Errors as in `plan_profile`.

    Raises:
        ChangedOnDisk, WriteFailed: it is as it was.
    """
    for _ in range(_TRIES):
        change = plan_profile(session.resources, user, memories, now)
        if change is None:
            return None
        place = locate(session.resources.folder.root, change.path)
        session.touch(change.path)
        try:
            replace_file(place, change.after, expected=change.expected or None, lock=session.lock)
        except ChangedOnDisk:
            continue
        return change
    raise ChangedOnDisk(place)


def profile_path(folder: VaultFolder, user: str, known: Sequence[str] = ()) -> str:
    """Where the profile of `user` is kept, relative to the vault.

    `profile.md` in the folder of notes for the user of the vault, else in a folder of their own there.

    Args:
        folder: the vault.
        user: the person.
        known: paths of profiles that they have. One in another spelling, or in their own folder, is kept.
    """
    notes = folder.settings.note_folders[0]
    prefix = "" if notes == "." else f"{notes}/"
    own = f"{prefix}{folder_name(user) if user else ''}/{_NAME}".replace("//", "/").lstrip("/")
    places = [f"{prefix}{_NAME}", own] if user == folder.settings.default_user else [own]
    for place in places:
        for path in known:
            if comparable(path) == comparable(place):
                return path
    return places[0]


def _known_profiles(resources: Resources, user: str) -> list[str]:
    return [record.path for record in resources.index.records(user) if record.profile]


def _refreshed(folder: VaultFolder, path: str, user: str, data: bytes, text: ProfileText) -> bytes:
    usable_note(data, path)
    markers = find_markers(data)
    if markers.fault is not None:
        raise BrokenMarkers(path, markers.lines, markers.fault, FAULTS[markers.fault], FAULT_HINT)
    _require_owner(folder, path, user, data)
    if markers.section is not None:
        after = with_machine_text(data, markers.section, text.lines)
    else:
        after = with_new_section(data, text.lines) if text.told else data
    return _checked(path, data, after)


def _checked(path: str, data: bytes, after: bytes) -> bytes:
    """A last look: the new section is one, and what a person wrote is what it was."""
    if after != data and find_markers(after).section is None:
        raise EditRefused(path, "the section would be read as something else where the note ends")
    usable_note(after, path)
    return after


def _require_owner(folder: VaultFolder, path: str, user: str, data: bytes) -> None:
    note = parse_note(data, path=path, defaults=folder.defaults).note
    if note is not None and note.user_id != user:
        raise ProfileOfAnother(path, user, note.user_id)


def _new_profile(folder: VaultFolder, path: str, user: str, text: ProfileText, language: str) -> bytes:
    name = folder.settings.users.get(user) or user
    title = (_TITLES[language] if name else _NAMELESS[language]).format(name=" ".join(name.split()))
    body = f"# {title}\n".encode()
    note = parse_note(body, path=path, defaults=folder.defaults).note
    if note is None or note.user_id != user or not note.is_profile:
        owner = json.dumps(user, ensure_ascii=False)
        body = f"---\ntype: profile\nuser_id: {owner}\n---\n\n".encode() + body
        _require_owner(folder, path, user, body)
    return _checked(path, b"", with_new_section(body, text.lines))
