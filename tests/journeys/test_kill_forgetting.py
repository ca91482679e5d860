"""The process is killed at every step of what ends a memory: nothing is lost, nothing is true twice.

The same file runs as a script in a process of its own. There each verb is run again and again on a fresh copy of a
vault, each time in a child that kills itself at the next step: around each system call that writes into the
vault, and before and after the index is brought in step.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable
from datetime import datetime, timezone
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.killing import Aftermath, Killer, as_program, in_a_child, was_killed
from vault.api.open import open_vault
from vault.api.vault import Vault
from vault.format.machine_section import BEGIN, END
from vault.index.index import Index

NOW = datetime(2026, 11, 30, 4, tzinfo=timezone.utc)
SECRET = "准备下个月迁居到杭州滨江区"
CALLS = (
    *((os, name) for name in ("write", "replace", "unlink", "link", "ftruncate")),
    (Index, "reconcile"),
    (Index, "purge"),
)

MEMORIES: tuple[dict[str, Any], ...] = (
    {
        "id": "mem_pin",
        "content": "客厅设备的接入密码是 1234",
        "key": "接入密码",
        "scene": "客厅设备",
        "value": "1234",
    },
    {"id": "mem_cat", "content": "养了一只叫年糕的猫"},
    {"id": "mem_home", "content": "家住梧桐路 12 号", "supersedes": ["mem_was"]},
    {"id": "mem_a", "content": "不能吃辣", "relations": [{"type": "conflicts_with", "target": "mem_b"}]},
    {"id": "mem_b", "content": "能吃辣", "relations": [{"type": "conflicts_with", "target": "mem_a"}]},
    {
        "id": "mem_move",
        "content": f"用户{SECRET}",
        "source": {"session_id": "s", "message_ids": ["2"]},
    },
)
BY_HAND = {"content": "会弹吉他"}
WAS = {"id": "mem_was", "content": "家住文二路", "status": "superseded", "superseded_by": ["mem_home"]}
TURNS = (
    {"session_id": "s", "turn": 1, "role": "user", "content": "你好"},
    {"session_id": "s", "turn": 2, "role": "user", "content": "我打算搬去滨江住"},
    {"session_id": "s", "turn": 3, "role": "assistant", "content": f"好的，{SECRET}"},
)


def superseding(vault: Vault) -> None:
    vault.remember("客厅设备的接入密码是 9999", key="接入密码", scene="客厅设备", value="9999", now=NOW)


def forgetting(vault: Vault) -> None:
    vault.forget("mem_cat", now=NOW)


def forgetting_a_line_without_an_id(vault: Vault) -> None:
    found = [each.id for each in vault.list(now=NOW) if each.text == BY_HAND["content"]]
    vault.forget(*found, now=NOW)


def restoring(vault: Vault) -> None:
    vault.restore("mem_was", now=NOW)


def deciding(vault: Vault) -> None:
    if vault.conflicts(now=NOW):
        vault.keep("mem_a", now=NOW)


def erasing(vault: Vault) -> None:
    vault.erase("mem_move", now=NOW)


VERBS: tuple[Callable[[Vault], None], ...] = (
    superseding,
    forgetting,
    forgetting_a_line_without_an_id,
    restoring,
    deciding,
    erasing,
)


def furnish(root: Path) -> None:
    def put(path: str, *lines: dict[str, Any]) -> None:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
        (root / path).write_text(text, encoding="utf-8")

    put("facts/a.jsonl", *MEMORIES, BY_HAND)
    put("archive/old.jsonl", WAS)
    put("journal/pi/2026/2026-11-02.jsonl", *TURNS)
    put("usage/pi.jsonl", {"id": "mem_move", "hits": 2}, {"id": "mem_cat", "hits": 1})
    (root / "notes").mkdir()
    (root / "notes/profile.md").write_text(f"# 我\n\n{BEGIN}\n- {SECRET}\n{END}\n", encoding="utf-8")


def name(root: Path) -> None:
    """Each copy is a vault of its own: else they would be found as copies of each other."""
    settings = f"format: 1\nid: vault_{root.name}\ndefault_user: lin\nlanguage: zh\ntimezone: UTC\n"
    (root / "vault.yaml").write_text(settings, encoding="utf-8")


# --- in a process of its own


def kill_at_every_step(verb: Callable[[Vault], None], vault: Path, folder: Path) -> None:
    """Leaves one folder a step, and one more in which nobody was killed; `steps` names the steps."""
    with open_vault(vault, use_model=False) as warm:
        warm.list(now=NOW)  # loads, once for all children, what takes its time
    for number in range(1000):
        root = folder / f"{number:03}"
        shutil.copytree(vault, root)
        name(root)
        if not was_killed(in_a_child(partial(killed, root, number, folder / "steps", verb))):
            return


def killed(root: Path, at: int, log: Path, verb: Callable[[Vault], None]) -> None:
    with open_vault(root, use_model=False) as opened:
        opened.index(now=NOW)
        Killer(at, log, CALLS)
        verb(opened)
        os._exit(0)


if __name__ == "__main__":
    chosen = next(verb for verb in VERBS if verb.__name__ == sys.argv[1])
    kill_at_every_step(chosen, Path(sys.argv[2]), Path(sys.argv[3]))


# --- what is left


class Ended(Aftermath):
    """What a verb left."""

    def __init__(self, folder: Path, verb: Callable[[Vault], None]) -> None:
        super().__init__(folder)
        self.verb = verb


@pytest.fixture
def aftermath(request: pytest.FixtureRequest, tmp_path: Path) -> Ended:
    if not hasattr(os, "fork"):
        pytest.skip("no fork here")
    vault, folder = tmp_path / "vault", tmp_path / "killed"
    vault.mkdir()
    furnish(vault)
    name(vault)
    folder.mkdir()
    as_program(__file__, request.param.__name__, str(vault), str(folder))
    return Ended(folder, request.param)


def after(*verbs: Callable[[Vault], None]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("aftermath", verbs, indirect=True, ids=lambda each: each.__name__)


def current(root: Path) -> list[str]:
    with open_vault(root, use_model=False) as vault:
        return sorted(each.text for each in vault.list(now=NOW) if each.type == "fact")


def everything(root: Path) -> set[str]:
    with open_vault(root, use_model=False) as vault:
        return {each.text for each in vault.list(everything=True, now=NOW) if each.type == "fact"}


def repair(root: Path) -> list[str]:
    """Codes of what is left to repair afterwards."""
    with open_vault(root, use_model=False) as vault:
        assert vault.apply_repairs(vault.plan_repairs(now=NOW)).failed == ()
        return [each.code for each in vault.check().problems]


BEFORE = sorted([*(each["content"] for each in MEMORIES), BY_HAND["content"]])
HALF_A_LINE = {"broken-json", "half-written-line", "not-utf8"}


@after(superseding, forgetting, forgetting_a_line_without_an_id, restoring, deciding)
def test_killed_at_any_step_a_vault_is_in_the_old_state_or_the_new_one(aftermath: Ended) -> None:
    finished = current(aftermath.finished)
    states, found = [], set()
    for step, root in aftermath:
        with open_vault(root, use_model=False) as vault:
            found |= {each.code for each in vault.check().problems}
        state = current(root)
        states.append(state)
        assert state in (BEFORE, finished), step
        assert {*BEFORE, WAS["content"]} <= everything(root), step

        assert set(repair(root)) <= HALF_A_LINE, step
        assert current(root) in (BEFORE, finished), step
        assert {*BEFORE, WAS["content"]} <= everything(root), step

        with open_vault(root, use_model=False) as vault:
            aftermath.verb(vault)
        assert current(root) == finished, step
    assert BEFORE in states
    assert finished in states
    if aftermath.verb is not restoring:
        assert "half-archived" in found, "no kill came between adding to the archive and taking out of facts"


@after(erasing)
def test_an_erasure_that_was_cut_short_is_finished_by_the_same_one(aftermath: Ended) -> None:
    finished = current(aftermath.finished)
    for step, root in aftermath:
        assert current(root) in (BEFORE, finished), step
        with open_vault(root, use_model=False) as vault:
            assert vault.erase("mem_move", now=NOW).gone, step
            places = [root, vault._resources.index_folder]
        assert current(root) == finished, step
        files = [path for place in places for path in place.rglob("*") if path.is_file()]
        for text in ("滨江", "迁居", json.dumps("滨江")[1:-1]):
            assert [path for path in files if text.encode() in path.read_bytes()] == [], (step, text)


def test_the_verbs_are_all_looked_at() -> None:
    looked_at = {
        verb
        for called, test in globals().items()
        if called.startswith("test_")
        for mark in getattr(test, "pytestmark", [])
        if mark.name == "parametrize"
        for verb in mark.args[1]
    }
    assert looked_at == set(VERBS)
