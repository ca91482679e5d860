"""The process is killed at every step from what was said to what is remembered: nothing is lost or doubled.

The same file runs as a script in a process of its own. There a conversation is captured again and again on a
fresh copy of a vault, each time in a child that kills itself at the next step: around each system call that
writes into the vault, and before and after each thing that is done to the journal's ledger, the memories and
the index. Then another child captures the same conversation again, as an assistant does after a crash.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from datetime import datetime, timedelta, timezone
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.killing import Killer, as_program, in_a_child, was_killed
from vault.api import extraction, journalling
from vault.api.open import open_vault
from vault.api.turn_ledger import TurnLedger
from vault.index.index import Index
from vault.model.turn import Turn

SAID = datetime(2026, 11, 29, 10, tzinfo=timezone.utc)
OVER = SAID + timedelta(hours=1)
BEFORE = ("我住在上海",)
TALK = ("我叫阿杰", "A:你好，阿杰", "我养了一只猫", "叫年糕", "不对，我搬到杭州了", "我最近压力很大")
EXPECTED = (
    "用户叫阿杰",
    "用户养了一只猫，叫年糕",
    "用户搬到杭州了",
    "用户事实：用户叫阿杰；用户养了一只猫，叫年糕；用户搬到杭州了。情绪与偏好：用户最近压力很大。",
)
HISTORY = ("用户住在上海",)
HALF_A_LINE = {"broken-json", "not-utf8"}
CALLS = (
    *((os, name) for name in ("write", "replace", "unlink", "link", "ftruncate")),
    (journalling, "append_turns"),
    (TurnLedger, "refresh"),
    (TurnLedger, "advance"),
    (extraction, "remember"),
    (Index, "reconcile"),
)


def turns(said: tuple[str, ...], session: str, start: datetime) -> list[Turn]:
    return [
        Turn(
            session,
            number,
            "assistant" if text.startswith("A:") else "user",
            text.removeprefix("A:"),
            start + timedelta(seconds=5 * number),
        )
        for number, text in enumerate(said, 1)
    ]


# --- in a process of its own


def at_home(root: Path) -> None:
    for variable in ("MEMVAULT_CACHE", "MEMVAULT_STATE_DIR", "MEMVAULT_CONFIG_DIR"):
        os.environ[variable] = str(root / variable)
    os.environ["MEMVAULT_DEVICE"] = "pi"


def capture(root: Path, said: tuple[str, ...] = TALK, session: str = "s", start: datetime = SAID) -> None:
    at_home(root)
    with open_vault(root / "vault", use_model=False) as vault:
        done = vault.capture(turns(said, session, start), extract="now", now=OVER)
        assert done.pending == 0
        assert done.extracted is not None
        assert done.extracted.failed == 0


def killed(root: Path, at: int, log: Path) -> None:
    Killer(at, log, CALLS)
    capture(root)


def recovered(root: Path) -> None:
    """The conversation again; what is remembered then; and `check --fix`."""
    capture(root)
    with open_vault(root / "vault", use_model=False) as vault:
        current = [each.text for each in vault.list(limit=100, now=OVER) if each.type != "message"]
        vault.apply_repairs(vault.plan_repairs(now=OVER))
        left = [each.code for each in vault.check().problems if each.code not in HALF_A_LINE]
    (root / "outcome").write_text(json.dumps({"current": current, "left": left}), encoding="utf-8")


def main(template: Path, folder: Path) -> None:
    capture(template, BEFORE, "before", SAID - timedelta(days=1))  # what is slow to begin is begun here, once
    for number in range(10_000):
        root = folder / f"{number:03}"
        shutil.copytree(template, root)
        status = in_a_child(partial(killed, root, number, folder / "steps"))
        assert in_a_child(partial(recovered, root)) == 0, f"after step {number}"
        if not was_killed(status):
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))


# --- what is left


def lines(root: Path, pattern: str) -> list[dict[str, Any]]:
    """The lines that can be read; the half of one that a crash left is none."""
    texts = [path.read_text("utf-8", "replace") for path in sorted(root.glob(pattern))]
    return [json.loads(line) for text in texts for line in text.splitlines() if line.endswith("}")]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_whenever_it_is_killed_nothing_is_lost_and_nothing_is_there_twice(tmp_path: Path) -> None:
    template, folder = tmp_path / "template", tmp_path / "killed"
    (template / "vault").mkdir(parents=True)
    folder.mkdir()
    settings = "format: 1\nid: vault_kill\ndefault_user: lin\nlanguage: zh\ntimezone: Asia/Shanghai\n"
    (template / "vault" / "vault.yaml").write_text(settings, encoding="utf-8")
    as_program(__file__, str(template), str(folder))
    steps = (folder / "steps").read_text(encoding="utf-8").splitlines()
    assert {"before remember", "after remember", "before advance", "after advance", "amid write"} <= set(
        steps
    )
    roots = sorted(path for path in folder.iterdir() if path.is_dir())
    assert len(roots) == len(steps) + 1
    for step, root in zip([*steps, "unharmed"], roots, strict=True):
        said = [(turn["session_id"], turn["turn"]) for turn in lines(root, "vault/journal/**/*.jsonl")]
        expected = [("before", 1), *(("s", number) for number in range(1, len(TALK) + 1))]
        assert said == expected, f"{root.name} {step}"
        outcome = json.loads((root / "outcome").read_text(encoding="utf-8"))
        assert sorted(outcome["current"]) == sorted(EXPECTED), f"{root.name} {step}"
        assert outcome["left"] == [], f"{root.name} {step}"
        facts = [memory["content"] for memory in lines(root, "vault/facts/**/*.jsonl")]
        assert sorted(facts) == sorted(EXPECTED), f"{root.name} {step}"
        history = [memory["content"] for memory in lines(root, "vault/archive/**/*.jsonl")]
        assert sorted(history) == sorted(HISTORY), f"{root.name} {step}"
