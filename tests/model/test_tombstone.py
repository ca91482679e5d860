from __future__ import annotations

from datetime import datetime, timezone

import pytest

from vault.model.memory import Memory
from vault.model.tombstone import ERASED, is_erased_text, is_tombstone, tombstone

NOW = datetime(2026, 11, 29, tzinfo=timezone.utc)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_a_tombstone_is_known_in_every_language_and_holds_nothing_but_the_id(language: str) -> None:
    stone = tombstone("mem_a", "lin", language, NOW)  # type: ignore[arg-type]
    assert is_tombstone(stone)
    assert stone == Memory("mem_a", stone.content, "lin", status="forgotten", updated_at=NOW)
    assert stone.content in ERASED.values()


def test_what_is_forgotten_but_not_erased_is_no_tombstone() -> None:
    assert not is_tombstone(Memory("mem_a", "养了一只猫", status="forgotten"))
    assert not is_tombstone(Memory("mem_a", "[erased]"))
    assert is_erased_text(" [erased]\n")
    assert not is_erased_text("it said [erased]")
