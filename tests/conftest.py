"""Fixtures for all tests: folders of their own, and the real embedding model, converted once a machine."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import filelock
import platformdirs
import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from vault.embedding.provider import EmbeddingModel

# A test that takes long on a busy machine is not wrong.
settings.register_profile("memvault", deadline=None)
settings.load_profile("memvault")

# Run in the background of a shell, this process ignores Ctrl-C, and so would every program under test.
signal.signal(signal.SIGINT, signal.default_int_handler)

_COLOURS = ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE")


@dataclass(frozen=True)
class Isolated:
    """The folders that stand in for the user's own during one test."""

    cache: Path
    config: Path
    state: Path

    @property
    def models(self) -> Path:
        return self.cache / "models"


@pytest.fixture(autouse=True)
def isolated(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Isolated:
    """No test reads or writes the caches and settings of the person who runs it.

    Recalls are not counted, so that the shipped vault can be asked as it is. What is said while no vault is
    open is Chinese, whatever the machine speaks. Subprocesses inherit the same environment.
    """
    root = tmp_path_factory.mktemp("home")
    folders = Isolated(root / "cache", root / "config", root / "state")
    for variable in list(os.environ):
        if variable in _COLOURS or variable.startswith("MEMVAULT_"):
            monkeypatch.delenv(variable)
    monkeypatch.setenv("MEMVAULT_CACHE", str(folders.cache))
    monkeypatch.setenv("MEMVAULT_CONFIG_DIR", str(folders.config))
    monkeypatch.setenv("MEMVAULT_STATE_DIR", str(folders.state))
    monkeypatch.setenv("MEMVAULT_RECORD_USAGE", "false")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_MESSAGES", "zh_CN.UTF-8")
    return folders


@pytest.fixture(scope="session")
def models_dir() -> Path:
    """A models folder in which the default model is installed, kept between runs of the tests."""
    from vault.embedding.models import DEFAULT_MODEL, install, installed

    root = Path(platformdirs.user_cache_dir("memvault-tests", appauthor=False))
    root.mkdir(parents=True, exist_ok=True)
    folder = root / "models"
    with filelock.FileLock(root / "install.lock", timeout=600):
        if DEFAULT_MODEL not in {entry.name for entry in installed(folder)}:
            install(DEFAULT_MODEL, folder)
    return folder


@pytest.fixture(scope="session")
def installed_model(models_dir: Path) -> EmbeddingModel:
    """The real default model, opened once for the whole run."""
    from vault.embedding.models import DEFAULT_MODEL, open_model

    return open_model(DEFAULT_MODEL, models_dir, threads=2)


@pytest.fixture
def with_model(isolated: Isolated, models_dir: Path) -> Path:
    """The isolated cache has the default model installed, for subprocesses too."""
    isolated.cache.mkdir(parents=True, exist_ok=True)
    isolated.models.symlink_to(models_dir, target_is_directory=True)
    return isolated.models


@pytest.fixture(scope="session")
def sample_vault() -> Path:
    """The vault that is shipped with the project. Copy it before changing anything in it."""
    return Path(__file__).parent.parent / "sample_vault"
