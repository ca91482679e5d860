"""`git check`: what a hook looks at before a commit. Only what is new in it can keep it from being made."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vault.config.settings import MaskSettings
from vault.errors import UnsupportedFormat, VaultSettingsBroken
from vault.files.layout import classify, ignored
from vault.files.vault_folder import VaultFolder
from vault.format.conflict_marker import find_conflicts
from vault.format.decode import split_lines
from vault.format.defaults import Defaults
from vault.format.json_line import report_conflict
from vault.format.memory_line import parse_memories
from vault.format.report import Report
from vault.format.turn_line import parse_turns
from vault.format.vault_yaml import VaultYaml, parse_vault_yaml
from vault.history.git import Repository, open_repository
from vault.index.contents import read_contents
from vault.lifecycle.mask import MaskKind, mask
from vault.problem import Problem

if TYPE_CHECKING:
    from vault.files.layout import Kind
    from vault.model.memory import Memory

_OPENING_DOORS: tuple[MaskKind, ...] = ("secret", "password")
_HINT = "take it out, or commit with --no-verify when it is meant to be there"


@dataclass(frozen=True, slots=True)
class _Staged:
    """A file that is to be committed: its bytes, and the lines that it has had before."""

    path: str
    kind: Kind
    data: bytes
    known: frozenset[bytes]

    def is_new(self, line: int) -> bool:
        """Whether a line (1-based) is new in this commit; 0 is the file as a whole."""
        lines = split_lines(self.data)
        return not 0 < line <= len(lines) or lines[line - 1].raw.strip() not in self.known


def check_staged(root: Path, folder: VaultFolder, masks: MaskSettings) -> tuple[Problem, ...]:
    """What is wrong in the lines that are about to be committed.

    Args:
        root: of the vault.
        folder: the same, opened.
        masks: which secrets are masked in what the program writes.

    Returns:
        Lines that cannot be read, conflicts that git left, and secrets; in order of place.

    Raises:
        NotUnderGit, GitMissing, GitFailed: git does not say what is staged.
    """
    repository = open_repository(root, within_hook=True)
    kinds = [kind for kind in _OPENING_DOORS if getattr(masks, kind)]
    found: set[Problem] = set()
    for staged in _staged(repository, folder.settings.note_folders):
        found |= {each for each in _faults(staged, folder) if staged.is_new(each.line)}
        found |= set(_secrets(staged, folder, kinds))
    return tuple(sorted(found))


def check_staged_unopened(root: Path) -> tuple[Problem, ...]:
    """The same with default settings, for a vault whose `vault.yaml` cannot be read."""
    folder = VaultFolder(root.resolve(), VaultYaml(), Defaults())
    return check_staged(root, folder, MaskSettings())


def _staged(repository: Repository, note_folders: Sequence[str]) -> Iterator[_Staged]:
    entries, before = repository.index(), repository.files(repository.head())
    changed = {
        path: entry
        for path, entry in entries.items()
        if before.get(path) != entry and not ignored(path) and classify(path, note_folders)
    }
    old = repository.contents({path: before[path] for path in changed if path in before})
    for path, data in sorted(repository.contents(changed).items()):
        kind = classify(path, note_folders)
        if kind is not None:
            known = frozenset(each.raw.strip() for each in split_lines(old.get(path, b"")))
            yield _Staged(path, kind, data, known)


def _faults(staged: _Staged, folder: VaultFolder) -> Iterator[Problem]:
    report = Report(staged.path)
    for line in find_conflicts(split_lines(staged.data), only_whole=staged.kind == "note").openings:
        report_conflict(line, report)
    yield from report.problems()
    if staged.kind == "settings":
        try:
            parse_vault_yaml(staged.data, path=staged.path)
        except (VaultSettingsBroken, UnsupportedFormat) as error:
            yield Problem(staged.path, 0, 0, "broken-settings", error.what, error.hint)
    elif staged.kind != "usage":
        contents = read_contents(
            staged.kind,
            staged.data,
            path=staged.path,
            defaults=folder.defaults,
            language=folder.settings.language,
        )
        yield from (each for each in contents.problems if each.severity == "error")


def _secrets(staged: _Staged, folder: VaultFolder, kinds: Collection[MaskKind]) -> Iterator[Problem]:
    for line, text in _texts(staged, folder):
        for each in mask(text, kinds).found:
            at = line + text.count("\n", 0, each.start) if staged.kind in ("note", "settings") else line
            if staged.is_new(at):
                yield Problem(staged.path, at, 0, "secret", f"this looks like a {each.kind}", _HINT)


def _texts(staged: _Staged, folder: VaultFolder) -> Iterator[tuple[int, str]]:
    """What people wrote, with the line on which it begins."""
    if staged.kind in ("memories", "archive"):
        parsed = parse_memories(staged.data, path=staged.path, defaults=folder.defaults)
        for located in parsed.memories:
            yield located.line, "\n".join(_memory_texts(located.memory))
    elif staged.kind == "turns":
        turns = parse_turns(staged.data, path=staged.path, defaults=folder.defaults).turns
        yield from ((each.line, each.turn.content) for each in turns)
    elif staged.kind in ("note", "settings"):
        yield 1, staged.data.decode("utf-8", "replace")


def _memory_texts(memory: Memory) -> Iterator[str]:
    """A value that is marked as sensitive is meant to be there."""
    if memory.sensitive:
        yield memory.content.replace(memory.value, "") if memory.value else ""
    else:
        yield f"{memory.content}\n{memory.value}"
    yield from (memory.key, memory.scene, *memory.tags)
