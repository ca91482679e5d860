"""Options that select memories, the same for every command that has them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from vault.errors import ConfigError
from vault.model.memory import RECORD_TYPES

if TYPE_CHECKING:
    from vault.model.memory import RecordType

W = TypeVar("W", bound=str)

Types = Annotated[
    list[str] | None,
    typer.Option(
        "--type",
        metavar="TYPE",
        help=f"Only of this type; may be repeated. {', '.join(RECORD_TYPES)}.",
        autocompletion=lambda: list(RECORD_TYPES),
    ),
]
Tags = Annotated[
    list[str] | None, typer.Option("--tag", metavar="TAG", help="Only with this tag; may be repeated.")
]
Namespaces = Annotated[
    list[str] | None,
    typer.Option("--namespace", metavar="NAME", help="Only in this namespace; may be repeated."),
]
Since = Annotated[str, typer.Option(metavar="DATE", help="Only from this date or time on, e.g. 2026-11-01.")]
Until = Annotated[str, typer.Option(metavar="DATE", help="Only up to this date (that day included) or time.")]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The selection as values."""

    types: tuple[RecordType, ...]
    tags: tuple[str, ...]
    namespaces: tuple[str, ...]
    since: datetime | None
    until: datetime | None


def chosen(
    zone: tzinfo,
    *,
    types: list[str] | None,
    tags: list[str] | None,
    namespaces: list[str] | None,
    since: str,
    until: str,
) -> Chosen:
    """The options, checked; dates without a time are days in `zone`.

    Raises:
        ConfigError: an unknown type, or something that is no date.
    """
    from vault.api.period import begin_of, end_of

    return Chosen(
        tuple(one_of("--type", each, RECORD_TYPES) for each in types or ()),
        tuple(tags or ()),
        tuple(namespaces or ()),
        begin_of(since, zone) if since else None,
        end_of(until, zone) if until else None,
    )


def one_of(option: str, word: str, known: Sequence[W]) -> W:
    """The word of `known` that was given.

    Raises:
        ConfigError: it is none of them.
    """
    for each in known:
        if each == word:
            return each
    raise ConfigError(option, f"{word!r} is none", f"there are {', '.join(known)}")
