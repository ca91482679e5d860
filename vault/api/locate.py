"""Which vault is meant, and what is set for it, without opening it: what is there may be asked fast."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from vault.errors import MemvaultError

if TYPE_CHECKING:
    from vault.config.load import LoadedSettings
    from vault.config.settings import Settings
    from vault.format.vault_yaml import VaultYaml


def locate_vault(path: str | Path | None) -> Path:
    """The folder of the vault that is meant; it may still turn out to be none.

    Raises:
        VaultNotFound: none was named, and there is none here or above.
    """
    chosen = path or os.environ.get("MEMVAULT_DIR", "").strip()
    if chosen:
        return Path(chosen).expanduser().absolute()
    from vault.files.vault_folder import find_vault

    return find_vault(Path.cwd())


def language_there(root: Path) -> str:
    """The language of the vault at `root`, or empty when it cannot be opened."""
    settings = settings_there(root)
    return settings.language if settings is not None else ""


def settings_there(root: Path) -> Settings | None:
    """The settings for the vault at `root`; None when it cannot be opened."""
    from vault.files.vault_folder import open_folder

    try:
        return settings_for(open_folder(root).settings).settings
    except MemvaultError:
        return None


def vault_id_there(root: Path) -> str:
    """The id of the vault at `root`.

    Raises:
        VaultNotFound, UnsupportedFormat, VaultSettingsBroken: it cannot be opened.
    """
    from vault.files.vault_folder import open_folder

    return open_folder(root).settings.id


def settings_for(vault: VaultYaml | None, flags: Mapping[str, object] | None = None) -> LoadedSettings:
    """Settings of this person for a vault; None: for no vault.

    Raises:
        ConfigError: see `load_settings`.
    """
    from vault.config import locations
    from vault.config.load import load_settings

    from_vault: dict[str, object] = {}
    if vault is not None:
        own = {"user": vault.default_user, "language": vault.language, "timezone": vault.timezone}
        from_vault = {name: value for name, value in own.items() if _KEYS.get(name, name) in vault.given}
        from_vault |= _dotted("recall", vault.recall) | _dotted("lifecycle", vault.lifecycle)
    return load_settings(user_file=locations.user_file(), vault=from_vault, environ=os.environ, flags=flags)


_KEYS = {"user": "default_user"}
"""What settings are called in `vault.yaml`, where that is another name."""


def _dotted(prefix: str, group: Mapping[str, object]) -> dict[str, object]:
    """The settings of a group, and of the groups in it, by their dotted names."""
    found: dict[str, object] = {}
    for name, value in group.items():
        dotted = f"{prefix}.{name}"
        found |= _dotted(dotted, value) if isinstance(value, Mapping) else {dotted: value}
    return found
