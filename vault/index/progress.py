"""Telling how far an index run is, so that a command line can draw a bar."""

from __future__ import annotations

from typing import Literal, Protocol

Stage = Literal["scan", "read", "tokens", "embed", "accelerate"]
"""`scan`: looking for files; `read`: reading the changed ones; `tokens`: cutting new passages into words;
`embed`: making vectors for them; `accelerate`: building the search structures of large users."""


class Step(Protocol):
    """Called at the start of each stage and whenever more of it is done."""

    def __call__(self, stage: Stage, done: int, total: int) -> None:
        """`done` of `total` units of the stage; `total` is 0 while it is not known."""


def silent(stage: Stage, done: int, total: int) -> None:
    """A `Step` for nobody."""
    del stage, done, total
