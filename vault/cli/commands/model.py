"""`memvault model`."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("model")(_run)


def _run() -> int:
    """Todo."""
    return 0
