"""`memvault merge-file`: the merge driver that git runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import invocation_of

_EXAMPLES = examples(
    "memvault merge-file %O %A %B %P",
    "memvault merge-file base.jsonl ours.jsonl theirs.jsonl facts/home.jsonl",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("merge-file", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    base: Annotated[Path, typer.Argument(metavar="BASE", help="The common ancestor (%O); may be empty.")],
    ours: Annotated[Path, typer.Argument(metavar="OURS", help="Our version (%A); the result goes there.")],
    theirs: Annotated[Path, typer.Argument(metavar="THEIRS", help="The other version (%B).")],
    path: Annotated[
        str, typer.Argument(metavar="[PATH]", help="Of the file in the repository (%P). Default: OURS.")
    ] = "",
) -> ExitCode:
    """Merge three versions of a file, memory by memory and section by section, into OURS.

    What loses stays at the end of the file, as history, see `memvault conflicts`. Exit code 1 when conflict
    markers had to be left in the file.
    """
    from vault.api.merge_driver import merge_for_git

    output = invocation_of(context).output
    driven = merge_for_git(base, ours, theirs, path or str(ours), folder=Path.cwd())
    output.language = driven.language or output.language
    if output.as_json:
        output.document(
            {
                "path": driven.path,
                "clean": driven.clean,
                "kept": list(driven.kept),
                "side_by_side": driven.side_by_side,
            }
        )
    if driven.kept:
        output.say("merge-kept", "yellow", path=driven.path, count=len(driven.kept))
    if driven.side_by_side:
        output.say("merge-side-by-side", "yellow", path=driven.path, count=driven.side_by_side)
    if not driven.clean:
        output.say("merge-marked", "red", path=driven.path)
    return ExitCode.OK if driven.clean else ExitCode.PROBLEMS
