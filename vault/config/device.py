"""The name of this device, that of its own folders in a vault (`facts/auto/<device>/`, `journal/<device>/`).

Made once from the host's name and four random characters, so that two machines that are called alike do not
write into one file, and kept in the state folder. `MEMVAULT_DEVICE` overrides it.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Mapping
from pathlib import Path

from vault.config.locations import state_dir
from vault.errors import ConfigError, WriteFailed
from vault.model.identifier import random_letters

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_RULE = "a device is called by at most 40 of a-z, 0-9 and -"


def device_file() -> Path:
    """Where the id of this device is kept."""
    return state_dir() / "device"


def device_id(environ: Mapping[str, str] = os.environ, *, host: str | None = None) -> str:
    """The id of this device, a valid name of a folder; made when it is first asked for.

    Args:
        environ: may hold `MEMVAULT_DEVICE`.
        host: name to make a new id from; None: this host's.

    Raises:
        ConfigError: `MEMVAULT_DEVICE` or the file holds something else than a name.
        WriteFailed: a new id cannot be kept.
    """
    chosen = environ.get("MEMVAULT_DEVICE", "").strip()
    if chosen:
        return _checked(chosen, "MEMVAULT_DEVICE")
    path = device_file()
    kept = _read(path)
    return (
        kept if kept is not None else _keep(path, _new_name(socket.gethostname() if host is None else host))
    )


def _new_name(host: str) -> str:
    short = re.sub(r"[^a-z0-9]+", "-", host.partition(".")[0].lower()).strip("-")[:20].strip("-")
    return f"{short or 'device'}-{random_letters(4)}"


def _read(path: Path) -> str | None:
    try:
        return _checked(path.read_text(encoding="utf-8").strip(), str(path))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(str(path), f"cannot be read: {error}") from error


def _keep(path: Path, name: str) -> str:
    """Write it unless another process was faster; then that one's name is ours."""
    beside = path.with_name(f".{path.name}.{random_letters(8)}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(name + "\n", encoding="utf-8")
        try:
            os.link(beside, path)
        except FileExistsError:
            pass
        finally:
            beside.unlink()
    except OSError as error:
        raise WriteFailed(path, error.strerror or str(error)) from error
    return _read(path) or name


def _checked(name: str, where: str) -> str:
    if not _NAME.fullmatch(name):
        raise ConfigError(where, f"{name!r} is no name of a device", _RULE)
    return name
