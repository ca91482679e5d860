"""A copy of a vault to try something in, thrown away afterwards with all that this device noted of it."""

from __future__ import annotations

import re
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.ledger_file import copy_ledger, ledger_path
from vault.api.open import open_vault
from vault.config.locations import state_dir

if TYPE_CHECKING:
    from vault.api.vault import Vault

_IGNORED = shutil.ignore_patterns(".git", ".stversions", "*.lock")
_ID = re.compile(rb"^id:.*?(?=\r?$)", re.MULTILINE)


@contextmanager
def trial_of(vault: Vault, user: str | None = None) -> Iterator[Vault]:
    """The copy, open.

    It has an id of its own: what a device knows of a vault beside its files, such as which turns it has
    read, it knows by the id, and would take the copy's for the vault's. Of the turns it is given a copy.

    Args:
        vault: open; nothing in it is touched.
        user: the default one; None: as in the vault.
    """
    name = f"trial-{secrets.token_hex(6)}"
    with tempfile.TemporaryDirectory(prefix="memvault-trial-") as place:
        copy = Path(place) / "vault"
        shutil.copytree(vault.root, copy, symlinks=True, ignore=_IGNORED)
        settings = copy / "vault.yaml"
        settings.write_bytes(_ID.sub(b"id: " + name.encode(), settings.read_bytes(), count=1))
        chosen = user or vault.settings.user or None
        try:
            copy_ledger(ledger_path(vault.id, vault.root), ledger_path(name, copy))
            with open_vault(copy, user=chosen, index_folder=Path(place) / "index") as trial:
                yield trial
        finally:
            for left in state_dir().glob(f"*/{name}*"):
                shutil.rmtree(left) if left.is_dir() else left.unlink()
