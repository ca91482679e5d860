"""Find a vault and open it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.model_slot import ModelChoice
from vault.api.resources import Resources
from vault.api.vault import Vault
from vault.config import locations
from vault.config.load import LoadedSettings, load_settings
from vault.errors import MemvaultError
from vault.files.vault_folder import find_vault, open_folder
from vault.format.vault_yaml import VaultYaml

if TYPE_CHECKING:
    from vault.embedding.provider import EmbeddingModel


def open_vault(
    path: str | Path | None = None,
    *,
    user: str | None = None,
    model: str | EmbeddingModel | None = None,
    use_model: bool = True,
    index_folder: Path | None = None,
) -> Vault:
    """Open a vault. Nothing is read from it yet but `vault.yaml`; close it, or use it in `with`.

    Args:
        path: the vault's folder; None: `MEMVAULT_DIR`, else the nearest folder above with a `vault.yaml`.
        user: whose memories the verbs work on unless told otherwise; None: as configured.
        model: name or folder of an embedding model, or one that is opened; None: as configured.
        use_model: False for words only.
        index_folder: where the index is kept; None: in the cache folder, as every process expects it.

    Raises:
        VaultNotFound: there is none.
        UnsupportedFormat: its format is newer than this program.
        VaultSettingsBroken: its `vault.yaml` cannot be read.
        ConfigError: a setting of the person, a variable or an argument is wrong.
    """
    folder = open_folder(locate_vault(path))
    named = model if isinstance(model, str) else None
    loaded = settings_for(folder.settings, flags={"user": user or None, "model": named})
    if not use_model:
        choice = ModelChoice()
    elif model is None or isinstance(model, str):
        choice = ModelChoice(loaded.settings.model)
    else:
        choice = ModelChoice(opened=model)
    return Vault(Resources(folder, loaded, choice, index_folder))


def locate_vault(path: str | Path | None) -> Path:
    """The folder of the vault that is meant; it may still turn out to be none.

    Raises:
        VaultNotFound: none was named, and there is none here or above.
    """
    chosen = path or os.environ.get("MEMVAULT_DIR", "").strip()
    return Path(chosen).expanduser().absolute() if chosen else find_vault(Path.cwd())


def language_there(root: Path) -> str:
    """The language of the vault at `root`, or empty when it cannot be opened."""
    try:
        return settings_for(open_folder(root).settings).settings.language
    except MemvaultError:
        return ""


def settings_for(vault: VaultYaml | None, flags: Mapping[str, object] | None = None) -> LoadedSettings:
    """Settings of this person for a vault; None: for no vault.

    Raises:
        ConfigError: see `load_settings`.
    """
    from_vault: dict[str, object] = {}
    if vault is not None:
        from_vault = {"user": vault.default_user, "language": vault.language, "timezone": vault.timezone}
        from_vault |= _dotted("recall", vault.recall) | _dotted("lifecycle", vault.lifecycle)
    return load_settings(user_file=locations.user_file(), vault=from_vault, environ=os.environ, flags=flags)


def _dotted(prefix: str, group: Mapping[str, object]) -> dict[str, object]:
    """The settings of a group, and of the groups in it, by their dotted names."""
    found: dict[str, object] = {}
    for name, value in group.items():
        dotted = f"{prefix}.{name}"
        found |= _dotted(dotted, value) if isinstance(value, Mapping) else {dotted: value}
    return found
