"""Whether changes in people's own words are understood: what is over by them, and what goes on.

    python -m tests.bench.bench_change                   # both parts, with the installed model
    python -m tests.bench.bench_change --show building   # what went wrong as well; only of the building part

Each pair has a vault of its own. `remember` writes both statements as they stand; `capture` hears them in two
conversations, so that the rules of extraction have to find them first. A change counts as understood when the old
memory is archived or both are marked as a contradiction; what must stay counts as kept when it is neither.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Callable, Sequence
from datetime import datetime, timezone
from pathlib import Path

from tests.lifecycle import change_cases, change_held_out
from vault.api.create import create
from vault.api.open import open_vault
from vault.api.remembered import Remembered
from vault.api.vault import Vault
from vault.config.locations import models_dir
from vault.embedding.models import DEFAULT_MODEL, open_model
from vault.model.turn import Turn

Pairs = Sequence[tuple[str, str]]
PARTS: dict[str, tuple[Pairs, Pairs]] = {
    "building": (change_cases.CHANGES, change_cases.KEEPS),
    "held back": (change_held_out.CHANGES, change_held_out.KEEPS),
}
FIRST = datetime(2026, 11, 24, 4, tzinfo=timezone.utc)
LATER = datetime(2026, 11, 26, 7, 30, tzinfo=timezone.utc)


def by_remember(opened: Vault, was: str, say: str) -> list[Remembered]:
    opened.remember(was, now=FIRST)
    return [opened.remember(say, now=LATER)]


def by_capture(opened: Vault, was: str, say: str) -> list[Remembered]:
    said: list[Remembered] = []
    for number, (text, when) in enumerate(((was, FIRST), (say, LATER))):
        turn = Turn(f"s{number}", 1, "user", text, when)
        extracted = opened.capture([turn], extract="now", now=when).extracted
        said = list(extracted.remembered) if extracted else []
    return said


WAYS: dict[str, Callable[[Vault, str, str], list[Remembered]]] = {
    "remember": by_remember,
    "capture": by_capture,
}


def measure(way: str, pairs: Pairs, folder: Path, model: object) -> list[tuple[str, str, list[Remembered]]]:
    """What became of each pair."""
    found = []
    for number, (was, say) in enumerate(pairs):
        root = folder / f"{number}"
        create(root, user="u", language="zh", timezone="Asia/Shanghai")
        with open_vault(root, model=model, index_folder=folder / f"index{number}") as opened:  # type: ignore[arg-type]
            found.append((was, say, WAYS[way](opened, was, say)))
    return found


def over(said: Sequence[Remembered]) -> bool:
    """Whether something old was archived or marked."""
    return any(each.replaced or each.conflicts for each in said)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--show", choices=["building"], help="print the mistakes of the building part")
    options = parser.parse_args()
    model = open_model(DEFAULT_MODEL, models_dir(), threads=2)
    mistakes: list[str] = []
    print(f"{'part':<12} {'way':<10} {'changes':>10} {'kept':>10}")
    for part, (changes, keeps) in PARTS.items():
        for way in WAYS:
            with tempfile.TemporaryDirectory() as scratch:
                os.environ["MEMVAULT_STATE_DIR"] = f"{scratch}/state"
                ended = measure(way, changes, Path(scratch) / "changes", model)
                kept = measure(way, keeps, Path(scratch) / "keeps", model)
            good, quiet = sum(over(said) for *_, said in ended), sum(not over(said) for *_, said in kept)
            counts = f"{good:>6}/{len(changes):<3} {quiet:>6}/{len(keeps):<3}"
            print(f"{part:<12} {way:<10} {counts}", flush=True)
            if options.show == part:
                mistakes += [f"{way} missed  {was} / {say}" for was, say, said in ended if not over(said)]
                mistakes += [
                    f"{way} ended   {was} / {say}  {[each.reason for each in said]}"
                    for was, say, said in kept
                    if over(said)
                ]
    print("\n".join(mistakes))


if __name__ == "__main__":
    main()
