"""`memvault doctor`."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("doctor")(_run)


def _run() -> int:
    """Todo."""
    return 0
