"""What is still to be committed, in a file: versions of files by their ids in git, and no text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from vault.api.commit_message import Action
from vault.config.whole_file import put_whole
from vault.format.instant import format_instant
from vault.history.commit import FileWrite
from vault.history.git import Repository


def read_queue(file: Path, repository: Repository) -> list[Action]:
    """The actions that wait, oldest first.

    One that is broken, or whose versions git has thrown away, is not there any more: the files are as they
    are, and the person sees in git that they are not committed.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    found = (_read_action(each, repository) for each in lines)
    return [each for each in found if each is not None]


def write_queue(file: Path, actions: Sequence[Action], repository: Repository) -> None:
    """Keep these and no others."""
    if not actions:
        file.unlink(missing_ok=True)
        return
    text = "".join(_written_action(each, repository) + "\n" for each in actions)
    put_whole(file, text)


def _written_action(action: Action, repository: Repository) -> str:
    def blob(data: bytes | None) -> str | None:
        if data is None:
            return None
        return repository.git.run("hash-object", "-w", "--stdin", data=data).decode().strip()

    writes = [[each.path, blob(each.before), blob(each.after)] for each in action.writes]
    return json.dumps(
        {
            "name": action.name,
            "at": format_instant(action.at),
            "device": action.device,
            "writes": writes,
            "waits": action.waits,
            "reasons": dict(action.reasons),
        }
    )


def _read_action(line: str, repository: Repository) -> Action | None:
    """None: it is broken, or git has thrown away what it names; the files are as they are."""
    try:
        found = json.loads(line)
        ids = [blob for _, *both in found["writes"] for blob in both if blob]
        blobs = repository.blobs(ids)
        writes = tuple(
            FileWrite(path, blobs[before] if before else None, blobs[after] if after else None)
            for path, before, after in found["writes"]
        )
        at = datetime.fromisoformat(found["at"].replace("Z", "+00:00"))
        return Action(found["name"], at, found["device"], writes, found["waits"], found["reasons"])
    except (ValueError, KeyError, TypeError):
        return None
