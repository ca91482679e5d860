"""`model.yaml`: what a model folder says about itself, read, checked and written.

A model folder holds `model.onnx`, `tokenizer.json`, `model.yaml`, `reference_mean.npy` and
`language_direction.npy`; the last two are made when the model is installed, and so is
`cohort-….npy`, which is made anew whenever it is missing.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal, get_args

import yaml

from vault.embedding.provider import ModelFacts
from vault.errors import ModelBroken

Pooling = Literal["mean", "cls"]

CARD, GRAPH, TOKENIZER = "model.yaml", "model.onnx", "tokenizer.json"
REFERENCE_MEAN = "reference_mean.npy"
LANGUAGE_DIRECTION = "language_direction.npy"
PIECES = "pieces.npz"
"""The Unigram pieces of `tokenizer.json` in a smaller form; only folders that were converted have it."""
REQUIRED = ("dimension", "max_tokens", "pooling")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCard:
    """How a model turns text into a vector.

    Attributes:
        name: as in `memvault model list`.
        dimension: of its vectors.
        max_tokens: longer texts are cut.
        pooling: mean over the tokens, or the first token (`cls`).
        passage_prefix: put before a stored text.
        query_prefix: put before a question (prefix or instruction).
        weights: sha256 of the weights the folder was made from; part of the fingerprint.
        converter: version of the converter that made the folder; 0 when none did.
        relevance: parameters of the relevance curve; empty when none was fitted.
        duplicate_level: cosine from which two texts say the same.
        licence: of the weights, for `memvault model info`.
        source: where the weights came from, for `memvault model info`.
    """

    name: str
    dimension: int
    max_tokens: int
    pooling: Pooling
    passage_prefix: str = ""
    query_prefix: str = ""
    weights: str = ""
    converter: int = 0
    relevance: tuple[float, ...] = ()
    duplicate_level: float = 0.95
    licence: str = ""
    source: str = ""

    @property
    def fingerprint(self) -> str:
        """Changes whenever vectors of the same text could change; hex sha256."""
        facts = (
            self.weights,
            self.converter,
            self.pooling,
            self.passage_prefix,
            self.query_prefix,
            self.max_tokens,
            self.dimension,
        )
        return hashlib.sha256("\0".join(map(str, facts)).encode()).hexdigest()

    @property
    def facts(self) -> ModelFacts:
        """What the rest of the program may know of the model."""
        return ModelFacts(
            name=self.name,
            fingerprint=self.fingerprint,
            dimension=self.dimension,
            max_tokens=self.max_tokens,
            relevance=self.relevance,
            duplicate_level=self.duplicate_level,
        )


def read_card(folder: Path) -> ModelCard:
    """The card of a model folder.

    Raises:
        ModelBroken: no `model.yaml`, not YAML, a key missing, unknown or of a wrong type.
    """
    path = folder / CARD
    try:
        content = yaml.safe_load(path.read_bytes())
    except OSError as error:
        raise ModelBroken(folder.name, f"{path}: {error.strerror}") from error
    except yaml.YAMLError as error:
        raise ModelBroken(folder.name, f"{path} is not YAML: {error}") from error
    if not isinstance(content, dict):
        raise ModelBroken(folder.name, f"{path} must be a mapping of keys to values")
    return card_from({"name": folder.name, **content}, where=str(path))


def write_card(folder: Path, card: ModelCard) -> None:
    """Write `model.yaml`, in the order of the fields."""
    content = {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(card).items()}
    text = yaml.safe_dump(content, allow_unicode=True, sort_keys=False)
    (folder / CARD).write_text(text, encoding="utf-8")


def card_from(content: Mapping[str, Any], *, where: str) -> ModelCard:
    """A card from plain values.

    Args:
        content: as read from YAML.
        where: named in errors.

    Raises:
        ModelBroken: a key missing, unknown or of a wrong type.
    """
    name = str(content.get("name", ""))
    known = {field.name for field in fields(ModelCard)}
    faults = [f"`{key}` is missing" for key in REQUIRED if key not in content]
    faults += [f"`{key}` is not a key of it" for key in content if key not in known]
    values = dict(content)
    for key, value in content.items():
        fault = _fault(key, value) if key in known else None
        if fault:
            faults.append(f"`{key}` must be {fault}, not {value!r}")
    if faults:
        raise ModelBroken(name, f"{where}: {'; '.join(faults)}")
    values["relevance"] = tuple(float(number) for number in values.get("relevance") or ())
    return ModelCard(**values)


def _fault(key: str, value: object) -> str | None:
    """What `key` must be, when `value` is not that."""
    if key in {"dimension", "max_tokens", "converter"}:
        least = 0 if key == "converter" else 1
        return None if type(value) is int and value >= least else "a positive whole number"
    if key == "pooling":
        return None if value in get_args(Pooling) else " or ".join(get_args(Pooling))
    if key == "relevance":
        numbers = value is None or (isinstance(value, list) and all(map(_is_number, value)))
        return None if numbers else "a list of numbers"
    if key == "duplicate_level":
        return None if _is_number(value) and 0 < float(str(value)) <= 1 else "a number between 0 and 1"
    return None if isinstance(value, str) else "text (put it in quotes)"


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
