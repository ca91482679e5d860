"""How clients find a running service: a small file a vault, outside of it.

`<state>/service/<folder>/endpoint.json`, where `<folder>` is called like the vault's index folder: its id and
12 hex characters of its real path. The path alone decides, so that a client need not read `vault.yaml`.
"""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from vault.config.locations import state_dir
from vault.errors import WriteFailed

NAME = "endpoint.json"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the service of a vault listens.

    Attributes:
        url: `http://127.0.0.1:<port>`, without a slash at its end.
        pid: of its process.
        vault: real path of the vault.
        id: of the vault.
        version: of memvault.
        started_at: ISO 8601, UTC.
        language: in which the service speaks.
        timezone: of the vault.
    """

    url: str
    pid: int
    vault: str
    id: str
    version: str
    started_at: str
    language: str
    timezone: str

    @property
    def port(self) -> int:
        """Of the loopback address."""
        return urlsplit(self.url).port or 0


def service_dir() -> Path:
    """Endpoints and the token."""
    return state_dir() / "service"


def write_endpoint(folder_name: str, endpoint: Endpoint) -> Path:
    """Announce a service; replaces what an earlier one left behind.

    Args:
        folder_name: of the vault's index folder.
        endpoint: of the service.

    Raises:
        WriteFailed: it cannot be written.
    """
    place = service_dir() / folder_name / NAME
    beside = place.with_name(f".{NAME}.{os.getpid()}.new")
    try:
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        beside.write_text(json.dumps(asdict(endpoint), ensure_ascii=False), encoding="utf-8")
        beside.chmod(0o600)
        beside.replace(place)
    except OSError as error:
        raise WriteFailed(place, error.strerror or str(error)) from error
    return place


def read_endpoint(path: Path) -> Endpoint | None:
    """What a service wrote; None when there is nothing that can be used."""
    try:
        data: Any = json.loads(path.read_text(encoding="utf-8"))
        texts = {each.name: str(data[each.name]) for each in fields(Endpoint) if each.name != "pid"}
        endpoint = Endpoint(pid=int(data["pid"]), **texts)
        split = urlsplit(endpoint.url)
        usable = split.scheme == "http" and split.hostname == "127.0.0.1" and endpoint.port > 0
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return endpoint if usable and endpoint.pid > 0 else None


def withdraw_endpoint(path: Path, pid: int) -> None:
    """Take the announcement of process `pid` away; that of another one stays."""
    endpoint = read_endpoint(path)
    if endpoint is not None and endpoint.pid == pid:
        with suppress(OSError):
            path.unlink()
            path.parent.rmdir()  # unless something else is kept there


def find_endpoint(root: Path) -> tuple[Path, Endpoint] | None:
    """The announcement for the vault at `root`, whose process is alive; a stale one is removed."""
    real = os.path.realpath(root)
    digest = hashlib.sha256(real.encode("utf-8", "surrogateescape")).hexdigest()[:12]
    for path in service_dir().glob(f"*-{digest}/{NAME}"):
        endpoint = read_endpoint(path)
        if endpoint is None:  # of another version, maybe; the next service writes it anew
            continue
        if not is_alive(endpoint.pid):
            withdraw_endpoint(path, endpoint.pid)
        elif endpoint.vault == real:
            return path, endpoint
    return None


def is_alive(pid: int) -> bool:
    """Whether there is a process with this number."""
    if os.name != "posix":
        return True
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        return True
    return True
