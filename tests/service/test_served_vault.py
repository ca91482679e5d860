from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest

from tests.api.conftest import NOW, Place
from tests.api.test_watch import until
from vault.api.open import open_vault
from vault.errors import AlreadyServed, UnknownModel, VaultNotFound
from vault.service.endpoint import find_endpoint
from vault.service.events import EventHub
from vault.service.served_vault import ServedVault

AT = datetime(2026, 11, 30, tzinfo=timezone.utc)


@pytest.fixture
def served(place: Place) -> Iterator[ServedVault]:
    vault = ServedVault(place.root, EventHub(), use_model=False)
    yield vault
    vault.close()


def test_it_is_found_while_it_is_announced(served: ServedVault, place: Place) -> None:
    assert find_endpoint(place.root) is None
    served.announce("http://127.0.0.1:7700", "1", AT)
    found = find_endpoint(place.root)
    assert found is not None
    assert (found[1].language, found[1].timezone) == ("zh", "Asia/Shanghai")
    found[0].unlink()
    served.announce_again()
    assert find_endpoint(place.root) is not None
    served.withdraw()
    assert find_endpoint(place.root) is None
    served.announce_again()
    assert find_endpoint(place.root) is None


def test_one_service_a_vault(served: ServedVault, place: Place) -> None:
    served.announce("http://127.0.0.1:7700", "1", AT)
    with pytest.raises(AlreadyServed, match="7700"):
        ServedVault(place.root, EventHub(), use_model=False)


def test_it_watches_unless_somebody_else_does(served: ServedVault, place: Place) -> None:
    with open_vault(place.root, use_model=False) as other, other.watch(lambda event: None):
        served.prepare()
        assert not served.is_watching
    served.watch()
    assert served.is_watching
    served.watch()


def test_without_a_model_by_choice(served: ServedVault) -> None:
    assert (served.model_state, served.mode, served.notices) == ("off", "hybrid", ())


def test_a_model_that_is_not_there_is_said_to_be_missing(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMVAULT_MODEL", "bge-small-zh-v1.5")
    vault = ServedVault(place.root, EventHub())
    try:
        assert (vault.model_state, vault.mode) == ("loading", "words")
        assert "加载" in vault.notices[0]
        vault.prepare()
        assert (vault.model_state, vault.mode, vault.notices) == ("missing", "hybrid", ())
        assert "未安装" in vault.vault.recall("龙井", now=NOW).notices[0]
    finally:
        vault.close()


def test_words_until_the_model_has_loaded(place: Place, with_model: Path) -> None:
    vault = ServedVault(place.root, EventHub())
    try:
        assert vault.mode == "words"
        assert [hit.id for hit in vault.vault.recall("龙井", mode=vault.mode, now=NOW).hits] == ["mem_tea"]
        assert vault.model_state == "loading"  # nobody has waited for it
        vault.prepare()
        assert (vault.model_state, vault.mode, vault.notices) == ("ready", "hybrid", ())
        vault.vault.index(now=NOW)  # the watcher would do so in a moment
        assert vault.vault.recall("龙井", mode=vault.mode, now=NOW).hits[0].why.vector_score is not None
    finally:
        vault.close()


def test_a_model_is_installed_while_questions_are_answered(
    place: Place, monkeypatch: pytest.MonkeyPatch, with_model: Path, isolated
) -> None:
    """What was not there when the service began is used as soon as it is."""
    folder = isolated.models.resolve()
    isolated.models.unlink()
    vault = ServedVault(place.root, EventHub())
    try:
        before = vault.vault
        assert before.embedding_model is None
        isolated.models.symlink_to(folder, target_is_directory=True)
        vault.prepare()
        assert vault.vault is not before
        assert vault.model_state == "ready"
        before.recall("龙井", now=NOW)  # who began with the old one comes to an end
    finally:
        vault.close()


def test_vaults_of_one_service_share_the_model(place: Place, tmp_path: Path, with_model: Path) -> None:
    from tests.api.conftest import make_place

    first = ServedVault(place.root, EventHub())
    second = ServedVault(make_place(tmp_path / "other").root, EventHub(), beside=first)
    assert second.vault.embedding_model is first.vault.embedding_model
    second.close()
    first.close()


def test_what_cannot_be_served(tmp_path: Path, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(VaultNotFound):
        ServedVault(tmp_path / "nothing", EventHub())
    monkeypatch.setenv("MEMVAULT_MODEL", "no-such-model")
    with pytest.raises(UnknownModel):
        ServedVault(place.root, EventHub())


class Told(EventHub):
    """What listeners would be told."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[tuple[str, dict[str, Any]]] = []

    def publish(self, kind: str, data: dict[str, object]) -> None:
        self.events.append((kind, dict(data)))

    def about_settings(self) -> list[dict[str, Any]]:
        return [data for kind, data in self.events if kind == "settings"]


@pytest.mark.parametrize("watching", [True, False])
def test_a_changed_vault_yaml_is_taken_up_and_told(
    place: Place, caplog: pytest.LogCaptureFixture, *, watching: bool
) -> None:
    told, text = Told(), (place.root / "vault.yaml").read_text("utf-8")
    served = ServedVault(place.root, told, use_model=False)
    try:
        served.announce("http://127.0.0.1:7700", "1", AT)
        if watching:
            served.watch()
        steps: tuple[tuple[str, list[str], list[str], str], ...] = (
            (text + "recall:\n  limit: 3\n", ["recall.limit"], [], ""),
            (text.replace("zh", "en"), ["language", "recall.limit"], [], ""),
            ("format: [私密\n", [], [], "vault.yaml"),
            (text.replace("vault_small", "vault_new"), ["language"], ["id"], ""),
        )
        for count, (content, changed, restart, fault) in enumerate(steps, start=1):
            place.write("vault.yaml", content)
            if not watching:
                served.keep_settings()
            until(lambda count=count: len(told.about_settings()) == count, "told")
            event = told.about_settings()[-1]
            assert (sorted(event["changed"]), event["restart"]) == (changed, restart)
            assert fault in str(event["fault"])
            assert bool(event["fault"]) == bool(fault)
        assert served.shape["settings"] == {"restart": ["id"], "fault": ""}
        found = find_endpoint(place.root)
        assert found is not None
        assert found[1].language == "zh"
        assert "私密" not in caplog.text
        assert "the old settings go on counting" in caplog.text
        assert "after a restart: id" in caplog.text
    finally:
        served.close()
