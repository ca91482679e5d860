"""`memvault watch`."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("watch")(_run)


def _run() -> int:
    """Todo."""
    return 0
