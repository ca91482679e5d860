"""What an open vault keeps for the life of the process: its index, the model, the recaller.

Everything is opened when it is first needed, once, behind one lock; the verbs beside this module use it.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from vault.api.auto_commit import AutoCommit
from vault.api.background import BackgroundExtraction
from vault.api.copies import note_folder
from vault.api.courtesy import Courtesy
from vault.api.identity import choose_user
from vault.api.in_step import LOCK_SECONDS, InStep
from vault.api.ledger_slot import LedgerSlot
from vault.api.model_slot import ModelChoice, ModelSlot
from vault.api.plugins import load_plugins
from vault.api.settings_reading import SettingsRead
from vault.api.usage import UsageRecorder, write_usage
from vault.config import locations
from vault.config.load import LoadedSettings
from vault.errors import MaskFailed, ModelBroken
from vault.files.lock import write_lock
from vault.files.vault_folder import VaultFolder
from vault.index.location import index_folder
from vault.lifecycle.masking import Masking

if TYPE_CHECKING:
    from vault.api.watch import Watching
    from vault.embedding.provider import EmbeddingModel, Vectors
    from vault.embedding.vector_cache import VectorCache
    from vault.index.index import Index
    from vault.plugin_api.run_hooks import Plugins
    from vault.problem import Problem
    from vault.recall.search import Recaller
    from vault.recall.weighing import Weigh

TOGETHER = 16
"""Texts that are embedded in the background at a time."""


class Resources:
    """The opened parts of one vault. Safe to use from several threads.

    Args:
        folder: the vault.
        loaded: its settings, with their origins.
        choice: of the model.
        index_place: of the index; None: where every process expects it.

    Attributes:
        watching: the watcher of this very object, which then does the work that no answer has to wait for.
        settings_read: how reading `vault.yaml` again went the last time.
    """

    def __init__(
        self,
        folder: VaultFolder,
        loaded: LoadedSettings,
        choice: ModelChoice,
        index_place: Path | None = None,
    ) -> None:
        self.folder = folder
        self.loaded = loaded
        self.settings = loaded.settings
        self.zone = ZoneInfo(loaded.settings.timezone)
        self.index_folder = index_place or index_folder(
            locations.cache_dir(), folder.settings.id, folder.root
        )
        self.models = ModelSlot(choice, loaded.settings.threads, lambda: self.plugins)
        self.usage = UsageRecorder(partial(write_usage, self))
        self.turns = LedgerSlot(self)
        self.extraction = BackgroundExtraction(self)
        self.commits = AutoCommit(self)
        self.courtesy = Courtesy()
        self.in_step = InStep(self)
        self.watching: Watching | None = None
        self.settings_read = SettingsRead()
        self._lock = threading.RLock()
        self._index: Index | None = None
        self._recaller: Recaller | None = None
        self._plugins: Plugins | None = None
        self._cache: VectorCache | None = None

    @property
    def write_lock(self) -> Path:
        """The lock of whoever writes into the vault; it lies outside."""
        return self.index_folder / "write.lock"

    @property
    def journal_lock(self) -> Path:
        """The lock of whoever changes this device's journal, taken after the write lock by who needs both.

        A lock of its own: a message is journalled at once, whatever is being indexed meanwhile.
        """
        return self.index_folder / "journal.lock"

    @property
    def usage_lock(self) -> Path:
        """The lock of whoever counts on this device; likewise taken last."""
        return self.index_folder / "usage.lock"

    @property
    def model(self) -> EmbeddingModel | None:
        """The model; see `ModelSlot`."""
        return self.models.model

    @property
    def index(self) -> Index:
        """The index, opened.

        Raises:
            IndexBroken: it cannot be opened, not even anew.
        """
        with self._lock:
            if self._index is None:
                from vault.index.index import Index
                from vault.index.note_reading import NoteReading

                model = self.model
                facts = model.facts if model else None
                notes = NoteReading(self.plugins.read_note, self.plugins.reads_notes)
                self._index = Index.open(self.index_folder, model_facts=facts, notes=notes)
                note_folder(self.index_folder, self.folder.root)
            return self._index

    @property
    def recaller(self) -> Recaller:
        """Answers questions from the index."""
        with self._lock:
            if self._recaller is None:
                from vault.lifecycle.extract.stated import stated_and_asked
                from vault.recall.search import Recaller

                half_lives = self.settings.recall.half_life_days.by_type
                self._recaller = Recaller(
                    self.index, self.model, half_lives, weigh=self._weigh(), stated=stated_and_asked
                )
            return self._recaller

    @property
    def plugins(self) -> Plugins:
        """The plugins of the person, loaded."""
        with self._lock:
            if self._plugins is None:
                self._plugins = load_plugins(self.loaded, lambda: self.settings)
            return self._plugins

    @property
    def late_plugin_problems(self) -> tuple[Problem, ...]:
        """What went wrong in hooks that are called in the background."""
        with self._lock:
            loaded = self._plugins
        return () if loaded is None else loaded.late_problems

    @property
    def masking(self) -> Masking:
        """Masks what is about to be written.

        Raises:
            MaskFailed: from each of its methods, when a mask of a plugin fails.
        """
        return Masking(self.plugins.mask, self.folder.settings.id)

    def spellings(self, names: Iterable[str]) -> tuple[str, ...]:
        """How names that are asked for may stand in the vault; a mask that fails keeps nobody from asking."""
        given = tuple(names)
        try:
            return self.masking.spellings(given)
        except MaskFailed:
            return given

    @property
    def model_notices(self) -> tuple[str, ...]:
        """Why recall goes by words only; empty when it does not, or when that was asked for."""
        return self.models.notices(self.settings.language)

    def embed(self, texts: Sequence[str]) -> Vectors | None:
        """Vectors of texts about to be stored, `(n, dimension)`, kept in the cache; None without a model."""
        model, cache = self.model, self.vector_cache()
        if model is None:
            return None
        try:
            return model.embed_passages(texts) if cache is None else cache.embed_passages(model, texts)[0]
        except ModelBroken as fault:
            self.give_up_model(fault)
            return None

    def to_embed(self, most: int, now: datetime) -> tuple[str, ...]:
        """The first texts that wait for a vector and are to have one now."""
        model = self.model
        return self.index.texts_to_embed(most, model.facts, self.in_step.talk_before(now)) if model else ()

    def embed_ahead(self, now: datetime, most: int = 200) -> int:
        """Embed what waits for it, so that the next index run does not have to while others wait."""
        texts = self.to_embed(most, now)
        for start in range(0, len(texts), TOGETHER):
            self.courtesy.give_way()
            self.embed(texts[start : start + TOGETHER])
        return len(texts)

    def give_up_model(self, fault: ModelBroken) -> None:
        """Go on by words only; the notices say why."""
        with self._lock:
            self.models.give_up(fault)
            self._cache = self._recaller = None

    def user(self, named: str | None) -> str:
        """For whom to answer; see `choose_user`. The index must be in step; before it is, all are known."""
        if named and not self.index.is_filled:
            return named
        listed = {*self.folder.settings.users, self.folder.settings.default_user} - {""}
        return choose_user(named or self.settings.user, self.index.users(), listed)

    def discard_index(self) -> None:
        """Throw the derived side away; the next reconcile builds it from the files.

        Raises:
            LockTimeout: another process is indexing.
        """
        from vault.index.index import LOCK_NAME

        with self._lock, write_lock(self.index_folder / LOCK_NAME, LOCK_SECONDS):
            if self._index is not None:
                self._index.close()
            self._index = self._recaller = None
            for path in self.index_folder.glob("index.sqlite*"):
                path.unlink(missing_ok=True)
            self.in_step.wrote()

    def take_settings(self, folder: VaultFolder, loaded: LoadedSettings) -> None:
        """Go by these from now on; see `vault.api.settings_reading`."""
        with self._lock:
            self.folder = folder
            if loaded.settings != self.settings:
                self._recaller = None
            self.loaded, self.settings = loaded, loaded.settings
            self.zone = ZoneInfo(loaded.settings.timezone)

    def close(self) -> None:
        """Write what was counted and close what was opened; the vault cannot be used afterwards."""
        self.extraction.close()
        self.turns.close()
        self.usage.close()
        self.commits.flush()
        if self._plugins is not None:
            self._plugins.finish()
        with self._lock:
            if self._index is not None:
                self._index.close()
            if self._cache is not None:
                self._cache.close()
            self._index = self._cache = self._recaller = None

    def vector_cache(self) -> VectorCache | None:
        """Of the model, opened; None without one."""
        with self._lock:
            model = self.model
            if self._cache is None and model is not None:
                from vault.embedding.vector_cache import VectorCache

                path = locations.vector_cache_file(model.facts.fingerprint)
                self._cache = VectorCache(path, model.facts)
            return self._cache

    def _weigh(self) -> Weigh | None:
        if not self.plugins.own or not self.plugins.weighs:
            return None
        from vault.api.plugged_recall import RankFactors

        return RankFactors(self.plugins, self.settings.recall.plugin_limit_ms / 1000)
