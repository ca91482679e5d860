from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.api.conftest import NOW, Place
from tests.api.under_git import put_under_git
from tests.history.repositories import Copy
from tests.stand_in_model import StandInModel
from vault.api.git_health import inspect_git
from vault.api.open import open_vault
from vault.api.vault import Vault


@pytest.fixture
def copy(place: Place, monkeypatch: pytest.MonkeyPatch) -> Copy:
    return put_under_git(place, monkeypatch)


@pytest.fixture
def opened(copy: Copy, model: StandInModel, monkeypatch: pytest.MonkeyPatch) -> Iterator[Vault]:
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "true")
    with open_vault(copy.root, model=model) as vault:
        yield vault


def levels(vault: Vault) -> list[tuple[str, str]]:
    return [(each.level, each.message) for each in inspect_git(vault._resources)]


def test_with_and_without_the_driver(opened: Vault) -> None:
    assert [level for level, _ in levels(opened)] == ["warn"]
    opened.install_git()
    assert levels(opened) == [("ok", "memories are merged by id")]


def test_another_way_to_merge_is_the_persons_choice(copy: Copy, opened: Vault) -> None:
    copy.write(".gitattributes", "*.jsonl merge=union\n")
    assert levels(opened) == [("ok", "memories are merged as .gitattributes says: union")]


def test_what_waits_during_a_bisect(copy: Copy, opened: Vault) -> None:
    opened.install_git()
    copy.git("bisect", "start")
    opened.remember("会弹吉他", now=NOW)
    assert levels(opened)[1] == (
        "warn",
        "1 writes are not committed yet: they wait until the bisect is finished",
    )


def test_no_repository(place: Place, model: StandInModel, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_vault(place.root, model=model) as vault:
        assert levels(vault) == []
    monkeypatch.setenv("MEMVAULT_AUTO_COMMIT", "true")
    with open_vault(place.root, model=model) as vault:
        assert [level for level, _ in levels(vault)] == ["warn"]
