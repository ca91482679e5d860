"""`memvault feedback`: what a person says of memories that were recalled."""

from __future__ import annotations

from typing import Annotated

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import chosen_now, invocation_of
from vault.cli.record_lines import short_text
from vault.cli.through_service import ask

_EXAMPLES = examples(
    "memvault feedback mem_1k34gqrw0h7ntd2m9c4xe useful",
    "memvault feedback mem_1k34 wrong",
    "memvault feedback mem_1k34 mem_1kcx outdated --json",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("feedback", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    ids: Annotated[list[str], typer.Argument(metavar="ID...", help="Ids, or how one begins.")],
    verdict: Annotated[
        str,
        typer.Argument(
            metavar="VERDICT",
            help="useful, useless, wrong or outdated.",
            autocompletion=lambda: ["useful", "useless", "wrong", "outdated"],
        ),
    ],
) -> ExitCode:
    """Say that memories were useful, useless, wrong or outdated.

    useful and useless move them up and down in what is recalled. wrong and outdated take them out of it at
    once: they are archived as forgotten, and `memvault restore` brings them back.
    """
    from vault.api.feedback import verdict_of
    from vault.api.shapes import judged_shape

    invocation = invocation_of(context)
    output = invocation.output
    wanted = verdict_of(verdict)
    told = ask(invocation, "/v1/feedback", {"id": ids[0], "verdict": wanted}) if len(ids) == 1 else None
    if told is not None:
        shapes = told.fields["feedback"]
    else:
        with invocation.open_vault() as vault:
            judged = vault.feedback(*ids, verdict=wanted, now=chosen_now())
        shapes = [judged_shape(each) for each in judged]
    if output.as_json:
        output.document({"feedback": shapes})
        return ExitCode.OK
    for shape in shapes:
        output.tell(f"judged-{shape['action']}", id=shape["id"], text=short_text(shape), path=shape["path"])
    return ExitCode.OK
