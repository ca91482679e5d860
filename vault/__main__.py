"""`python -m vault` is the same as `memvault`."""

from __future__ import annotations

from vault.cli.main import main

main()
