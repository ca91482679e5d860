"""Where the derived state of a vault lives: outside the vault, one folder per vault and place."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

_UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


def index_folder(cache: Path, vault_id: str, root: Path) -> Path:
    """The index folder of the vault at `root`: `<cache>/index/<vault id>-<12 hex of its path>/`.

    The path is part of the name because two copies of a vault carry one id.
    """
    place = str(root.resolve()).encode("utf-8", "surrogateescape")
    name = _UNSAFE.sub("_", vault_id)[:40] or "vault"
    return cache / "index" / f"{name}-{hashlib.sha256(place).hexdigest()[:12]}"
