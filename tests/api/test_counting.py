from __future__ import annotations

from datetime import timedelta

import pytest

from tests.api.conftest import NOW
from tests.conftest import Isolated
from vault.api.counting import begin_counting, counted_since, counting_file
from vault.api.vault import Vault


def test_the_first_date_stays() -> None:
    assert counted_since("vault_a") is None
    begin_counting("vault_a", NOW)
    begin_counting("vault_a", NOW + timedelta(days=9))
    assert counted_since("vault_a") == NOW
    assert counted_since("vault_b") is None


def test_it_is_kept_outside_the_vault_and_the_cache(isolated: Isolated) -> None:
    assert counting_file("vault_a").is_relative_to(isolated.state)


def test_what_cannot_be_read_is_not_known() -> None:
    begin_counting("vault_a", NOW)
    counting_file("vault_a").write_text("soon\n", encoding="utf-8")
    assert counted_since("vault_a") is None
    counting_file("vault_a").write_text("2026-11-30T04:00:00\n", encoding="utf-8")
    assert counted_since("vault_a") == NOW


def test_one_that_a_crash_has_left_empty_is_begun_anew() -> None:
    begin_counting("vault_a", NOW)
    counting_file("vault_a").write_text("", encoding="utf-8")
    begin_counting("vault_a", NOW + timedelta(days=1))
    assert counted_since("vault_a") == NOW + timedelta(days=1)
    assert [each.name for each in counting_file("vault_a").parent.iterdir()] == ["counted-since"]


def test_a_state_folder_that_cannot_be_written_stops_nothing(isolated: Isolated) -> None:
    isolated.state.parent.mkdir(parents=True, exist_ok=True)
    isolated.state.write_text("", encoding="utf-8")
    begin_counting("vault_a", NOW)
    assert counted_since("vault_a") is None


def test_a_vault_is_counted_from_its_first_use_on(opened: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    opened.index(now=NOW)
    assert counted_since(opened.id) is None, "counting is switched off"
    monkeypatch.setenv("MEMVAULT_RECORD_USAGE", "true")
    from vault.api.open import open_vault

    with open_vault(opened.root, use_model=False) as counting:
        counting.list(now=NOW)
    assert counted_since(opened.id) == NOW
