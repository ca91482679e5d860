"""The process is killed at every step of a reflection: no word is lost, and the next one finishes it.

The same file runs as a script in a process of its own. There days are reflected upon again and again on a fresh
copy of a vault, each time in a child that kills itself at the next step. Then another child does it once more.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from datetime import datetime, timezone
from functools import partial
from pathlib import Path

import pytest

from tests.journeys.killing import Killer, as_program, in_a_child, was_killed
from vault.api import old_days, reflect
from vault.api.open import open_vault
from vault.index.index import Index

NOW = datetime(2026, 11, 30, 4, tzinfo=timezone.utc)
HUMAN = "# 林\n\n话不多，没有换行"
YESTERDAY = "journal/pi/2026/2026-11-29.jsonl"
OLD = "journal/pi/2026/2026-09-01.jsonl"
FILES = {
    "vault.yaml": "format: 1\nid: vault_kill\ndefault_user: lin\nlanguage: zh\ntimezone: Asia/Shanghai\n"
    "lifecycle: {journal_retention_days: 60}\n",
    "facts/a.jsonl": '{"id": "mem_cat", "content": "养了一只叫年糕的猫", "created_at": "2026-03-01"}\n',
    "notes/profile.md": HUMAN,
    YESTERDAY: '{"session_id":"s","turn":1,"role":"user","content":"我对花生过敏","at":"2026-11-29T02:00:00Z"}\n'
    '{"session_id":"s","turn":2,"role":"user","content":"我不吃香菜","at":"2026-11-29T02:00:09Z"}\n',
    OLD: '{"session_id":"o","turn":1,"role":"user","content":"我在学吉他","at":"2026-09-01T02:00:00Z"}\n',
}
SUMMARY = "2026-09-01 的 1 次对话，1 条消息。用户在学吉他。"
EXPECTED = ["养了一只叫年糕的猫", "用户对花生过敏", "用户不吃香菜", SUMMARY]
CALLS = (
    *((os, name) for name in ("write", "replace", "unlink", "link", "ftruncate")),
    (reflect, "remember"),
    (reflect, "write_profile"),
    (reflect, "save_state"),
    (old_days, "remember"),
    (old_days, "take_texts_out"),
    (Index, "reconcile"),
)


# --- in a process of its own


def look_back(root: Path) -> None:
    for variable in ("MEMVAULT_CACHE", "MEMVAULT_STATE_DIR", "MEMVAULT_CONFIG_DIR"):
        os.environ[variable] = str(root / variable)
    os.environ["MEMVAULT_DEVICE"] = "pi"
    with open_vault(root / "vault", use_model=False) as vault:
        assert vault.reflect(now=NOW).failed == ()


def killed(root: Path, at: int, log: Path) -> None:
    Killer(at, log, CALLS)
    look_back(root)


def main(template: Path, folder: Path) -> None:
    for number in range(10_000):
        root = folder / f"{number:03}"
        shutil.copytree(template, root)
        status = in_a_child(partial(killed, root, number, folder / "steps"))
        shutil.copytree(root / "vault", root / "left")
        assert in_a_child(partial(look_back, root)) == 0, f"after step {number}"
        if not was_killed(status):
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))


# --- what is left


def contents(root: Path) -> list[str]:
    """What the lines say that can be read; the half of one that a crash left is none."""
    texts = [path.read_text("utf-8", "replace") for path in sorted(root.glob("facts/**/*.jsonl"))]
    return [json.loads(line)["content"] for text in texts for line in text.splitlines() if line.endswith("}")]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_whenever_it_is_killed_no_word_is_lost_and_the_next_run_finishes(tmp_path: Path) -> None:
    template, folder = tmp_path / "template", tmp_path / "killed"
    folder.mkdir()
    for name, text in FILES.items():
        path = template / "vault" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    as_program(__file__, str(template), str(folder))
    steps = (folder / "steps").read_text(encoding="utf-8").splitlines()
    assert {"before take_texts_out", "after take_texts_out", "after write_profile", "amid write"} <= set(
        steps
    )
    roots = sorted(path for path in folder.iterdir() if path.is_dir())
    assert len(roots) == len(steps) + 1
    finished = (roots[-1] / "vault/notes/profile.md").read_bytes()
    for step, root in zip([*steps, "unharmed"], roots, strict=True):
        at = f"{root.name} {step}"
        left = root / "left"
        assert (left / OLD).read_text("utf-8") == FILES[OLD] or SUMMARY in contents(left), at
        assert (left / "notes/profile.md").read_bytes().startswith(HUMAN.encode()), at
        assert (left / YESTERDAY).read_bytes() == FILES[YESTERDAY].encode(), at
        assert sorted(contents(root / "vault")) == sorted(EXPECTED), at
        (line,) = map(json.loads, (root / "vault" / OLD).read_text("utf-8").splitlines())
        assert (line["session_id"], line["content"]) == ("o", "[已擦除]"), at
        assert (root / "vault/notes/profile.md").read_bytes() == finished, at
