"""One reconcile: everything that changes the index, in one transaction.

Order: files and records, duplicates, what is superseded, the dictionary, tokens, vectors. Interrupted at any
point, the index is as it was; vectors made so far are in the vector cache.
"""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

from vault.embedding.provider import EmbeddingModel
from vault.errors import ModelBroken
from vault.files.scan import Scan
from vault.files.vault_folder import VaultFolder
from vault.index.database import read_meta, write_meta
from vault.index.duplicates import choose_duplicates
from vault.index.embed import Embedded, embed_missing
from vault.index.file_changes import FileChanges
from vault.index.file_rows import add_problems, read_problems, read_totals, remove_problems
from vault.index.note_reading import NoteReading
from vault.index.progress import Step
from vault.index.report import IndexReport
from vault.index.store import Store
from vault.index.superseding import note_superseded
from vault.index.token_writer import TokenWriter
from vault.index.tokens import Tokeniser
from vault.index.usage_files import UsageFiles
from vault.index.vector_rows import remove_all_vectors
from vault.index.vocabulary import VocabularyChange, tokenise_again
from vault.index.words import Fts5Words
from vault.problem import Problem

if TYPE_CHECKING:
    from vault.embedding.vector_cache import VectorCache


@dataclass(frozen=True, slots=True)
class Request:
    """What a reconcile was asked for; see `vault.index.index.Index.reconcile`."""

    vault: VaultFolder
    model: EmbeddingModel | None
    cache: VectorCache | None
    now: datetime
    under: Sequence[str] | None
    allow_empty: bool
    step: Step
    notes: NoteReading = field(default_factory=NoteReading)
    talk_before: datetime | None = None


def reconcile(
    connection: sqlite3.Connection, request: Request, found: Scan, tokeniser: Callable[[], Tokeniser]
) -> IndexReport:
    """Bring the index in step with a scan; the caller has begun a transaction and commits it.

    Args:
        connection: inside a write transaction.
        request: what is wanted.
        found: by a scan of `request.under`.
        tokeniser: gives the one with the dictionary as stored.

    Raises:
        VaultVanished: the vault held something and nothing of it is left.
    """
    started = time.perf_counter()
    generation = int(read_meta(connection, "generation", "0")) + 1
    problems_before = read_problems(connection)

    def words(user: int) -> Fts5Words:
        return Fts5Words(lambda: connection, user)

    tokens, vocabulary = TokenWriter(connection, generation, words), VocabularyChange()
    store = Store(connection, generation, tokens, vocabulary, lambda user: words(user).create())
    files = FileChanges(request.vault, connection, store, request.now, request.step, request.notes.read)
    _take_in_files(connection, request, found, files)
    UsageFiles(connection, request.vault, request.now).take_in(found, under=request.under)
    if files.counts.any or tokens.touched:
        choose_duplicates(connection, store)
        note_superseded(connection, generation)
    if tokens.touched:
        tokens.write_removed()
        new_words = vocabulary.write(connection)
        if new_words:
            write_meta(connection, "dictionary", str(generation))
            current = tokenise_again(connection, tokens, words, new_words)
        else:
            current = tokeniser()
        tokens.write_added(current, lambda done, total: request.step("tokens", done, total))
    embedded, notices = _embed(connection, request, generation)
    problems = read_problems(connection)
    if tokens.touched or files.counts.any or embedded.any or problems != problems_before:
        write_meta(connection, "generation", str(generation))
    return _report(
        connection,
        files=files,
        embedded=embedded,
        problems=problems,
        notices=notices,
        seconds=time.perf_counter() - started,
    )


def reading_key(vault: VaultFolder, notes: NoteReading) -> str:
    """Changes with everything that changes how the files of the vault are read."""
    known = repr((vault.defaults, vault.settings.language, *notes.identity))
    return hashlib.sha256(known.encode("utf-8", "replace")).hexdigest()


def _take_in_files(connection: sqlite3.Connection, request: Request, found: Scan, files: FileChanges) -> None:
    key = reading_key(request.vault, request.notes)
    files.take_in(
        found,
        under=request.under,
        allow_empty=request.allow_empty,
        read_all=key != read_meta(connection, "reading", key),
    )
    if request.under is None:
        write_meta(connection, "reading", key)


def _embed(
    connection: sqlite3.Connection, request: Request, generation: int
) -> tuple[Embedded, tuple[str, ...]]:
    """Vectors for passages that have none; for all of them when the model is another one."""
    model = request.model
    if model is None:
        return Embedded(), ()
    connection.execute("SAVEPOINT vectors")
    try:
        if read_meta(connection, "model") != model.facts.fingerprint:
            remove_all_vectors(connection)
            write_meta(connection, "model", model.facts.fingerprint)
            write_meta(connection, "dimension", str(model.facts.dimension))
        result = embed_missing(
            connection, model, request.cache, generation, request.step, talk_before=request.talk_before
        )
    except ModelBroken as fault:
        connection.execute("ROLLBACK TO vectors")
        return Embedded(fault=fault), (f"{fault}; new texts are found by words only",)
    remove_problems(connection, "passage")
    add_problems(connection, "passage", result.problems)
    return result, ()


def _report(
    connection: sqlite3.Connection,
    *,
    files: FileChanges,
    embedded: Embedded,
    problems: tuple[Problem, ...],
    notices: tuple[str, ...],
    seconds: float,
) -> IndexReport:
    counts = files.counts
    records, passages = read_totals(connection)
    return IndexReport(
        added=counts.added,
        changed=counts.changed,
        removed=counts.removed,
        moved=counts.moved,
        unchanged=counts.unchanged,
        records=records,
        passages=passages,
        embedded=embedded.embedded,
        reused=embedded.reused,
        problems=problems,
        seconds=seconds,
        generation=int(read_meta(connection, "generation", "0")),
        unsettled=tuple(files.unsettled),
        notices=notices,
        model_fault=embedded.fault,
    )
