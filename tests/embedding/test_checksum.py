from __future__ import annotations

import hashlib
from pathlib import Path

from vault.embedding.checksum import sha256_of


def test_files_are_hashed_one_after_the_other(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    first.write_bytes(b"x" * 3_000_000)
    second.write_bytes(b"y")
    assert sha256_of(first) == hashlib.sha256(b"x" * 3_000_000).hexdigest()
    assert sha256_of(first, second) == hashlib.sha256(b"x" * 3_000_000 + b"y").hexdigest()
