"""A vault while a service answers for it: open, watched, its model loading in the background."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import datetime
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from vault.api.notices import notice
from vault.api.open import open_vault
from vault.api.shapes import event_shape
from vault.errors import AlreadyWatched, UnknownModel, UserRequired
from vault.model.memory import Memory, SourceKind
from vault.service.endpoint import Endpoint, withdraw_endpoint, write_endpoint
from vault.service.events import EventHub
from vault.service.lease import service_lease
from vault.service.write_queue import WriteQueue

if TYPE_CHECKING:
    from vault.api.extraction import Extracted
    from vault.api.remembered import Remembered
    from vault.api.settings_reading import SettingsRead
    from vault.api.vault import Vault
    from vault.api.watch import WatchEvent

ModelState = Literal["ready", "loading", "missing", "off"]

PATIENCE_SECONDS = 0.1
"""An assistant waits for no indexing: it is told what there is, and that something may be missing."""
_ANYTHING = "你好"
_NEEDED_SOON = ("vault.api.capture", "vault.api.extraction", "vault.api.remember")
_MOST_USERS = 8
"""For whom everything is loaded before they ask."""
_log = logging.getLogger(__name__)


class ServedVault:
    """One vault of a service.

    Args:
        root: of the vault.
        events: told of changes.
        use_model: False for words only.
        beside: a vault of the same service, whose model is used here, too.

    Attributes:
        writes: through which memories are written.

    Raises:
        VaultNotFound, UnsupportedFormat, VaultSettingsBroken, ConfigError: see `open_vault`.
        UnknownModel: the settings name a model that nobody knows.
        AlreadyServed: another service answers for it.
    """

    def __init__(
        self, root: Path, events: EventHub, *, use_model: bool = True, beside: ServedVault | None = None
    ) -> None:
        self._events = events
        self._wants_model = use_model
        self._beside = beside
        self._vault = self._open(root)
        self._retired: list[Vault] = []
        self.writes = WriteQueue(self._write)
        self._watching = ExitStack()
        self._is_watching = False
        self._loading = use_model
        self._lease = ExitStack()
        self._announced: tuple[Path, Endpoint] | None = None
        try:
            self._loading = self._loading and bool(self._vault.settings.model)
            self._lease.enter_context(service_lease(self.index_folder, self.root))
        except BaseException:
            self._vault.close()
            raise

    @property
    def vault(self) -> Vault:
        """The vault, open. Ask anew for each request: it is another one once a model was installed."""
        return self._vault

    @property
    def root(self) -> Path:
        """Its folder."""
        return self._vault.root

    @property
    def id(self) -> str:
        """Its id; copies have the same."""
        return self._vault.id

    @property
    def index_folder(self) -> Path:
        """Of the vault; its name is that of the folder of the endpoint, too."""
        return self._vault.index_folder

    @property
    def model_state(self) -> ModelState:
        """How the model stands; `loading` also while it is being installed."""
        if not self._wants_model or not self._vault.settings.model:
            return "off"
        model = self._vault.embedding_model
        if self._loading and not (model is not None and getattr(model, "ready", True)):
            return "loading"
        return "missing" if model is None else "ready"

    @property
    def mode(self) -> Literal["hybrid", "words"]:
        """By what to search now: nobody waits for a model that is loading."""
        return "words" if self.model_state == "loading" else "hybrid"

    @property
    def notices(self) -> tuple[str, ...]:
        """What to say with each answer while the model loads."""
        if self.model_state != "loading":
            return ()
        return (notice(self._vault.settings.language, "model-loading"),)

    @property
    def is_watching(self) -> bool:
        """Whether changes of the files are noticed here; else somebody else does, or each request looks."""
        return self._is_watching

    @property
    def index_shape(self) -> dict[str, object]:
        """How far the index is that is being made; of one that is there only that."""
        read, files = self._vault.files_read
        return {"built": self._vault.is_indexed, "read": read, "files": files}

    @property
    def shape(self) -> dict[str, object]:
        """How it is served, for a status."""
        announced = self._announced[1] if self._announced is not None else None
        return {
            "pid": os.getpid(),
            "url": announced.url if announced is not None else "",
            "since": announced.started_at if announced is not None else "",
            "model": self.model_state,
            "watching": self.is_watching,
            "index": self.index_shape,
            "settings": self._vault.settings_read.shape,
        }

    def announce(self, url: str, version: str, now: datetime) -> None:
        """Let clients find the service."""
        settings = self._vault.settings
        endpoint = Endpoint(
            url=url,
            pid=os.getpid(),
            vault=str(self.root.resolve()),
            id=self.id,
            version=version,
            started_at=now.strftime("%Y-%m-%dT%H:%M:%SZ"),
            language=settings.language,
            timezone=settings.timezone,
        )
        self._announced = write_endpoint(self.index_folder.name, endpoint), endpoint

    def announce_again(self) -> None:
        """Put the endpoint back where somebody took it away, or where it says something else by now."""
        if self._announced is None:
            return
        path, endpoint = self._announced
        settings = self._vault.settings
        current = replace(endpoint, language=settings.language, timezone=settings.timezone)
        if current != endpoint or not path.exists():
            self._announced = write_endpoint(self.index_folder.name, current), current

    def keep_settings(self) -> None:
        """Take up a changed `vault.yaml` where somebody else watches the files."""
        if not self._is_watching:
            before, read = self._vault.settings_read, self._vault.read_settings_again()
            if read.changed or (read.restart, str(read.fault)) != (before.restart, str(before.fault)):
                self._tell_settings(read)

    def prepare(self) -> None:
        """Have the model ready and watch the files; takes as long as that takes. Never raises."""
        try:
            if self._loading and self._vault.embedding_model is None:
                self._install()
            elif self._loading:
                self._vault.prepare_model()
            self.watch()
            self._warm_up("words")
            if self._loading:
                self._vault.prove_model()
                self._warm_up("hybrid")
        except Exception as error:  # noqa: BLE001 - a service that cannot watch or embed still answers
            _log.warning("%s is not all it could be: %s", self.id, type(error).__name__)
        finally:
            self._loading = False
        self.extract()

    def extract(self) -> None:
        """Have what was captured extracted, now and from now on."""
        self._vault.extract_in_background(self._tell_extracted)

    def begin(self) -> None:
        """Have the index brought in step from now on, so that no request has to do it. Never raises."""
        try:
            self.watch()
        except Exception as error:  # noqa: BLE001 - it is tried again later; each request looks itself then
            _log.warning("%s is not watched: %s", self.id, type(error).__name__)

    def watch(self) -> None:
        """Watch the files, unless somebody else does so already."""
        if self._is_watching:
            return
        try:
            self._watching.enter_context(self._vault.watch(self._tell_indexed, role="serve"))
        except AlreadyWatched:
            return
        self._is_watching = True

    def tell_changed(self, action: str, ids: list[str]) -> None:
        """Pass on that a client changed memories."""
        changes: list[object] = [{"action": action, "id": each} for each in ids if each]
        if changes:
            self._events.publish("memories", {"vault": self.id, "changes": changes})

    def withdraw(self) -> None:
        """Let no new client find the service."""
        if self._announced is not None:
            withdraw_endpoint(self._announced[0], self._announced[1].pid)
            self._announced = None

    def close(self) -> None:
        """Stop watching, let the unit of extraction in hand end, close the vault."""
        self.withdraw()
        self._watching.close()
        for vault in (self._vault, *self._retired):
            vault.close()
        self._lease.close()

    def _write(self, memories: Sequence[Memory], arrived: SourceKind) -> Sequence[Remembered]:
        return self._vault.remember_all(memories, arrived=arrived)

    def _open(self, root: Path) -> Vault:
        model = self._beside.vault.embedding_model if self._beside and self._wants_model else None
        vault = open_vault(root, model=model, use_model=self._wants_model, patience=PATIENCE_SECONDS)
        try:
            _ = vault.embedding_model
        except UnknownModel:
            vault.close()
            raise
        return vault

    def _install(self) -> None:
        """Install the model if that needs no network. Requests are answered by words meanwhile."""
        newer = self._open(self.root)
        newer.prepare_model()
        if newer.embedding_model is None:
            newer.close()
            return
        self._watching.close()
        self._is_watching = False
        self._retired.append(self._vault)
        self._vault = newer

    def _warm_up(self, mode: Literal["words", "hybrid"]) -> None:
        """Load what the first request of everybody would wait for: the index, the words, the rules."""
        for name in _NEEDED_SOON:
            import_module(name)
        try:
            self._vault.prompt(_ANYTHING, mode=mode, opening=True, counted=False)
        except UserRequired as required:
            for user in required.users[:_MOST_USERS]:
                self._vault.prompt(_ANYTHING, user=user, mode=mode, opening=True, counted=False)

    def _tell_settings(self, read: SettingsRead) -> None:
        """Names and places only: a value may be anything."""
        if read.fault is not None:
            _log.warning("%s: the old settings go on counting: %s", self.id, type(read.fault).__name__)
        if read.changed:
            _log.info("%s: settings taken over: %s", self.id, ", ".join(read.changed))
        if read.restart:
            _log.warning("%s: settings that count after a restart: %s", self.id, ", ".join(read.restart))
        told = {"vault": self.id, "changed": list(read.changed), **read.shape}
        self._events.publish("settings", told)
        self.announce_again()

    def _tell_indexed(self, event: WatchEvent) -> None:
        if event.settings is not None:
            self._tell_settings(event.settings)
            return
        self._events.publish("index", {"vault": self.id, **event_shape(event)})

    def _tell_extracted(self, extracted: Extracted) -> None:
        changes: list[object] = [
            {"action": each.action, "id": each.id}
            for each in (*extracted.remembered, *extracted.summaries)
            if each.id and each.action != "unchanged"
        ]
        if changes:
            self._events.publish("memories", {"vault": self.id, "changes": changes})
