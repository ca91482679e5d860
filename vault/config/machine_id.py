"""What tells this machine from others, so that a copied state folder is noticed."""

from __future__ import annotations

import ctypes
import hashlib
import sys
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

_PLACES = (Path("/etc/machine-id"), Path("/var/lib/dbus/machine-id"))
_UUID_BYTES = 16


@lru_cache(maxsize=1)
def machine_id() -> str:
    """12 characters that stay the same on this machine; empty where it has no identity, as in containers.

    A digest: what it is made of is not to be handed on.
    """
    identity = _of_mac() if sys.platform == "darwin" else _of_linux()
    return hashlib.sha256(b"memvault\0" + identity).hexdigest()[:12] if identity else ""


def _of_linux() -> bytes:
    for place in _PLACES:
        with suppress(OSError):
            found = place.read_bytes().strip()
            if found and found != b"uninitialized":
                return found
    return b""


def _of_mac() -> bytes:  # pragma: no cover - only there
    buffer = (ctypes.c_ubyte * _UUID_BYTES)()
    wait = (ctypes.c_long * 2)(1, 0)
    with suppress(AttributeError, OSError):
        if ctypes.CDLL(None).gethostuuid(buffer, wait) == 0:
            return bytes(buffer)
    return b""
