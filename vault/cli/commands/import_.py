"""`memvault import`: memories out of another program's file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import chosen_now, invocation_of
from vault.cli.model_setup import ready_model
from vault.cli.progress import Bar
from vault.cli.remembered_lines import tell_remembered

_EXAMPLES = examples(
    "memvault import old-memories.jsonl",
    "memvault --user me import export.csv --with my_importer",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("import", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="What to read.")],
    importer: Annotated[
        str, typer.Option("--with", metavar="NAME", help="Importer; default: by the file's ending.")
    ] = "",
) -> ExitCode:
    """Remember what stands in files of another program: JSON lines, or whatever a plugin can read.

    Everything passes the same gate as `remember`. The memories become those of the chosen user, and count
    as imported: text in them that gives orders is never put into a prompt. Exit code 1 when something was
    refused.
    """
    from vault.api.shapes import remembered_shape

    invocation = invocation_of(context)
    output = invocation.output
    with invocation.open_vault() as vault:
        ready_model(vault, output)
        with Bar(output) as bar:
            done = [
                vault.import_file(path, importer=importer, now=chosen_now(), progress=bar.step)
                for path in files
            ]
    results = [each for one in done for each in one.remembered]
    if output.as_json:
        output.document({"results": [remembered_shape(each) for each in results]})
    else:
        tell_remembered(output, results)
    refused = any(each.action == "refused" for each in results)
    return ExitCode.PROBLEMS if refused else ExitCode.OK
