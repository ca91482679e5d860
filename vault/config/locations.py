"""Folders outside the vault: caches, the user's configuration, and state of this device.

Each can be moved by an environment variable, which is how tests and containers keep apart. Nothing is
created here; whoever writes makes the folder.
"""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

APPLICATION = "memvault"


def _folder(variable: str, fallback: str) -> Path:
    chosen = os.environ.get(variable, "").strip()
    return Path(chosen or fallback).expanduser().absolute()


def cache_dir() -> Path:
    """Everything that can be deleted at any time: models, vectors, indexes (`MEMVAULT_CACHE`)."""
    return _folder("MEMVAULT_CACHE", platformdirs.user_cache_dir(APPLICATION, appauthor=False))


def config_dir() -> Path:
    """The user's own settings, `config.yaml` (`MEMVAULT_CONFIG_DIR`)."""
    return _folder("MEMVAULT_CONFIG_DIR", platformdirs.user_config_dir(APPLICATION, appauthor=False))


def state_dir() -> Path:
    """What this device remembers and must not lose, e.g. its device id (`MEMVAULT_STATE_DIR`)."""
    return _folder("MEMVAULT_STATE_DIR", platformdirs.user_state_dir(APPLICATION, appauthor=False))


def models_dir() -> Path:
    """Embedding models, one folder each, shared by all vaults."""
    return cache_dir() / "models"


def vector_caches_dir() -> Path:
    """Vectors of texts, one file a model, shared by all vaults."""
    return cache_dir() / "vectors"


def vector_cache_file(fingerprint: str) -> Path:
    """Vectors made by one model; `fingerprint` is `ModelFacts.fingerprint`."""
    return vector_caches_dir() / f"{fingerprint[:16]}.sqlite"


def indexes_dir() -> Path:
    """The indexes of all vaults; the folder of one is named by `vault.index.location`."""
    return cache_dir() / "index"


def user_file() -> Path:
    """The user's own configuration file; it need not exist."""
    return config_dir() / "config.yaml"
