"""All hooks, on one page. A plugin implements those it needs; `plugins/README.md` shows how.

A hook that fails, or takes too long while a question waits, is reported as a problem (`plugin-failed`) and
passed over; only a mask is not: without it nothing is written. Arguments that an implementation does not need
may be left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import pluggy

from vault.model.memory import Memory
from vault.model.note import Note
from vault.plugin_api.values import (
    Extractor,
    Importer,
    Indexed,
    Mask,
    OfferedModel,
    PluginSetting,
    RankFactor,
    Recalled,
    Refused,
    Written,
)

PROJECT = "memvault"

hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)
"""Marks the functions of a plugin that implement hooks."""


@hookspec
def declare_settings() -> Sequence[PluginSetting]:  # type: ignore[empty-body]
    """The settings that may stand in the plugin's section of the user's `config.yaml`."""


@hookspec
def configure(settings: Mapping[str, object], folder: Path) -> None:
    """Called once, before any other hook, with all declared settings.

    `folder` is the plugin's own, for what it must not lose on this device; it need not exist yet.
    """


@hookspec
def provide_models() -> Sequence[OfferedModel]:  # type: ignore[empty-body]
    """Embedding models."""


@hookspec
def provide_extractors() -> Sequence[Extractor]:  # type: ignore[empty-body]
    """What learns from conversations; the built-in rules are asked last."""


@hookspec
def provide_masks() -> Sequence[Mask]:  # type: ignore[empty-body]
    """What takes secrets out of texts before they are written; applied after the built-in masks.

    A text that a mask fails to see is not written.
    """


@hookspec
def provide_importers() -> Sequence[Importer]:  # type: ignore[empty-body]
    """Readers of other programs' files."""


@hookspec
def provide_rank_factors() -> Sequence[RankFactor]:  # type: ignore[empty-body]
    """What raises or lowers hits of recall."""


@hookspec
def before_write(memory: Memory) -> Memory | Refused | None:
    """Change a memory, or refuse it, before the gate looks for duplicates; None: as it is.

    Whose it is, its id and where it came from stay what they are.
    """


@hookspec
def after_write(written: Written) -> None:
    """A memory stands on disk and can be recalled."""


@hookspec
def after_recall(query: str, hits: Sequence[Recalled]) -> Sequence[Recalled] | None:
    """Leave hits out, or say something about them (`note`); None: as they are. None can be added."""


@hookspec
def read_note(note: Note) -> Note | None:
    """What else a note says: `tags` and `relations`, in the index only; None: nothing.

    The text of the note cannot be changed. The same note always gives the same answer.
    """


@hookspec
def after_index(indexed: Indexed) -> None:
    """The index was brought in step, and something had changed."""
