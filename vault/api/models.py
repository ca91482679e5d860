"""Embedding models of this machine: list, install, describe, choose. No vault is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.model_slot import ModelChoice, ModelSlot
from vault.config import locations
from vault.config.edit import set_user_setting
from vault.embedding.models import KNOWN_MODELS, installed, open_model
from vault.errors import MemvaultError, UnknownModel, WriteFailed

if TYPE_CHECKING:
    from vault.config.settings import Settings
    from vault.embedding.installation import InstallProgress
    from vault.embedding.provider import EmbeddingModel, ModelFacts


@dataclass(frozen=True, slots=True)
class ListedModel:
    """A model that is installed or can be.

    Attributes:
        installed: whether it can be used now.
        in_use: whether the settings name it.
        megabytes: on disk when installed, else to fetch; 0 when unknown.
        folder: where it is, or None.
    """

    name: str
    installed: bool
    in_use: bool
    megabytes: int
    dimension: int
    max_tokens: int
    folder: Path | None


def list_models(in_use: str) -> tuple[ListedModel, ...]:
    """Known and installed models, by name.

    Args:
        in_use: name of the model in the settings.
    """
    here = {each.name: each for each in installed(locations.models_dir())}
    listed = []
    for name in sorted({*KNOWN_MODELS, *here}):
        found = here.get(name)
        card = found.card if found else KNOWN_MODELS[name].card
        size = round(found.bytes_on_disk / 1e6) if found else KNOWN_MODELS[name].size
        folder = found.folder if found else None
        listed.append(
            ListedModel(
                name, found is not None, name == in_use, size, card.dimension, card.max_tokens, folder
            )
        )
    return tuple(listed)


def install_model(
    name: str, *, progress: InstallProgress | None = None, hub: str = "", force: bool = False
) -> ModelFacts:
    """Install a model by its name, or from a folder.

    Args:
        name: of a known model, or the path of a folder with `model.onnx` and `tokenizer.json`.
        progress: told how far it is.
        hub: address to download from instead of the usual one.
        force: also when it is installed already.

    Raises:
        UnknownModel: neither known nor a folder.
        DownloadFailed: what has arrived is kept for the next try.
        ChecksumMismatch: what arrived is not what was published; it was removed.
    """
    from vault.embedding.models import install

    return install(name, locations.models_dir(), progress=progress, hub_url=hub or None, force=force)


def model_facts(name: str) -> ModelFacts:
    """What is known of an installed model without loading it.

    Raises:
        UnknownModel: there is none of this name.
        ModelNotInstalled: it is known, but not here.
    """
    return open_model(name, locations.models_dir()).facts


def ready_to_use(
    settings: Settings, progress: InstallProgress | None, language: str, *, wanted: bool = True
) -> tuple[EmbeddingModel | None, tuple[str, ...]]:
    """The model of the settings, installed if that needs no network, and why there is none otherwise.

    Args:
        settings: of the person.
        progress: told how far an installation is.
        language: of the reasons.
        wanted: False for words only, which needs no reason.

    Raises:
        UnknownModel: the settings name a model that nobody knows.
    """
    slot = ModelSlot(ModelChoice(settings.model if wanted else ""), settings.threads)
    slot.prepare(progress)
    return slot.model, slot.notices(language)


def keep_relevance(name: str, parameters: Sequence[float]) -> None:
    """Give an installed model a relevance curve of one's own; installing it anew brings back the shipped one.

    Raises:
        ModelBroken: the model's card cannot be read.
        WriteFailed: the card is as it was.
    """
    from vault.embedding.model_card import read_card, write_card

    folder = locations.models_dir() / name
    if not folder.is_dir():
        folder = Path(name).expanduser()
    card = read_card(folder)
    try:
        write_card(folder, replace(card, relevance=tuple(map(float, parameters))))
    except OSError as error:
        raise WriteFailed(folder, error.strerror or str(error)) from error


def is_installed(name: str) -> bool:
    """Whether a known model, or the model in a folder, is on this machine."""
    try:
        model_facts(name)
    except MemvaultError:
        return False
    return True


def use_model(name: str) -> Path:
    """Write the model into the user's own settings, for all vaults; returns the file.

    Raises:
        UnknownModel: neither known nor installed; nothing was written.
        WriteFailed: the file is as it was.
    """
    if name not in KNOWN_MODELS:
        _require_model(name)
    set_user_setting(locations.user_file(), "model", name)
    return locations.user_file()


def _require_model(name: str) -> None:
    """Installed, or brought by a plugin.

    Raises:
        UnknownModel: neither.
    """
    try:
        open_model(name, locations.models_dir())
    except UnknownModel:
        from vault.api.locate import settings_for
        from vault.api.plugins import load_plugins

        if name not in load_plugins(settings_for(None)).model_names():
            raise
