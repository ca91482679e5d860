"""The command tree: global options, and one module a command in `vault.cli.commands`."""

from __future__ import annotations

import functools
from importlib import import_module
from typing import Annotated

import typer

from vault.cli.help_text import examples
from vault.cli.invocation import Invocation
from vault.cli.output import Output

_COMMANDS = (
    "init",
    "index",
    "watch",
    "serve",
    "recall",
    "prompt",
    "remember",
    "capture",
    "import_",
    "show",
    "list",
    "feedback",
    "pin",
    "forget",
    "conflicts",
    "merge_file",
    "devices",
    "git",
    "diff",
    "backup",
    "tidy",
    "reflect",
    "check",
    "status",
    "doctor",
    "model",
    "plugins",
    "openclaw",
    "eval",
    "calibrate",
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"memvault {version('memvault')}")
        raise typer.Exit


def _globals(
    context: typer.Context,
    *,
    vault: Annotated[
        str,
        typer.Option(
            metavar="DIR",
            help="The vault. Default: MEMVAULT_DIR, else the nearest folder above with a vault.yaml.",
        ),
    ] = "",
    user: Annotated[
        str, typer.Option(metavar="ID", help="Whose memories. Default: default_user of the vault.")
    ] = "",
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON document on stdout and nothing else.")
    ] = False,
    no_service: Annotated[
        bool, typer.Option("--no-service", help="Do it here even when `memvault serve` runs.")
    ] = False,
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version.")
    ] = False,
) -> None:
    """Long-term memory for AI assistants, as a folder of plain files that belongs to you.

    These options may stand before the command or behind it.
    """
    del as_json, version
    output = context.obj if isinstance(context.obj, Output) else Output()
    context.obj = Invocation(output, vault, user, may_ask_service=not no_service)


@functools.cache
def application() -> typer.Typer:
    """The whole command line. Command modules are light; what they need is imported when they run."""
    app = typer.Typer(
        name="memvault",
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"]},
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        epilog=examples(
            "memvault init ~/memories",
            'memvault --vault ~/memories recall "你记得我住哪吗"',
            "memvault status --json",
        ),
    )
    app.callback()(_globals)
    for name in _COMMANDS:
        import_module(f"vault.cli.commands.{name}").register(app)
    return app
