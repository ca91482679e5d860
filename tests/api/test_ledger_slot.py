from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from tests.api.conftest import Place
from vault.api.ledger_slot import LedgerSlot
from vault.api.open import open_vault
from vault.api.resources import Resources
from vault.api.settings_reading import read_settings_again
from vault.errors import WriteFailed


@pytest.fixture
def resources(place: Place) -> Iterator[Resources]:
    with open_vault(place.root, use_model=False) as vault:
        yield vault._resources


def test_it_is_opened_once(resources: Resources) -> None:
    slot = LedgerSlot(resources)
    with slot.held() as first:
        first.refresh()
    with slot.held() as second:
        assert second is first
    slot.close()
    with slot.held() as third:
        assert third is not first
        third.refresh()
    slot.close()


def test_it_goes_by_the_settings_of_the_vault_as_they_are(resources: Resources) -> None:
    slot = LedgerSlot(resources)
    with slot.held() as before:
        pass
    read_settings_again(resources)
    with slot.held() as after:
        assert after is not before
        assert after.folder is resources.folder
    slot.close()


def test_after_a_fault_it_is_opened_again(resources: Resources) -> None:
    slot = LedgerSlot(resources)
    with pytest.raises(WriteFailed), slot.held() as before:
        raise WriteFailed(resources.folder.root, "damaged")
    with slot.held() as after:
        assert after is not before
    slot.close()


def test_one_thread_at_a_time(resources: Resources) -> None:
    slot = LedgerSlot(resources)
    inside = threading.Event()

    def use() -> None:
        with slot.held() as ledger:
            ledger.refresh()
            inside.set()

    with slot.held():
        other = threading.Thread(target=use)
        other.start()
        assert not inside.wait(0.05)
    other.join(20)
    assert inside.is_set()
    slot.close()
