"""What was known then: `recall --as-of`, and `diff` with a date.

The files of then are put into a folder of their own, outside the vault, and asked there: those of the commit
of that time where git has one, and whatever else was written by then and is dated.
"""

from __future__ import annotations

import dataclasses
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from vault.api.git_history import audit_log
from vault.api.model_slot import ModelChoice
from vault.api.notices import notice
from vault.api.recall import Answer
from vault.errors import MemvaultError, UnknownUser
from vault.files.fingerprint import read_file
from vault.files.layout import Kind, classify
from vault.files.vault_folder import open_folder
from vault.format.memory_line import format_memory, parse_memories
from vault.format.vault_yaml import format_vault_yaml
from vault.history.as_of import note_is_later, rewind, turns_until
from vault.history.record_changes import Changes, Standing, changes_between, standings_of
from vault.model.identifier import permanent_id

if TYPE_CHECKING:
    from vault.api.resources import Resources
    from vault.api.vault import Vault

_NOT_IN_A_COMMIT = "facts/dated.jsonl"
_ARCHIVED = "archive/dated.jsonl"


@dataclasses.dataclass(frozen=True, slots=True)
class Then:
    """The files of an earlier time.

    Attributes:
        commit: that they are from; empty: from dates alone.
        files: by path.
    """

    commit: str
    files: Mapping[str, bytes]


@contextmanager
def vault_as_of(resources: Resources, at: datetime) -> Iterator[tuple[Vault, str]]:
    """The vault as it was, opened; gone with its index when this is left.

    Args:
        resources: of the open vault.
        at: aware.

    Yields:
        The vault, and what is to be said about how it was found.
    """
    from vault.api.resources import Resources as Opened
    from vault.api.vault import Vault

    then = files_as_of(resources, at)
    with tempfile.TemporaryDirectory(prefix="memvault-as-of-") as folder:
        root = Path(folder) / "vault"
        for path, data in then.files.items():
            place = root / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(data)
        settings = dataclasses.replace(
            resources.settings,
            lifecycle=dataclasses.replace(resources.settings.lifecycle, record_usage=False),
            history=dataclasses.replace(resources.settings.history, auto_commit=False),
        )
        loaded = dataclasses.replace(resources.loaded, settings=settings)
        choice = ModelChoice(opened=resources.model) if resources.model else ModelChoice()
        opened = Opened(open_folder(root), loaded, choice, Path(folder) / "index")
        with Vault(opened) as vault:
            yield vault, _notice(resources, then, at)


def recall_as_of(
    resources: Resources, query: str, at: datetime, *, user: str | None, **options: object
) -> Answer:
    """What would have been answered at an earlier time.

    Args:
        resources: of the open vault.
        query: the question.
        at: aware; also what `last week` in it is reckoned from.
        user: whose memories; None: the configured user, or the only one.
        options: of `vault.api.recall.recall`.

    Raises:
        UserRequired, UnknownUser, VaultVanished: as there.
    """
    resources.in_step.keep(at)
    owner = resources.user(user)
    with vault_as_of(resources, at) as (vault, told):
        try:
            answer = vault.recall(query, user=owner, counted=False, now=at, **options)  # type: ignore[arg-type]
        except UnknownUser:  # nothing was known of this one yet
            return Answer(query, owner, (), (told,))
    return dataclasses.replace(answer, notices=(told, *answer.notices))


def files_as_of(resources: Resources, at: datetime) -> Then:
    """The files of the vault at an earlier time, its settings as they are now."""
    commit, committed = _committed(resources, at)
    present = dict(_present(resources))
    dated = list(rewind(_standings(resources, present), at))
    if commit:
        files = {path: data for path, data in committed.items() if _kind(resources, path)}
        over = {permanent_id(each.memory.id) for each in dated if each.over}
        files = {path: _without(resources, path, data, over) for path, data in files.items()}
        known = {permanent_id(each.memory.id) for each in _standings(resources, files)}
        dated = [each for each in dated if each.memory.created_at or each.over]
        dated = [each for each in dated if permanent_id(each.memory.id) not in known]
    else:
        files = dict(_undated(resources, present, at))
    for path, data in _as_files(dated).items():
        files[path] = _on_a_line_of_its_own(files.get(path, b"")) + data
    files["vault.yaml"] = present.get("vault.yaml") or format_vault_yaml(resources.folder.settings).encode()
    return Then(commit, files)


def changes_since(resources: Resources, at: datetime) -> tuple[str, Changes]:
    """What is different now from an earlier time, and the commit that it was compared with."""
    then = files_as_of(resources, at)
    changes = changes_between(
        then.files,
        dict(_present(resources)),
        defaults=resources.folder.defaults,
        note_folders=resources.folder.settings.note_folders,
    )
    # What was put together from dates stands in other files and is written otherwise: that is no news.
    told = tuple(each for each in changes.records if each.what not in ("moved", "confirmed"))
    return then.commit, dataclasses.replace(changes, records=told)


def _committed(resources: Resources, at: datetime) -> tuple[str, dict[str, bytes]]:
    try:
        history = audit_log(resources)
    except MemvaultError:
        return "", {}
    commit = history.at(at)
    repository = history.repository
    return commit, repository.contents(repository.files(commit))


def _present(resources: Resources) -> Iterator[tuple[str, bytes]]:
    folder = resources.folder
    for path in sorted(folder.scan().files):
        with suppress(FileNotFoundError, MemvaultError):
            yield path, read_file(folder.root, path).data


def _kind(resources: Resources, path: str) -> Kind | None:
    return classify(path, resources.folder.settings.note_folders)


def _standings(resources: Resources, files: Mapping[str, bytes]) -> list[Standing]:
    """All memories, those below `archive/` behind the others: of two with one id they count."""
    found: list[Standing] = []
    for path, data in sorted(
        files.items(), key=lambda each: (_kind(resources, each[0]) == "archive", each[0])
    ):
        if _kind(resources, path) in ("memories", "archive"):
            found += standings_of(path, data, resources.folder.defaults)
    return found


def _undated(resources: Resources, files: Mapping[str, bytes], at: datetime) -> Iterator[tuple[str, bytes]]:
    """Notes and conversations, as far as they are not known to be later."""
    defaults = resources.folder.defaults
    for path, data in files.items():
        kind = _kind(resources, path)
        if kind == "turns":
            yield path, turns_until(data, at, path=path, defaults=defaults)
        elif kind == "note" and not note_is_later(data, at, path=path, defaults=defaults):
            yield path, data


def _without(resources: Resources, path: str, data: bytes, over: Collection[str]) -> bytes:
    """A file of memories less those that had ended by then, though the commit does not know it yet."""
    if _kind(resources, path) != "memories":
        return data
    file = parse_memories(data, path=path, defaults=resources.folder.defaults)
    ended = {each.line for each in file.memories if permanent_id(each.memory.id) in over}
    return b"".join(line.raw for line in file.lines if line.number not in ended) if ended else data


def _as_files(standings: Iterable[Standing]) -> dict[str, bytes]:
    """Each memory in the file in which it stands; what has left `facts/` since in one of ours."""
    lines: dict[str, list[str]] = defaultdict(list)
    for each in standings:
        path = each.path
        if (classify(path) == "archive") != each.archived:
            path = _ARCHIVED if each.archived else _NOT_IN_A_COMMIT
        lines[path].append(format_memory(each.memory) + "\n")
    return {path: "".join(each).encode() for path, each in lines.items()}


def _on_a_line_of_its_own(data: bytes) -> bytes:
    return data if not data or data.endswith(b"\n") else data + b"\n"


def _notice(resources: Resources, then: Then, at: datetime) -> str:
    day = at.astimezone(resources.zone).strftime("%Y-%m-%d %H:%M")
    if then.commit:
        return notice(resources.settings.language, "as-of-commit", f"{then.commit[:12]}, {day}")
    return notice(resources.settings.language, "as-of-dates", day)
