"""`memvault pin` and `memvault unpin`: memories that never fade."""

from __future__ import annotations

from typing import Annotated

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import Invocation, chosen_now, invocation_of
from vault.cli.record_lines import short_text

_PIN_EXAMPLES = examples("memvault pin mem_1k34gqrw0h7ntd2m9c4xe", "memvault pin mem_1k34 mem_1kcx --json")
_UNPIN_EXAMPLES = examples("memvault unpin mem_1k34gqrw0h7ntd2m9c4xe", "memvault unpin mem_1k34 mem_1kcx")

Ids = Annotated[list[str], typer.Argument(metavar="ID...", help="Ids, or how one begins.")]


def register(app: typer.Typer) -> None:
    """Add both commands."""
    app.command("pin", epilog=_PIN_EXAMPLES)(_pin)
    app.command("unpin", epilog=_UNPIN_EXAMPLES)(_unpin)


def _pin(context: typer.Context, *, ids: Ids) -> ExitCode:
    """Keep memories from fading: they neither age in ranking nor become inactive for want of use."""
    return _run(invocation_of(context), ids, pinned=True)


def _unpin(context: typer.Context, *, ids: Ids) -> ExitCode:
    """Let pinned memories fade like others."""
    return _run(invocation_of(context), ids, pinned=False)


def _run(invocation: Invocation, ids: list[str], *, pinned: bool) -> ExitCode:
    from vault.api.shapes import pinning_shape

    output = invocation.output
    with invocation.open_vault() as vault:
        done = vault.pin(*ids, pinned=pinned, now=chosen_now())
    shapes = [pinning_shape(each) for each in done]
    if output.as_json:
        output.document({"memories": shapes})
        return ExitCode.OK
    for each, shape in zip(done, shapes, strict=True):
        word = ("pinned" if pinned else "unpinned") + ("" if each.changed else "-already")
        output.tell(word, id=each.id, text=short_text(shape))
    return ExitCode.OK
