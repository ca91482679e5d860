"""Find a vault and open it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.in_step import BUSY_SECONDS
from vault.api.locate import locate_vault, settings_for
from vault.api.model_slot import ModelChoice
from vault.api.resources import Resources
from vault.api.vault import Vault
from vault.files.vault_folder import open_folder

if TYPE_CHECKING:
    from vault.embedding.provider import EmbeddingModel


def open_vault(
    path: str | Path | None = None,
    *,
    user: str | None = None,
    model: str | EmbeddingModel | None = None,
    use_model: bool = True,
    index_folder: Path | None = None,
    patience: float = BUSY_SECONDS,
) -> Vault:
    """Open a vault. Nothing is read from it yet but `vault.yaml`; close it, or use it in `with`.

    Args:
        path: the vault's folder; None: `MEMVAULT_DIR`, else the nearest folder above with a `vault.yaml`.
        user: whose memories the verbs work on unless told otherwise; None: as configured.
        model: name or folder of an embedding model, or one that is opened; None: as configured.
        use_model: False for words only.
        index_folder: where the index is kept; None: in the cache folder, as every process expects it.
        patience: seconds that an answer waits for somebody who is indexing; then it says what it may lack.

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
    resources = Resources(folder, loaded, choice, index_folder)
    resources.in_step.patience = patience
    return Vault(resources)
