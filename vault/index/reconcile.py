"""Bringing the index in step with the vault: scan, compare, read what changed, embed, commit once.

Nothing here writes into the vault. Whatever is wrong with one file or one passage stops no other.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from vault.embedding.provider import EmbeddingModel
from vault.errors import ModelBroken, OutsideVault, ReadFailed, VaultVanished
from vault.files.file_problem import unreadable_file
from vault.files.fingerprint import FileBytes, read_file
from vault.files.scan import FileSeen, Scan
from vault.format.defaults import Defaults
from vault.format.duplicate_ids import Place, find_duplicates
from vault.format.vault_yaml import Language
from vault.index.compare import FileRow, Moves, Plan, compare, is_below
from vault.index.contents import Contents, read_contents
from vault.index.embed import Embedded, embed_missing
from vault.index.file_rows import add_problems, put_file, read_files, remove_problems
from vault.index.instants import from_microseconds
from vault.index.progress import Step
from vault.index.store import Store
from vault.index.vector_rows import remove_all_vectors

if TYPE_CHECKING:
    from vault.embedding.vector_cache import VectorCache

_SETTLE_NS = 2_000_000_000
"""A file whose last change is younger than this when it is read may change again within the same tick of
its clock, so that no hint shows it: it is looked at once more."""


@dataclass(slots=True)
class Counts:
    """Files, by what happened to them."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    moved: int = 0
    unchanged: int = 0


@dataclass(slots=True)
class Reconcile:
    """One run, inside one transaction.

    Attributes:
        unsettled: paths to look at again soon.
    """

    root: Path
    connection: sqlite3.Connection
    store: Store
    defaults: Defaults
    language: Language
    now: datetime
    step: Step
    counts: Counts = field(default_factory=Counts)
    unsettled: list[str] = field(default_factory=list)
    dirty: bool = False

    def files(self, found: Scan, *, under: Sequence[str] | None, allow_empty: bool) -> None:
        """Bring the files of the index in step with a scan.

        Raises:
            VaultVanished: the vault held memories and nothing of it is left.
        """
        known = read_files(self.connection)
        plan = compare(found.files, known, under=under, unread=found.unread)
        if known and not allow_empty and len(plan.gone) == len(known) and not plan.new:
            raise VaultVanished(self.root, len(known))
        self.counts.unchanged = len(plan.unchanged)
        moves = Moves(known[path] for path in plan.gone)
        self._read(plan, found, known, moves)
        for row in moves.left:
            self.store.remove_file(row.number)
            remove_problems(self.connection, "file", row.path)
            self.counts.removed += 1
        self._scan_problems(found, under)
        if self.store.touched:
            self._choose_duplicates()

    def vectors(self, model: EmbeddingModel, cache: VectorCache | None) -> Embedded:
        """Give every passage a vector of this model.

        Raises:
            ModelBroken: the model as such does not work.
        """
        stored = self.connection.execute("SELECT value FROM meta WHERE key = 'model'").fetchone()
        if stored is None or stored[0] != model.facts.fingerprint:
            remove_all_vectors(self.connection)
            self._put_meta("model", model.facts.fingerprint)
            self._put_meta("dimension", str(model.facts.dimension))
        result = embed_missing(self.connection, model, cache, self.step)
        remove_problems(self.connection, "passage")
        add_problems(self.connection, "passage", result.problems)
        return result

    def _put_meta(self, key: str, value: str) -> None:
        self.connection.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def _read(self, plan: Plan, found: Scan, known: dict[str, FileRow], moves: Moves) -> None:
        paths = sorted((*plan.suspect, *plan.new))
        for done, path in enumerate(paths):
            self.step("read", done, len(paths))
            self._file(found.files[path], known.get(path), moves)
        self.step("read", len(paths), len(paths))

    def _file(self, seen: FileSeen, row: FileRow | None, moves: Moves) -> None:
        try:
            content = read_file(self.root, seen.path)
        except FileNotFoundError:
            return
        except (ReadFailed, OutsideVault) as fault:
            reason = getattr(fault, "reason", str(fault))
            remove_problems(self.connection, "file", seen.path)
            add_problems(self.connection, "file", [unreadable_file(seen.path, reason)])
            return
        if row is not None and row.fingerprint == content.fingerprint and row.kind == seen.kind and row.state != "unsettled":
            self.counts.unchanged += 1
            self._put_row(row.number, seen, content, row.state)
            return
        moved = moves.claim(content.fingerprint, seen.inode) if row is None else None
        if moved is not None:
            remove_problems(self.connection, "file", moved.path)
            self.counts.moved += 1
        elif row is None:
            self.counts.added += 1
        else:
            self.counts.changed += 1
        self._take_in(seen, content, moved or row)

    def _take_in(self, seen: FileSeen, content: FileBytes, row: FileRow | None) -> None:
        contents = read_contents(
            seen.kind, content.data, path=seen.path, defaults=self.defaults, language=self.language
        )
        state = "good" if contents.understood else "quarantined"
        number = self._put_row(row.number if row else None, seen, content, state)
        remove_problems(self.connection, "file", seen.path)
        add_problems(self.connection, "file", contents.problems)
        if contents.understood:
            self.store.put(number, contents.records)

    def _put_row(self, number: int | None, seen: FileSeen, content: FileBytes, state: str) -> int:
        return put_file(
            self.connection, number, seen,
            mtime_ns=content.mtime_ns, size=content.size, fingerprint=content.fingerprint, state=state,
        )  # fmt: skip

    def _scan_problems(self, found: Scan, under: Sequence[str] | None) -> None:
        if under is None:
            remove_problems(self.connection, "scan")
        add_problems(self.connection, "scan", found.problems)

    def _choose_duplicates(self) -> None:
        """Serve one record of each id."""
