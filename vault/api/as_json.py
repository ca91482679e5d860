"""Result values as JSON values: the shapes of `--json` and of the service."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Mapping
from datetime import datetime, timezone
from enum import Enum
from pathlib import Path


def instant(value: datetime | None) -> str | None:
    """UTC with `Z`, to the second."""
    if value is None:
        return None
    return value.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def as_json(value: object) -> object:
    """Dataclasses become objects, tuples and sets lists, datetimes `…Z`, paths text, NaN null.

    Raises:
        TypeError: a value of another kind.
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {each.name: as_json(getattr(value, each.name)) for each in dataclasses.fields(value)}
    for kinds, convert in _FORMS:
        if isinstance(value, kinds):
            return convert(value)
    item = getattr(value, "item", None)  # a numpy scalar
    if callable(item):
        return as_json(item())
    raise TypeError(f"{type(value).__name__} has no JSON form")


_FORMS: tuple[tuple[type | tuple[type, ...], Callable[..., object]], ...] = (
    (datetime, instant),
    (Enum, lambda value: as_json(value.value)),
    (Path, str),
    ((bool, int, str, type(None)), lambda value: value),
    (float, lambda value: float(value) if math.isfinite(value) else None),
    (Mapping, lambda value: {str(key): as_json(each) for key, each in value.items()}),
    ((list, tuple), lambda value: [as_json(each) for each in value]),
    ((set, frozenset), lambda value: sorted(map(str, value))),
)
