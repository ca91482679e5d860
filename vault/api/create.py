"""Make a new vault, or turn an existing folder of notes into one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from vault.api.first_commit import GitStart, start_git
from vault.api.git_setup import install
from vault.api.life_cycle import moment
from vault.config.local_zone import local_zone
from vault.config.locations import cache_dir
from vault.config.values import time_zone
from vault.errors import ConfigError, MemvaultError, WriteFailed
from vault.files.lock import write_lock
from vault.files.vault_folder import create_vault
from vault.index.location import index_folder
from vault.model.identifier import new_id


@dataclass(frozen=True, slots=True)
class Created:
    """A new vault.

    Attributes:
        root: absolute.
        files: what was written, relative to the vault.
        git: what became of `git=True`; `off` when it was not asked for.
    """

    root: Path
    id: str
    default_user: str
    language: Literal["zh", "en"]
    timezone: str
    files: tuple[str, ...]
    git: GitStart


def create(
    path: str | Path,
    *,
    user: str = "",
    language: Literal["zh", "en"] = "zh",
    timezone: str = "",
    adopt: bool = False,
    git: bool = False,
    now: datetime | None = None,
) -> Created:
    """Write the skeleton of a vault; no existing file is changed.

    Args:
        path: the folder; made when missing.
        user: `default_user`; empty for a vault of several people.
        language: of the prompt block and of messages.
        timezone: IANA name; empty for this machine's.
        adopt: allow a folder that already holds files, e.g. notes.
        git: also start a git repository and commit what was written.
        now: aware; goes into the vault's id. None: the clock.

    Raises:
        ConfigError: no such time zone.
        VaultExists: there is a vault already.
        FolderNotEmpty: there are files and `adopt` is False.
        WriteFailed: the folder cannot be written.
    """
    root = Path(path).expanduser().absolute()
    try:
        zone = time_zone(timezone) if timezone else local_zone()
    except ValueError as error:
        raise ConfigError("timezone", f"{error}, not {timezone!r}") from None
    vault_id = new_id("vault", moment(now))
    try:
        before = _files(root)
    except OSError as error:
        raise WriteFailed(root, error.strerror or str(error)) from error
    create_vault(root, vault_id=vault_id, default_user=user, language=language, timezone=zone, adopt=adopt)
    written = tuple(sorted(_files(root) - before))
    started = start_git(root, written) if git else "off"
    if started == "committed":
        _set_up(root, vault_id)
    return Created(root, vault_id, user, language, zone, written, started)


def _set_up(root: Path, vault_id: str) -> None:
    """That git merges memories by id; without it everything else goes on."""
    place = index_folder(cache_dir(), vault_id, root)
    with suppress(MemvaultError), write_lock(place / "write.lock") as lock:
        install(root, lock)


def _files(root: Path) -> set[str]:
    if not root.is_dir():
        return set()
    return {each.relative_to(root).as_posix() for each in root.rglob("*") if each.is_file()}
