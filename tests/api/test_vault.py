from __future__ import annotations

import inspect
from pathlib import Path

import vault
from tests.api.conftest import NOW, Place
from tests.stand_in_model import StandInModel
from vault.api.vault import Vault


def test_the_example_of_the_package(place: Place, model: StandInModel) -> None:
    with vault.open(place.root, model=model) as memory:
        found = [hit.content for hit in memory.recall("下午爱喝龙井吗", now=NOW).hits]
    assert found == ["下午爱喝龙井"]


def test_what_is_known_of_it(opened: Vault, place: Place) -> None:
    assert opened.root == place.root
    assert opened.id == "vault_small"
    assert opened.settings.timezone == "Asia/Shanghai"
    assert opened.loaded_settings.settings is opened.settings


def test_verbs_are_documented_and_take_the_clock() -> None:
    verbs = [each for name, each in inspect.getmembers(Vault, inspect.isfunction) if not name.startswith("_")]
    assert all(verb.__doc__ for verb in verbs)
    asking = {"recall", "prompt", "show", "list", "index", "status", "plan_repairs", "doctor"}
    with_now = {verb.__name__ for verb in verbs if "now" in inspect.signature(verb).parameters}
    assert asking <= with_now


def test_closing_twice_is_no_fault_and_leaves_no_open_file(place: Place, model: StandInModel) -> None:
    opened = vault.open(place.root, model=model)
    opened.index(now=NOW)
    opened.close()
    opened.close()
    descriptors = Path("/proc/self/fd")
    if descriptors.is_dir():
        targets = [each.readlink().name for each in descriptors.iterdir() if each.is_symlink()]
        assert not [name for name in targets if name.startswith("index.sqlite")]


def test_repairs_are_seen_by_the_next_verb(opened: Vault, place: Place) -> None:
    opened.list(now=NOW)
    place.write("facts/hand.jsonl", '{"content": "没有编号"}\n')
    done = opened.apply_repairs(opened.plan_repairs(now=NOW))
    assert done.written == ("facts/hand.jsonl",)
    assert opened.list(now=NOW, everything=True)[-1].id.startswith("mem_")
