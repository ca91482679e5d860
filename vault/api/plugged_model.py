"""An embedding model that a plugin brings: its faults and odd answers become `ModelBroken`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

import numpy as np

from vault.embedding.provider import EmbeddingModel, ModelFacts, Progress, Vectors
from vault.errors import ModelBroken
from vault.plugin_api.contained import contained
from vault.plugin_api.plugin import told

if TYPE_CHECKING:
    from vault.plugin_api.plugin import Plugin
    from vault.plugin_api.values import OfferedModel

OPEN_SECONDS = 120.0


class PluggedModel:
    """An `EmbeddingModel` around that of a plugin.

    Args:
        name: as in the setting `model`.
        model: what the plugin opened.

    Raises:
        ModelBroken: it lacks something that a model has.
    """

    def __init__(self, name: str, model: EmbeddingModel) -> None:
        self._name = name
        self._model = model
        with self._faults():
            facts, mean, direction = model.facts, model.reference_mean, model.language_direction
        if not isinstance(facts, ModelFacts) or not facts.fingerprint or facts.dimension < 1:
            raise ModelBroken(name, "its facts are not `ModelFacts` with a fingerprint and a dimension")
        self.facts = facts
        self.reference_mean = self._checked(mean, (facts.dimension,))
        self.language_direction = self._checked(direction, (facts.dimension,))

    @property
    def ready(self) -> bool:
        """See `EmbeddingModel`."""
        with self._faults():
            return bool(self._model.ready)

    def embed_passages(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        """See `EmbeddingModel`."""
        with self._faults():
            vectors = self._model.embed_passages(texts, progress)
        return _normalised(self._checked(vectors, (len(texts), self.facts.dimension)))

    def embed_query(self, text: str) -> Vectors:
        """See `EmbeddingModel`."""
        with self._faults():
            vector = self._model.embed_query(text)
        return _normalised(self._checked(vector, (self.facts.dimension,)))

    def _checked(self, vectors: object, shape: tuple[int, ...]) -> Vectors:
        with self._faults():
            found = np.asarray(vectors, dtype=np.float32)
        if found.shape != shape or not np.isfinite(found).all():
            raise ModelBroken(self._name, f"it gave an array {found.shape} where {shape} was expected")
        return found

    @contextmanager
    def _faults(self) -> Iterator[None]:
        try:
            with contained():
                yield
        except ModelBroken:
            raise
        except Exception as error:
            raise ModelBroken(self._name, told(error)) from error


def open_offered(plugin: Plugin, offer: OfferedModel) -> EmbeddingModel:
    """Open the model that a plugin, or memvault itself, offers.

    Raises:
        ModelNotInstalled: it is memvault's own and not there.
        ModelBroken: it does not open.
    """
    if plugin.trusted:
        return cast("EmbeddingModel", offer.open())
    opened = plugin.guarded("model", cast("Callable[[], EmbeddingModel]", offer.open), OPEN_SECONDS)
    if opened is None:
        raise ModelBroken(offer.name, f"the plugin {plugin.name} did not open it")
    return PluggedModel(offer.name, opened)


def _normalised(vectors: Vectors) -> Vectors:
    norms = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return cast("Vectors", (vectors / np.where(norms > 0, norms, 1)).astype(np.float32))
