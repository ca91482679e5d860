from __future__ import annotations

import pytest

from vault.format.near_miss import near_miss
from vault.format.schema_check import MEMORY_FIELDS

NAMES = tuple(MEMORY_FIELDS)


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("contnet", "content"),
        ("contents", "content"),
        ("Content", "content"),
        ("createdAt", "created_at"),
        ("created-at", "created_at"),
        ("create_at", "created_at"),
        ("userId", "user_id"),
        ("tagss", "tags"),
        ("sensative", "sensitive"),
        ("improtance", "importance"),
        ("expire_at", "expires_at"),
    ],
)
def test_misspelt_keys(key: str, meant: str) -> None:
    assert near_miss(key, NAMES) == meant


@pytest.mark.parametrize(
    "key",
    [
        "created_by",
        "category",
        "note",
        "kind",
        "x",
        "tg",
        "",
        "备注",
        "embedding",
        "user",
        "content" * 100_000,
    ],
)
def test_keys_of_their_own(key: str) -> None:
    assert near_miss(key, NAMES) is None


def test_no_known_key_is_near_another() -> None:
    for name in NAMES:
        assert near_miss(name, tuple(other for other in NAMES if other != name)) is None
