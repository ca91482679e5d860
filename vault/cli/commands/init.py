"""`memvault init`: a new vault."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from typing import Annotated, Literal

import typer

from vault.cli.exit_codes import ExitCode
from vault.cli.help_text import examples
from vault.cli.invocation import chosen_now, invocation_of

_EXAMPLES = examples(
    "memvault init ~/memories --user xiaoming",
    "memvault init ~/memories --user xiaoming --git",
    "memvault init ~/notes --adopt --language zh --timezone Asia/Shanghai",
)


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("init", epilog=_EXAMPLES)(_run)


def _run(
    context: typer.Context,
    *,
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Made when it is missing.")],
    git: Annotated[bool, typer.Option("--git", help="Put it under git, with a first commit.")] = False,
    adopt: Annotated[
        bool, typer.Option("--adopt", help="Take a folder that holds notes; no file in it is changed.")
    ] = False,
    language: Annotated[
        Literal["zh", "en"] | None,
        typer.Option(help="Of messages and of the prompt block. Default: the locale's."),
    ] = None,
    timezone_name: Annotated[
        str, typer.Option("--timezone", metavar="ZONE", help="IANA name. Default: this machine's.")
    ] = "",
) -> ExitCode:
    """Make a new vault, or make one of a folder of notes. `--user ID` names its default user."""
    from vault.api.create import create

    invocation = invocation_of(context)
    output = invocation.output
    spoken: Literal["zh", "en"] = language or ("zh" if output.language == "zh" else "en")
    output.language = spoken
    made = create(
        folder,
        now=chosen_now() or datetime.now(timezone.utc),
        user=invocation.user,
        language=spoken,
        timezone=timezone_name,
        adopt=adopt,
        git=git,
    )
    if output.as_json:
        output.document(made)
        return ExitCode.OK
    output.tell("created", root=made.root)
    if made.default_user:
        output.tell("created-for", user=made.default_user, spoken=made.language, timezone=made.timezone)
    else:
        output.tell("created-for-several", spoken=made.language, timezone=made.timezone)
    if made.git != "off":
        output.tell(f"git-{made.git}")
    output.tell("try-next", command=f"memvault --vault {folder} status")
    return ExitCode.OK
