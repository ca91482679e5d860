"""What OpenClaw's configuration was like before memvault came, so that it can be put back."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from vault.config.locations import state_dir
from vault.errors import WriteFailed


@dataclass(frozen=True, slots=True)
class UndoRecord:
    """One installation.

    Attributes:
        config: path of the configuration.
        backup: copy of it from before, or empty when there was none.
        plugin: the linked folder.
        before: of its part for plugins `containers` (names of parts there were), `slot`, `paths`, `allow`,
            and `core`, the entry of memory-core; None where nothing was.
        rest: digest of everything that is not memvault's, right after the installation.
    """

    config: str
    backup: str
    plugin: str
    before: Mapping[str, Any]
    rest: str = ""


def digest_of(part: object) -> str:
    """By which it is known again; it may hold secrets, and is not kept itself."""
    return hashlib.sha256(json.dumps(part, sort_keys=True).encode()).hexdigest()


def record_path(config: Path) -> Path:
    """Where it is kept; each configuration has its own."""
    name = hashlib.sha256(str(config).encode("utf-8", "surrogateescape")).hexdigest()[:12]
    return state_dir() / "openclaw" / f"installed-{name}.json"


def write_record(record: UndoRecord) -> None:
    """Keep it.

    Raises:
        WriteFailed: it cannot be written.
    """
    path = record_path(Path(record.config))
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.write_text(json.dumps(asdict(record), ensure_ascii=False), encoding="utf-8")
        path.chmod(0o600)
    except OSError as error:
        raise WriteFailed(path, error.strerror or str(error)) from error


def read_record(config: Path) -> UndoRecord | None:
    """What was kept of an installation; None when nothing usable was."""
    try:
        data = json.loads(record_path(config).read_text(encoding="utf-8"))
        return UndoRecord(**data)
    except (OSError, ValueError, KeyError, TypeError):
        return None


def drop_record(config: Path) -> None:
    """It has been undone."""
    record_path(config).unlink(missing_ok=True)
