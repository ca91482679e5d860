"""What a person changes in `vault.yaml` counts in a vault that is open; what cannot is said."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from tests.api.conftest import NOW, Place
from tests.api.test_watch import Seen, until
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.config.locations import user_file
from vault.errors import UnsupportedFormat, VaultNotFound, VaultSettingsBroken

YAML = "format: 1\nid: vault_small\nlanguage: zh\ntimezone: Asia/Shanghai\ndefault_user: lin\n"


def test_nothing_changed(opened: Vault) -> None:
    read = opened.read_settings_again()
    assert (read.changed, read.restart, read.fault) == ((), (), None)


@pytest.mark.parametrize(
    ("added", "name", "found"),
    [
        (
            "recall:\n  limit: 2\n",
            "recall.limit",
            lambda vault: len(vault.recall("家", gate=False).hits) == 2,
        ),
        ("lifecycle:\n  summary_idle_seconds: 33\n", "lifecycle.summary_idle_seconds", None),
        ("recall:\n  half_life_days:\n    note: 7\n", "recall.half_life_days.note", None),
        (
            "lifecycle:\n  mask:\n    phone: false\n",
            "lifecycle.mask.phone",
            lambda vault: "13812345678" in vault.remember("小周的电话 13812345678", now=NOW).content,
        ),
    ],
)
def test_a_setting_counts_at_once(
    opened: Vault, place: Place, added: str, name: str, found: Callable[[Vault], bool] | None
) -> None:
    opened.recall("家", now=NOW)
    place.write("vault.yaml", YAML + added)
    read = opened.read_settings_again()
    assert (read.changed, read.restart, read.fault) == ((name,), (), None)
    assert opened.loaded_settings.origins[name] == "vault.yaml"
    assert found is None or found(opened)
    assert opened.read_settings_again().changed == ()


def test_language_and_time_zone_count_at_once(opened: Vault, place: Place) -> None:
    place.write("vault.yaml", YAML.replace("zh", "en").replace("Asia/Shanghai", "America/New_York"))
    assert set(opened.read_settings_again().changed) == {"language", "timezone"}
    assert opened.settings.language == "en"
    assert str(opened._resources.zone) == "America/New_York"


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("format: [1\n", VaultSettingsBroken),
        ("format: 9\nid: vault_small\n", UnsupportedFormat),
        (None, VaultNotFound),
    ],
)
def test_with_what_cannot_be_read_the_old_ones_count(
    opened: Vault, place: Place, text: str | None, error: type[Exception]
) -> None:
    if text is None:
        (place.root / "vault.yaml").unlink()
    else:
        place.write("vault.yaml", text)
    read = opened.read_settings_again()
    assert isinstance(read.fault, error)
    assert opened.settings_read == read
    assert opened.settings.language == "zh"
    assert opened.recall("龙井", now=NOW).hits
    place.write("vault.yaml", YAML)
    assert opened.read_settings_again().fault is None


def test_what_counts_from_the_next_start_on_is_named(opened: Vault, place: Place) -> None:
    place.write("vault.yaml", YAML.replace("vault_small", "vault_other"))
    user_file().parent.mkdir(parents=True, exist_ok=True)
    user_file().write_text("threads: 3\n", encoding="utf-8")
    read = opened.read_settings_again()
    assert read.restart == ("id", "threads")
    assert (opened.id, opened.settings.threads) == ("vault_small", 0)
    assert opened.read_settings_again().restart == ("id", "threads")
    place.write("vault.yaml", YAML)
    user_file().unlink()
    assert opened.read_settings_again().restart == ()


def test_what_the_caller_chose_stays(place: Place) -> None:
    with open_vault(place.root, user="mei", use_model=False) as vault:
        place.write("vault.yaml", YAML.replace("lin", "anna"))
        read = vault.read_settings_again()
        assert "user" not in (*read.changed, *read.restart)
        assert vault.settings.user == "mei"


def test_a_variable_stays_above(opened: Vault, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "MEMVAULT_LANGUAGE", "zh")
    place.write("vault.yaml", YAML.replace("zh", "en"))
    assert "language" not in opened.read_settings_again().changed
    assert opened.settings.language == "zh"


def test_who_watches_goes_on_while_it_is_broken(opened: Vault, place: Place) -> None:
    seen = Seen()
    with opened.watch(seen):
        until(lambda: opened.status().clean, "in step")
        place.write("vault.yaml", "format: [1\n")
        until(lambda: seen.any(lambda event: event.fault is not None), "the fault")
        place.remember("facts/new.jsonl", {"id": "mem_new", "content": "学会了做陶杯"})
        until(lambda: opened.status().records == 9, "the new memory")
        place.write("vault.yaml", YAML + "recall:\n  limit: 2\n")
        until(lambda: opened.settings.recall.limit == 2, "the new setting")
        until(lambda: seen.any(lambda event: bool(event.settings and event.settings.changed)), "told")
    assert len([event for event in seen.events if event.fault]) == 1
