"""The secret that clients show to this user's services: one for all vaults, in a file that only they read."""

from __future__ import annotations

import os
import re
import secrets
from contextlib import suppress
from pathlib import Path

from vault.config.locations import state_dir
from vault.errors import WriteFailed

_BYTES = 32
_FORM = re.compile(r"[A-Za-z0-9_-]{43}")


def token_path() -> Path:
    """Where it is kept."""
    return state_dir() / "service" / "token"


def read_token(path: Path | None = None) -> str | None:
    """The token, 43 url-safe characters; None when there is none that can be used."""
    try:
        text = (path or token_path()).read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None
    return text if _FORM.fullmatch(text) else None


def keep_token(path: Path | None = None) -> str:
    """The token, made when there is none yet, readable by its owner only.

    Raises:
        WriteFailed: it cannot be kept.
    """
    place = path or token_path()
    try:
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        known = read_token(place)
        if known is None:
            known = _made(place)
        place.chmod(0o600)
    except OSError as error:
        raise WriteFailed(place, error.strerror or str(error)) from error
    return known


def _made(place: Path) -> str:
    """A new one, unless another process was faster; then that one's."""
    token = secrets.token_urlsafe(_BYTES)
    beside = place.with_name(f".{place.name}.{secrets.token_hex(4)}.new")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(token + "\n")
        if read_token(place) is None:
            with suppress(FileNotFoundError):  # something else than a token
                place.unlink()
        with suppress(FileExistsError):
            os.link(beside, place)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()
    return read_token(place) or token
