"""A vault that tests fill with files, its index, and one call that brings them in step."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest

from tests.stand_in_model import StandInModel
from vault.embedding.provider import EmbeddingModel
from vault.embedding.vector_cache import VectorCache
from vault.files.vault_folder import VaultFolder, open_folder
from vault.index.index import Index
from vault.index.report import IndexReport
from vault.index.row_filter import RowFilter

VAULT_YAML = "format: 1\nid: vault_test\ndefault_user: u\nlanguage: zh\ntimezone: Asia/Shanghai\n"
NOW = datetime(2026, 11, 29, 12, 0, tzinfo=timezone.utc)
LONG_AGO = NOW - timedelta(days=30)


class Workbench:
    """A vault and its index. Files are dated `LONG_AGO` unless a test says otherwise."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "vault"
        self.folder = folder / "index"
        self.root.mkdir()
        self.model = StandInModel()
        self.cache = VectorCache(folder / "vectors.sqlite", self.model.facts)
        self.write("vault.yaml", VAULT_YAML)
        self.index = Index.open(self.folder, model_facts=self.model.facts)

    @property
    def vault(self) -> VaultFolder:
        return open_folder(self.root)

    def write(self, path: str, content: str | bytes, at: datetime = LONG_AGO) -> Path:
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content.encode() if isinstance(content, str) else content)
        self.date(path, at)
        return place

    def date(self, path: str, at: datetime) -> None:
        os.utime(self.root / path, ns=(int(at.timestamp() * 1e9),) * 2)

    def memories(self, path: str, *memories: dict[str, object] | str, at: datetime = LONG_AGO) -> None:
        lines = [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in memories]
        self.write(path, "".join(line + "\n" for line in lines), at)

    def remove(self, path: str) -> None:
        place = self.root / path
        shutil.rmtree(place) if place.is_dir() else place.unlink()

    def move(self, old: str, new: str) -> None:
        (self.root / new).parent.mkdir(parents=True, exist_ok=True)
        (self.root / old).rename(self.root / new)

    def reconcile(
        self,
        *,
        model: EmbeddingModel | str | None = "own",
        now: datetime = NOW,
        under: Sequence[str] | None = None,
        allow_empty: bool = False,
    ) -> IndexReport:
        used = self.model if model == "own" else model
        assert not isinstance(used, str)
        cache = self.cache if used is self.model else None
        return self.index.reconcile(self.vault, used, cache, now=now, under=under, allow_empty=allow_empty)

    def reopen(self) -> None:
        self.index.close()
        self.index = Index.open(self.folder, model_facts=self.model.facts)

    def by_words(self, question: str, user: str = "u", condition: RowFilter | None = None) -> list[str]:
        """Texts found by words, best first."""
        index = self.index.user(user)
        tokens = index.tokenise(question)
        allowed = index.passage_ids(condition) if condition else None
        found = index.word_candidates(tokens.words, tokens.bigrams, allowed, 10)
        return [passage.text for passage in index.passages(found)]

    def by_vector(self, question: str, user: str = "u", condition: RowFilter | None = None) -> list[str]:
        """Texts found by vectors, best first."""
        index = self.index.user(user)
        allowed = index.passage_ids(condition) if condition else None
        found, _ = index.vector_candidates(self.model.embed_query(question), allowed, 10)
        return [passage.text for passage in index.passages(found)]

    def texts(self, user: str = "u") -> list[str]:
        """Texts of all passages that can be found, sorted."""
        index = self.index.user(user)
        return sorted(passage.text for passage in index.passages(index.passage_ids()))

    def codes(self) -> list[str]:
        return [problem.code for problem in self.index.problems()]


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Workbench]:
    workbench = Workbench(tmp_path)
    yield workbench
    workbench.index.close()
    workbench.cache.close()
