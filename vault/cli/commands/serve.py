"""`memvault serve`: the loopback service."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import invocation_of

if TYPE_CHECKING:
    from vault.cli.output import Output

_EXAMPLES = examples(
    "memvault serve",
    "memvault serve ~/memories ~/work-memories --port 7700",
    "memvault serve --json",
    "memvault serve --install",
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
    install: Annotated[
        bool, typer.Option("--install", help="Do not serve; have the system do it from each login on.")
    ] = False,
    uninstall: Annotated[bool, typer.Option("--uninstall", help="Take back what --install wrote.")] = False,
) -> ExitCode:
    """Answer programs on this machine over HTTP, until Ctrl-C or SIGTERM. Watches the vault, too.

    Only on the loopback address, and only for programs that can read the token in the state folder. Other
    commands use the service by themselves while it runs. With --json one JSON document is printed once it
    answers. --install writes a user unit of systemd, or an agent of launchd, and says how to start it.
    """
    invocation = invocation_of(context)
    output = invocation.output
    roots = [path.expanduser().absolute() for path in vaults or ()] or [invocation.locate_vault()]

    if install or uninstall:
        return _install(output, roots, port=port, use_model=not no_model, wanted=install)
    from vault.service.server import Listening, serve

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


def _install(output: Output, roots: list[Path], *, port: int, use_model: bool, wanted: bool) -> ExitCode:
    """Write the unit, or take it away."""
    from vault.api.locate import vault_id_there
    from vault.service.unit_file import remove_unit, unit_file, write_unit

    program = shutil.which(sys.argv[0]) or shutil.which("memvault")
    command = [str(Path(program).absolute())] if program else [sys.executable, "-m", "vault"]
    options = [*(["--port", str(port)] if port else []), *([] if use_model else ["--no-model"])]
    unit = unit_file(vault_id_there(roots[0]), [*command, "serve", *options, *map(str, roots)])
    changed = write_unit(unit) if wanted else remove_unit(unit)
    if output.as_json:
        output.document(
            {"path": str(unit.path), "changed": changed, "enable": unit.enable, "disable": unit.disable}
        )
    elif wanted:
        output.tell("unit-written", path=unit.path)
        output.say("unit-enable", command=unit.enable)
    else:
        output.tell("unit-removed" if changed else "unit-not-there", path=unit.path)
        output.say("unit-disable", command=unit.disable)
    return ExitCode.OK
