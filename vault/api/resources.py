"""What an open vault keeps for the life of the process: its index, the model, the recaller.

Everything is opened when it is first needed, once, behind one lock; the verbs beside this module use it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from vault.api.copies import note_folder
from vault.api.freshness import Freshness
from vault.api.identity import choose_user
from vault.api.notices import notice
from vault.config import locations
from vault.config.load import LoadedSettings
from vault.errors import LockTimeout, MemvaultError, ModelBroken, ModelNotInstalled, WriteFailed
from vault.files.vault_folder import VaultFolder, open_folder
from vault.index.location import index_folder

if TYPE_CHECKING:
    from vault.embedding.installation import InstallProgress
    from vault.embedding.provider import EmbeddingModel
    from vault.embedding.vector_cache import VectorCache
    from vault.index.index import Index
    from vault.index.progress import Step
    from vault.index.report import IndexReport
    from vault.recall.search import Recaller

LOCK_SECONDS = 600.0
"""How long an explicit `index` waits for another process that is indexing."""
BUSY_SECONDS = 2.0
"""How long a recall waits for another process that is indexing, before it answers from what there is."""


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Which model to use.

    Attributes:
        name: installed, or a folder; empty for none.
        opened: one that is there already, instead.
    """

    name: str = ""
    opened: EmbeddingModel | None = None


class Resources:
    """The opened parts of one vault. Safe to use from several threads.

    Args:
        folder: the vault.
        loaded: its settings, with their origins.
        choice: of the model.
    """

    def __init__(self, folder: VaultFolder, loaded: LoadedSettings, choice: ModelChoice) -> None:
        self.folder = folder
        self.loaded = loaded
        self.settings = loaded.settings
        self.zone = ZoneInfo(loaded.settings.timezone)
        self.index_folder = index_folder(locations.cache_dir(), folder.settings.id, folder.root)
        self.model_fault: MemvaultError | None = None
        self._choice = choice
        self._lock = threading.RLock()
        self._index: Index | None = None
        self._recaller: Recaller | None = None
        self._cache: VectorCache | None = None
        self._model = choice.opened
        self._model_looked_for = choice.opened is not None
        self._freshness = Freshness(self._watched)

    @property
    def write_lock(self) -> Path:
        """The lock of whoever writes into the vault; it lies outside."""
        return self.index_folder / "write.lock"

    @property
    def model(self) -> EmbeddingModel | None:
        """The model, loading lazily; None for words only, and `model_fault` says why."""
        with self._lock:
            if not self._model_looked_for:
                self._model_looked_for = True
                self._model = self._open_model()
            return self._model

    @property
    def model_name(self) -> str:
        """Of the model that is wanted; empty for words only."""
        return self._choice.opened.facts.name if self._choice.opened else self._choice.name

    @property
    def index(self) -> Index:
        """The index, opened.

        Raises:
            IndexBroken: it cannot be opened, not even anew.
        """
        with self._lock:
            if self._index is None:
                from vault.index.index import Index

                model = self.model
                self._index = Index.open(self.index_folder, model_facts=model.facts if model else None)
                note_folder(self.index_folder, self.folder.root)
            return self._index

    @property
    def recaller(self) -> Recaller:
        """Answers questions from the index."""
        with self._lock:
            if self._recaller is None:
                from vault.recall.search import Recaller

                self._recaller = Recaller(self.index, self.model)
            return self._recaller

    def prepare_model(self, progress: InstallProgress | None = None) -> tuple[str, ...]:
        """Install the model if that needs no network, and begin to load it; see `Vault.prepare_model`."""
        with self._lock:
            if self.model is None and self._choice.name:
                self._install_model(progress)
        warm_up = getattr(self.model, "warm_up", None)
        if warm_up is not None:
            warm_up()
        return self.model_notices

    @property
    def model_notices(self) -> tuple[str, ...]:
        """Why recall goes by words only; empty when it does not, or when that was asked for."""
        fault = self.model_fault
        if fault is None:
            return ()
        if isinstance(fault, ModelNotInstalled):
            return (notice(self.settings.language, "model-missing", fault.name),)
        return (notice(self.settings.language, "model-broken", getattr(fault, "reason", fault)),)

    def prove_model(self) -> MemvaultError | None:
        """Why the model cannot be used, found out by using it; None when it can."""
        try:
            if self.model is not None:
                self.model.embed_query("你好")
        except MemvaultError as error:
            return error
        return self.model_fault

    def give_up_model(self, fault: ModelBroken) -> None:
        """Go on by words only; the notices say why."""
        with self._lock:
            self.model_fault = fault
            self._model = self._cache = self._recaller = None

    def user(self, named: str | None) -> str:
        """For whom to answer; see `choose_user`. The index must be in step."""
        listed = {*self.folder.settings.users, self.folder.settings.default_user} - {""}
        return choose_user(named or self.settings.user, self.index.users(), listed)

    def reconcile(
        self,
        now: datetime,
        *,
        progress: Step | None = None,
        under: Sequence[str] | None = None,
        words_only: bool = False,
        allow_empty: bool = False,
        lock_timeout: float = LOCK_SECONDS,
    ) -> IndexReport:
        """Bring the index in step with the disk.

        Args:
            now: aware.
            progress: told how far it is.
            under: look at these paths only; None: at the whole vault.
            words_only: leave vectors of new texts to a later run.
            allow_empty: accept that the vault has become empty.
            lock_timeout: seconds to wait for another process that is indexing.

        Raises:
            VaultVanished: the vault held memories and is empty now.
            LockTimeout: another process is indexing.
            IndexBroken: the index cannot be written.
        """
        started = time.monotonic()
        report = self.index.reconcile(
            self.folder,
            None if words_only else self.model,
            None if words_only else self._vector_cache(),
            now=now,
            progress=progress,
            under=under,
            allow_empty=allow_empty,
            lock_timeout=lock_timeout,
        )
        if under is None:
            self._freshness.looked(time.monotonic() - started)
        return report

    def keep_in_step(self, now: datetime, progress: Step | None = None) -> tuple[str, ...]:
        """Reconcile if it is time to; notices say when the answer may be older than the disk.

        Raises:
            VaultVanished: the vault held memories and is empty now.
        """
        with self._lock:
            if not self._freshness.look_is_due():
                return ()
            try:
                self._reconcile_anyhow(now, progress)
            except LockTimeout:
                return (notice(self.settings.language, "index-busy"),)
            except WriteFailed as error:
                return (notice(self.settings.language, "index-read-only", error.reason),)
        return ()

    def _reconcile_anyhow(self, now: datetime, progress: Step | None) -> None:
        try:
            self.reconcile(now, progress=progress, lock_timeout=BUSY_SECONDS)
        except ModelBroken as fault:
            self.give_up_model(fault)
            self.reconcile(now, progress=progress, lock_timeout=BUSY_SECONDS)

    def discard_index(self) -> None:
        """Throw the derived side away; the next reconcile builds it from the files."""
        with self._lock:
            if self._index is not None:
                self._index.close()
            self._index = self._recaller = None
            for path in self.index_folder.glob("index.sqlite*"):
                path.unlink(missing_ok=True)
            self._freshness.expire()

    def reread_settings(self) -> None:
        """Take over what `vault.yaml` says now about records and note folders.

        Raises:
            VaultSettingsBroken, UnsupportedFormat: it cannot be used; the old settings stay.
        """
        self.folder = open_folder(self.folder.root)

    def wrote(self) -> None:
        """Something was written into the vault: the next answer looks at the disk first."""
        self._freshness.expire()

    def close(self) -> None:
        """Close what was opened; the vault cannot be used afterwards."""
        with self._lock:
            if self._index is not None:
                self._index.close()
            if self._cache is not None:
                self._cache.close()
            self._index = self._cache = self._recaller = None

    def _open_model(self) -> EmbeddingModel | None:
        if not self._choice.name:
            return None
        from vault.embedding.models import open_model

        try:
            return open_model(self._choice.name, locations.models_dir(), self.settings.threads or None)
        except (ModelNotInstalled, ModelBroken) as error:
            self.model_fault = error
        return None

    def _install_model(self, progress: InstallProgress | None) -> None:
        from vault.embedding.models import install

        try:
            install(self._choice.name, locations.models_dir(), progress=progress, offline=True)
        except (ModelNotInstalled, ModelBroken, WriteFailed):
            return  # the first fault stands
        self.model_fault = None
        self._model = self._open_model()

    def _vector_cache(self) -> VectorCache | None:
        with self._lock:
            model = self.model
            if self._cache is None and model is not None:
                from vault.embedding.vector_cache import VectorCache

                path = locations.vector_cache_file(model.facts.fingerprint)
                self._cache = VectorCache(path, model.facts)
            return self._cache

    def _watched(self) -> bool:
        from vault.watch.heartbeat import is_fresh

        return is_fresh(self.index_folder)
