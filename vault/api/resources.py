"""What an open vault keeps for the life of the process: its index, the model, the recaller.

Everything is opened when it is first needed, once, behind one lock; the verbs beside this module use it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from vault.api.auto_commit import AutoCommit
from vault.api.background import BackgroundExtraction
from vault.api.copies import note_folder
from vault.api.counting import begin_counting
from vault.api.courtesy import Courtesy
from vault.api.freshness import Freshness
from vault.api.identity import choose_user
from vault.api.ledger_slot import LedgerSlot
from vault.api.model_slot import ModelChoice, ModelSlot
from vault.api.notices import notice
from vault.api.plugins import load_plugins, tell_indexed
from vault.api.settings_reading import SettingsRead
from vault.api.usage import UsageRecorder, write_usage
from vault.config import locations
from vault.config.load import LoadedSettings
from vault.errors import LockTimeout, MaskFailed, ModelBroken, WriteFailed
from vault.files.lock import write_lock
from vault.files.vault_folder import VaultFolder
from vault.index.location import index_folder
from vault.index.progress import silent
from vault.lifecycle.masking import Masking

if TYPE_CHECKING:
    from vault.api.watch import Watching
    from vault.embedding.provider import EmbeddingModel, Vectors
    from vault.embedding.vector_cache import VectorCache
    from vault.index.index import Index
    from vault.index.progress import Stage, Step
    from vault.index.report import IndexReport
    from vault.plugin_api.run_hooks import Plugins
    from vault.recall.search import Recaller
    from vault.recall.weighing import Weigh

LOCK_SECONDS = 600.0
"""How long an explicit `index` waits for another process that is indexing."""
TALK = timedelta(seconds=30)
"""A conversation in which nothing was said for so long is embedded; before, it is found by its words."""
_GLANCE = 0.01
TOGETHER = 16
"""Texts that are embedded in the background at a time."""
BUSY_SECONDS = 2.0
"""How long a recall waits for another process that is indexing, before it answers from what there is."""


class Resources:
    """The opened parts of one vault. Safe to use from several threads.

    Args:
        folder: the vault.
        loaded: its settings, with their origins.
        choice: of the model.
        index_place: of the index; None: where every process expects it.

    Attributes:
        patience: seconds that an answer waits for another process or thread that is indexing.
        watching: the watcher of this very object, which then does the work that no answer has to wait for.
        settings_read: how reading `vault.yaml` again went the last time.
        files_read: how many files the run under way, or the last one, has read, and of how many.
        in_hand: paths that are being written through this object, and will be in the index in a moment.
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
        self.patience = BUSY_SECONDS
        self.watching: Watching | None = None
        self.files_read = (0, 0)
        self.in_hand: frozenset[str] = frozenset()
        self.settings_read = SettingsRead()
        self._lock = threading.RLock()
        self._looking = threading.Lock()
        self._index: Index | None = None
        self._recaller: Recaller | None = None
        self._plugins: Plugins | None = None
        self._cache: VectorCache | None = None
        self._freshness = Freshness(self._watched)
        self.out_of_step: tuple[str, ...] = ()

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
        model, cache = self.model, self._vector_cache()
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
        return self.index.texts_to_embed(most, model.facts, self._talk_before(now)) if model else ()

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
            progress=partial(self._progressed, progress or silent),
            under=under,
            allow_empty=allow_empty,
            lock_timeout=lock_timeout,
            talk_before=self._talk_before(now),
        )
        if report.model_fault is not None:
            self.give_up_model(report.model_fault)
        if self.plugins.own:
            tell_indexed(self.plugins, report)
        if under is None:
            self._freshness.looked(time.monotonic() - started)
            if self.settings.lifecycle.record_usage:
                begin_counting(self.folder.settings.id, now)
        return report

    def keep_in_step(
        self, now: datetime, progress: Step | None = None, *, words_only: bool = False
    ) -> tuple[str, ...]:
        """Reconcile if it is time to; notices say when the answer may be older than the disk.

        With `words_only` no model is waited for: vectors of new texts are left to the next time.

        Raises:
            VaultVanished: the vault held memories and is empty now.
        """
        if not self.built_meanwhile():
            self.out_of_step = (self._busy,)
        else:
            self.out_of_step = self._looked_at(now, progress, words_only=words_only)
        return self.out_of_step

    def in_step_to_answer(
        self, now: datetime, progress: Step | None = None, *, words_only: bool = False
    ) -> tuple[str, ...]:
        """As `keep_in_step`, but a watcher of this process is left to do it, and waited for a moment only."""
        watching = self.watching if self._freshness.looked_before else None
        caught_up = watching.caught_up(self.patience) if watching is not None else None
        if caught_up is None:
            return self.keep_in_step(now, progress, words_only=words_only)
        self.out_of_step = () if caught_up else (self._busy,)
        return self.out_of_step

    @property
    def is_being_built(self) -> bool:
        """Whether a watcher of this process makes the first index of the vault: nobody else has to."""
        return self.watching is not None and not self.index.is_filled

    def built_meanwhile(self) -> bool:
        """Wait a moment for a first index that is being made; False when it takes longer."""
        until = time.monotonic() + BUSY_SECONDS
        while self.is_being_built:
            if time.monotonic() >= until:
                return False
            time.sleep(_GLANCE)
        return True

    @property
    def _busy(self) -> str:
        """What an answer says that did not wait for who is indexing."""
        language = self.settings.language
        if self.index.is_filled:
            return notice(language, "index-busy")
        return notice(language, "index-building", f"{self.files_read[0]}/{self.files_read[1] or '?'}")

    def _progressed(self, progress: Step, stage: Stage, done: int, total: int) -> None:
        if stage == "read":
            self.files_read = (done, total)
        progress(stage, done, total)

    def _looked_at(self, now: datetime, progress: Step | None, *, words_only: bool) -> tuple[str, ...]:
        if not self._freshness.look_is_due():
            return ()
        patience = self.patience if self._freshness.looked_before else -1
        words_only = words_only or self.watching is not None
        if not self._looking.acquire(timeout=patience):
            return (self._busy,)
        try:
            if self._freshness.look_is_due():
                self.reconcile(now, progress=progress, words_only=words_only, lock_timeout=self.patience)
        except LockTimeout:
            return (self._busy,)
        except WriteFailed as error:
            return (notice(self.settings.language, "index-read-only", error.reason),)
        finally:
            self._looking.release()
        return ()

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
            self._freshness.expire()

    def take_settings(self, folder: VaultFolder, loaded: LoadedSettings) -> None:
        """Go by these from now on; see `vault.api.settings_reading`."""
        with self._lock:
            self.folder = folder
            if loaded.settings != self.settings:
                self._recaller = None
            self.loaded, self.settings = loaded, loaded.settings
            self.zone = ZoneInfo(loaded.settings.timezone)

    def wrote(self) -> None:
        """Something was written into the vault: the next answer looks at the disk first."""
        self._freshness.expire()

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

    def _vector_cache(self) -> VectorCache | None:
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

    def _talk_before(self, now: datetime) -> datetime | None:
        """Only where somebody watches, here or elsewhere, it is come back to when the talk is over."""
        return now - TALK if self.watching is not None or self._watched() else None

    def _watched(self) -> bool:
        from vault.watch.heartbeat import is_fresh

        return is_fresh(self.index_folder)
