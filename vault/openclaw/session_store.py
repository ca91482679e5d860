"""Conversations that OpenClaw keeps in a database of each agent. A copy is read, the database never opened.

Opening a database that is being written, even for reading only, touches its files; a copy of it and of its
write-ahead log that did not change meanwhile is as good.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import tempfile
from base64 import b64encode
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from vault.errors import ReadFailed
from vault.model.turn import Turn
from vault.openclaw.said import Unsaid, turns_of

NAME = "openclaw-agent.sqlite"
_TRIES = 5
_BY_MACHINES = (":cron:", ":subagent:", ":hook:", ":acp:", ":heartbeat")
"""In the key of a conversation that no person leads."""
_EVENTS = """
SELECT s.session_id, s.session_key, e.event_json, e.event_zstd
FROM transcript_events AS e JOIN session_windows AS s USING (session_id)
ORDER BY s.created_at, s.session_id, e.seq
"""
_UNPACK = """
import { createInterface } from "node:readline";
import { zstdDecompressSync } from "node:zlib";
for await (const line of createInterface({ input: process.stdin })) {
  let text = null;
  try {
    text = zstdDecompressSync(Buffer.from(line, "base64")).toString("utf8");
  } catch {}
  console.log(JSON.stringify(text));
}
"""
_SECONDS = 300

Event = tuple[str, str, "str | None", "bytes | None"]


def session_stores(folder: Path) -> tuple[Path, ...]:
    """Databases below a folder: of a state folder, or of one agent."""
    patterns = (f"agents/*/agent/{NAME}", f"agent/{NAME}", NAME)
    found = {path.resolve(): path for pattern in patterns for path in sorted(folder.glob(pattern))}
    return tuple(path for path in found.values() if path.is_file())


def read_store(path: Path, senders: Collection[str] = ()) -> Iterator[Turn | Unsaid]:
    """What was said, and what is no turn; see `vault.openclaw.said`.

    Raises:
        ReadFailed: it cannot be read, or is of another version.
    """
    try:
        with _copy(path) as copy, closing(sqlite3.connect(f"{copy.as_uri()}?mode=rw", uri=True)) as database:
            events: list[Event] = database.execute(_EVENTS).fetchall()
    except sqlite3.Error as error:
        raise ReadFailed(path, f"OpenClaw's database is not as expected: {error}") from error
    except OSError as error:
        raise ReadFailed(path, error.strerror or str(error)) from error
    agent = path.parent.parent.name if path.parent.name == "agent" else ""
    yield from _conversations(_decoded(events), agent, senders)


@contextmanager
def _copy(path: Path) -> Iterator[Path]:
    """The database as it is at one moment.

    Raises:
        ReadFailed: it changed each time while it was copied.
    """
    with tempfile.TemporaryDirectory(prefix="memvault-import-") as place:
        copy = Path(place) / NAME
        for _ in range(_TRIES):
            before = _state(path)
            for each in _files(path):
                shutil.copyfile(each, copy.with_name(each.name.replace(path.name, NAME)))
            if _state(path) == before:
                yield copy
                return
            for each in _files(copy):
                each.unlink()
    raise ReadFailed(path, "OpenClaw is writing it all the time", "stop its gateway for a moment")


def _files(path: Path) -> list[Path]:
    return [each for each in (path, path.with_name(f"{path.name}-wal")) if each.exists()]


def _state(path: Path) -> list[tuple[str, int, int]]:
    return [(each.name, each.stat().st_size, each.stat().st_mtime_ns) for each in _files(path)]


def _decoded(events: Sequence[Event]) -> Iterator[tuple[str, str, object]]:
    packed = [blob for _, _, _, blob in events if blob is not None]
    unpacked = iter(_unpacked(packed))
    for session, key, text, blob in events:
        raw = text if blob is None else next(unpacked)
        yield session, key, _entry(raw)


def _entry(raw: str | None) -> object:
    if raw is None:
        return Unsaid("compressed")
    try:
        return json.loads(raw)
    except ValueError:
        return Unsaid("unreadable")


def _unpacked(packed: Sequence[bytes]) -> list[str | None]:
    """Long entries are packed with Zstandard, which Node has and Python before 3.14 has not."""
    nothing: list[str | None] = [None] * len(packed)
    node = shutil.which("node")
    if not packed or node is None:
        return nothing
    given = "".join(f"{b64encode(each).decode()}\n" for each in packed)
    try:
        done = subprocess.run(  # noqa: S603 - the person's own Node, no shell
            [node, "--input-type=module", "-e", _UNPACK],
            input=given,
            capture_output=True,
            encoding="utf-8",
            timeout=_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return nothing
    lines = done.stdout.splitlines()
    return [json.loads(line) for line in lines] if len(lines) == len(packed) else nothing


def _conversations(
    events: Iterator[tuple[str, str, object]], agent: str, senders: Collection[str]
) -> Iterator[Turn | Unsaid]:
    """One after the other; a message that a fork took along is told once."""
    told: set[str] = set()
    conversations: dict[tuple[str, str], list[object]] = {}
    for session, key, entry in events:
        conversations.setdefault((session, key), []).append(entry)
    for (session, key), entries in conversations.items():
        fresh = [entry for entry in entries if _is_new(entry, told)]
        for each in turns_of(fresh, session, agent, senders):
            by_machine = isinstance(each, Turn) and any(mark in key for mark in _BY_MACHINES)
            yield Unsaid("machine") if by_machine else each


def _is_new(entry: object, told: set[str]) -> bool:
    identifier = entry.get("id") if isinstance(entry, dict) and entry.get("type") == "message" else None
    if not isinstance(identifier, str):
        return True
    known = identifier in told
    told.add(identifier)
    return not known
