"""The IANA name of this machine's time zone."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from vault.config.values import time_zone


def local_zone(environ: Mapping[str, str] = os.environ, etc: Path = Path("/etc")) -> str:
    """`TZ`, else what `/etc/localtime` points at, else `/etc/timezone`, else `UTC`."""
    candidates = (environ.get("TZ", "").lstrip(":"), _link(etc / "localtime"), _line(etc / "timezone"))
    return next(filter(_known, candidates), "UTC")


def _known(name: str) -> bool:
    try:
        time_zone(name)
    except ValueError:
        return False
    return True


def _link(path: Path) -> str:
    try:
        return str(path.readlink()).rpartition("zoneinfo/")[2]
    except OSError:
        return ""


def _line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
