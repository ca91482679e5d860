"""`memvault serve`: the loopback service."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import invocation_of

_EXAMPLES = examples(
    "memvault serve",
    "memvault serve ~/memories ~/work-memories --port 7700",
    "memvault serve --json",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("serve", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    vaults: Annotated[
        list[Path] | None, typer.Argument(metavar="[DIR]...", help="Vaults. Default: as for every command.")
    ] = None,
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65_535, help="To listen on. Default: a free one.")
    ] = 0,
    no_model: Annotated[bool, typer.Option("--no-model", help="Words only, no vectors.")] = False,
) -> ExitCode:
    """Answer programs on this machine over HTTP, until Ctrl-C or SIGTERM. Watches the vault, too.

    Only on the loopback address, and only for programs that can read the token in the state folder. Other
    commands use the service by themselves while it runs. With --json one JSON document is printed once it
    answers.
    """
    from vault.service.server import Listening, serve

    invocation = invocation_of(context)
    output = invocation.output
    roots = [path.expanduser().absolute() for path in vaults or ()] or [invocation.locate_vault()]

    def tell(listening: Listening) -> None:
        if output.as_json:
            output.document({"url": listening.url, "vaults": [str(root) for root in listening.roots]})
        else:
            for root in listening.roots:
                output.say("serving", root=root, url=listening.url)

    serve(list(dict.fromkeys(roots)), port=port, use_model=not no_model, on_ready=tell)
    if not output.as_json:
        output.say("serve-stopped")
    return ExitCode.OK
