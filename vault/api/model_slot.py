"""The embedding model of an open vault: found once, installed if that needs no network, or given up."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vault.api.notices import notice
from vault.config import locations
from vault.errors import MemvaultError, ModelBroken, ModelNotInstalled, WriteFailed

if TYPE_CHECKING:
    from collections.abc import Callable

    from vault.embedding.installation import InstallProgress
    from vault.embedding.provider import EmbeddingModel
    from vault.plugin_api.plugin import Plugin
    from vault.plugin_api.run_hooks import Plugins
    from vault.plugin_api.values import OfferedModel


@dataclass(frozen=True, slots=True)
class ModelChoice:
    """Which model to use.

    Attributes:
        name: installed, or a folder; empty for none.
        opened: one that is there already, instead.
    """

    name: str = ""
    opened: EmbeddingModel | None = None


class ModelSlot:
    """Holds the model, or the reason why there is none. Safe to use from several threads.

    Args:
        choice: what is wanted.
        threads: of the model; 0: it decides.
        plugins: which may bring models; None: there are none.

    Attributes:
        fault: why it cannot be used; None when it can, or when none is wanted.
    """

    def __init__(
        self, choice: ModelChoice, threads: int, plugins: Callable[[], Plugins] | None = None
    ) -> None:
        self._plugins = plugins
        self.fault: MemvaultError | None = None
        self._choice = choice
        self._threads = threads
        self._lock = threading.RLock()
        self._model = choice.opened
        self._looked_for = choice.opened is not None

    @property
    def name(self) -> str:
        """Of the model that is wanted; empty for words only."""
        return self._choice.opened.facts.name if self._choice.opened else self._choice.name

    @property
    def model(self) -> EmbeddingModel | None:
        """The model, loading lazily; None for words only.

        Raises:
            UnknownModel: there is none of this name.
        """
        with self._lock:
            if not self._looked_for:
                self._looked_for = True
                self._model = self._open()
            return self._model

    @property
    def ready(self) -> bool:
        """Whether nothing has to be waited for: the model is loaded, or there is none."""
        model = self.model
        return model is None or bool(getattr(model, "ready", True))

    def prepare(self, progress: InstallProgress | None = None) -> None:
        """Convert the model if its weights are on this machine, and begin to load it."""
        with self._lock:
            if self.model is None and self._choice.name:
                self._install(progress)
        warm_up = getattr(self.model, "warm_up", None)
        if warm_up is not None:
            warm_up()

    def prove(self) -> MemvaultError | None:
        """Why the model cannot be used, found out by using it; None when it can."""
        try:
            if self.model is not None:
                self.model.embed_query("你好")
        except MemvaultError as error:
            return error
        return self.fault

    def give_up(self, fault: ModelBroken) -> None:
        """Go on without it."""
        with self._lock:
            self.fault = fault
            self._model = None

    def notices(self, language: str) -> tuple[str, ...]:
        """Why recall goes by words only; empty when it does not, or when that was asked for."""
        fault = self.fault
        if fault is None:
            return ()
        if isinstance(fault, ModelNotInstalled):
            return (notice(language, "model-missing", fault.name),)
        return (notice(language, "model-broken", getattr(fault, "reason", fault)),)

    def _open(self) -> EmbeddingModel | None:
        if not self._choice.name:
            return None
        from vault.embedding.models import open_model

        try:
            offered = self._offered()
            if offered is not None:
                from vault.api.plugged_model import open_offered

                return open_offered(*offered)
            return open_model(self._choice.name, locations.models_dir(), self._threads or None)
        except (ModelNotInstalled, ModelBroken) as error:
            self.fault = error
        return None

    def _offered(self) -> tuple[Plugin, OfferedModel] | None:
        """The offer of the model that is wanted. Without plugins nobody is asked: the answer is known."""
        plugins = self._plugins() if self._plugins is not None else None
        return plugins.model(self._choice.name) if plugins is not None and plugins.own else None

    def _install(self, progress: InstallProgress | None) -> None:
        from vault.embedding.models import install

        try:
            install(self._choice.name, locations.models_dir(), progress=progress, offline=True)
        except (ModelNotInstalled, ModelBroken, WriteFailed):
            return  # the first fault stands
        self.fault = None
        self._model = self._open()
