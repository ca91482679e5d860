"""The name of this device, that of its own folders in a vault (`facts/auto/<device>/`, `journal/<device>/`).

Made once from the host's name and four random characters, so that two machines that are called alike do not
write into one file, and kept in the state folder, in a file for each machine: where that folder is copied to
another machine, or shared by several, each of them has a name of its own. `MEMVAULT_DEVICE` overrides it.
"""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, cast

from vault.config.locations import state_dir
from vault.config.machine_id import machine_id
from vault.config.whole_file import put_whole
from vault.errors import ConfigError, WriteFailed
from vault.model.identifier import random_letters

Reason = Literal["copied", "shared", "asked"]
"""Why a device got a new name: its state folder came from another machine; another machine writes under the
old one; the person wanted it."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_FORMER = re.compile(r"was ([a-z0-9][a-z0-9-]{0,39}) (copied|shared|asked)")
_RULE = "a device is called by at most 40 of a-z, 0-9 and -"
_VARIABLE = "MEMVAULT_DEVICE"


@dataclass(frozen=True, slots=True)
class FormerName:
    """A name under which this device, or the one that it was copied from, has written."""

    name: str
    reason: Reason


def device_file() -> Path:
    """Where the name of this device is kept."""
    machine = machine_id()
    return state_dir() / (f"device-{machine}" if machine else "device")


def device_id(environ: Mapping[str, str] = os.environ, *, host: str | None = None) -> str:
    """The name of this device, a valid name of a folder; made when it is first asked for.

    Args:
        environ: may hold `MEMVAULT_DEVICE`.
        host: name to make a new one from; None: this host's.

    Raises:
        ConfigError: `MEMVAULT_DEVICE` or the file holds something else than a name.
        WriteFailed: a new name cannot be kept.
    """
    chosen = environ.get(_VARIABLE, "").strip()
    if chosen:
        return _checked(chosen, _VARIABLE)
    path = device_file()
    kept = _read(path) or _adopted(path)
    return kept or _keep(path, _new_name(host), _of_other_machines(path))


def former_names() -> tuple[FormerName, ...]:
    """The names that this device does not use any more, the latest one first."""
    try:
        lines = device_file().read_text(encoding="utf-8").splitlines()[1:]
    except (OSError, UnicodeDecodeError):
        return ()
    found = filter(None, map(_FORMER.fullmatch, lines))
    return tuple(FormerName(each[1], cast("Reason", each[2])) for each in found)


def rename_device(reason: Reason, environ: Mapping[str, str] = os.environ, *, host: str | None = None) -> str:
    """Give this device a new name; what it wrote under the old one stays where it is.

    Raises:
        ConfigError: `MEMVAULT_DEVICE` sets the name, so that only the person can change it.
        WriteFailed: it keeps the old one.
    """
    if environ.get(_VARIABLE, "").strip():
        raise ConfigError(_VARIABLE, "sets the name of this device", "set another one there")
    old = FormerName(device_id(environ, host=host), reason)
    name, path = _new_name(host), device_file()
    try:
        put_whole(path, _text(name, (old, *former_names())))
    except OSError as error:
        raise WriteFailed(path, error.strerror or str(error)) from error
    return name


def _new_name(host: str | None) -> str:
    host = socket.gethostname() if host is None else host
    short = re.sub(r"[^a-z0-9]+", "-", host.partition(".")[0].lower()).strip("-")[:20].strip("-")
    return f"{short or 'device'}-{random_letters(4)}"


def _text(name: str, former: tuple[FormerName, ...]) -> str:
    return "".join([f"{name}\n", *(f"was {each.name} {each.reason}\n" for each in former)])


def _adopted(path: Path) -> str | None:
    """The name from a time when the machine had no identity, or was not asked for one."""
    plain = path.with_name("device")
    if path == plain or not plain.exists() or any(path.parent.glob("device-*")):
        return None
    with suppress(OSError):
        plain.rename(path)
    return _read(path)


def _of_other_machines(path: Path) -> tuple[FormerName, ...]:
    """Whose state folder this was before it came here."""
    others = [each for each in path.parent.glob("device-*") if each != path]
    found = (_read(each) for each in sorted(others, key=lambda each: each.stat().st_mtime, reverse=True))
    return tuple(FormerName(name, "copied") for name in found if name is not None)


def _read(path: Path) -> str | None:
    try:
        return _checked(path.read_text(encoding="utf-8").partition("\n")[0].strip(), str(path))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(str(path), f"cannot be read: {error}") from error


def _keep(path: Path, name: str, former: tuple[FormerName, ...]) -> str:
    """Write it unless another process was faster; then that one's name is ours."""
    beside = path.with_name(f".{path.name}.{random_letters(8)}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(_text(name, former), encoding="utf-8")
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
