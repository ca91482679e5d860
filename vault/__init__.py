"""memvault: long-term memory for AI assistants as a folder of plain files.

This package only exports; everything a program needs is `vault.open(path)` and the values it returns.
"""

from __future__ import annotations
