"""memvault: long-term memory for AI assistants as a folder of plain files.

This package only exports; everything a program needs is `vault.open(path)` and the values it returns.

    import vault

    with vault.open("~/memories") as memory:
        for hit in memory.recall("你记得我住哪吗").hits:
            print(hit.content, hit.path, hit.line)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vault.api.create import Created, create
    from vault.api.open import open_vault as open  # noqa: A004 - `vault.open` is what a program calls
    from vault.api.recall import Answer
    from vault.api.vault import Vault
    from vault.errors import MemvaultError
    from vault.model.memory import Memory
    from vault.model.turn import Turn
    from vault.problem import Problem

__all__ = [
    "Answer",
    "Created",
    "Memory",
    "MemvaultError",
    "Problem",
    "Turn",
    "Vault",
    "create",
    "open",
]

_HOMES = {
    "Answer": "vault.api.recall",
    "Created": "vault.api.create",
    "Memory": "vault.model.memory",
    "MemvaultError": "vault.errors",
    "Problem": "vault.problem",
    "Turn": "vault.model.turn",
    "Vault": "vault.api.vault",
    "create": "vault.api.create",
}


def __getattr__(name: str) -> object:
    """Exports are loaded when they are first used: `import vault` alone costs next to nothing."""
    if name == "open":
        return import_module("vault.api.open").open_vault
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
