"""What the extraction rules find in the labelled utterances, and what they should have found.

    python -m tests.bench.bench_extract                  # precision and recall of both parts
    python -m tests.bench.bench_extract --show building   # the mistakes as well; only of the building part

A candidate is right when an expected memory asks for its type, texts, key, scene, value, day and hour,
and none other has
taken that one. What is kept only beside something known that it ends (see bench_change) is left aside,
as nothing is known here. `found` leaves type, slot and time aside: the right fact was seen.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import yaml

from tests.lifecycle.extract.saying import SAID, ZONE, resolve_time
from vault.lifecycle.extract.candidate import Candidate
from vault.lifecycle.extract.extraction import extract
from vault.model.turn import Turn

UTTERANCES = Path(__file__).parent.parent / "lifecycle" / "utterances"
PARTS = {"building": ("building_zh.yaml", "building_en.yaml"), "held back": ("held_back.yaml",)}


@dataclass
class Score:
    """Counts over a part."""

    right: int = 0
    seen: int = 0
    proposed: int = 0
    expected: int = 0
    quiet: int = 0
    nothing: int = 0
    mistakes: list[str] = field(default_factory=list)

    def line(self, name: str) -> str:
        precision, recall = self.right / max(1, self.proposed), self.right / max(1, self.expected)
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        return (
            f"{name:<12} {precision:>9.3f} {recall:>7.3f} {f1:>6.3f} {self.seen / max(1, self.proposed):>16.3f}"
            f" {self.seen / max(1, self.expected):>13.3f} {self.quiet:>5}/{self.nothing}"
        )


def cases(part: str) -> Iterator[Mapping[str, Any]]:
    for name in PARTS[part]:
        yield from yaml.safe_load((UTTERANCES / name).read_text("utf-8"))


def turns(case: Mapping[str, Any]) -> list[Turn]:
    said = [("assistant", case["after"])] if "after" in case else []
    said.append(("user", case["say"]))
    return [
        Turn("s1", number, role, text, SAID + timedelta(seconds=number))
        for number, (role, text) in enumerate(said, 1)
    ]


def as_list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def states(candidate: Candidate, wanted: Mapping[str, Any]) -> bool:
    """Whether it is the fact that is meant, type, slot and time aside."""
    texts = as_list(wanted.get("has", []))
    whole = f"{candidate.content} {candidate.key} {candidate.value}".casefold()
    if not texts:
        return str(wanted.get("value", wanted.get("key", ""))).casefold() in whole
    return all(str(text).casefold() in whole for text in texts)


def fits(candidate: Candidate, wanted: Mapping[str, Any]) -> bool:
    at = candidate.occurred_at.astimezone(ZONE) if candidate.occurred_at else None
    return (
        states(candidate, wanted)
        and candidate.type in as_list(wanted["type"])
        and str(wanted.get("key", "")) in candidate.key
        and str(wanted.get("scene", "")) in candidate.scene
        and ("value" not in wanted or str(wanted["value"]) == candidate.value)
        and ("day" not in wanted or (at is not None and at.date() == wanted["day"]))
        and ("at" not in wanted or (at is not None and f"{at:%H:%M}" == wanted["at"]))
        and ("explicit" not in wanted or candidate.explicit == wanted["explicit"])
    )


def matched(candidates: Sequence[Candidate], expected: Sequence[Mapping[str, Any]], test: Any) -> set[int]:
    """Numbers of the candidates that each have an expected memory of their own."""
    left = list(expected)
    good = set()
    for number, candidate in enumerate(candidates):
        for wanted in left:
            if test(candidate, wanted):
                left.remove(wanted)
                good.add(number)
                break
    return good


def measure(part: str) -> Score:
    score = Score()
    for case in cases(part):
        proposed = extract(turns(case), resolve_time=resolve_time)
        candidates = [each for each in proposed if not each.known_only]
        expected = case["expect"]
        right, seen = matched(candidates, expected, fits), matched(candidates, expected, states)
        score.right += len(right)
        score.seen += len(seen)
        score.proposed += len(candidates)
        score.expected += len(expected)
        score.nothing += not expected
        score.quiet += not expected and not candidates
        if len(right) < max(len(expected), len(candidates)):
            found = "".join(
                f"\n    + {describe(each)}" for number, each in enumerate(candidates) if number not in right
            )
            wanted = "".join(f"\n    - {each}" for each in expected)
            score.mistakes.append(f"{case['say']!r}{found}{wanted if len(right) < len(expected) else ''}")
    return score


def describe(each: Candidate) -> str:
    slot = f" [{each.key}|{each.scene}|{each.value}]" if each.key else ""
    at = f" @{each.occurred_at:%Y-%m-%d %H:%M}" if each.occurred_at else ""
    return f"{each.kind}/{each.type}: {each.content}{slot}{at}{' !' if each.explicit else ''}"


def milliseconds_a_turn() -> float:
    said = [turn for part in PARTS for case in cases(part) for turn in turns(case)]
    start = time.perf_counter()
    for turn in said:
        extract([turn], resolve_time=resolve_time)
    return (time.perf_counter() - start) * 1000 / len(said)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--show", choices=["building"], help="print the mistakes; the held-back part is only measured"
    )
    options = parser.parse_args()
    print(
        f"{'part':<12} {'precision':>9} {'recall':>7} {'F1':>6} {'found: precision':>16} {'found: recall':>13} quiet"
    )
    scores = {part: measure(part) for part in PARTS}
    for part, score in scores.items():
        print(score.line(part))
    print(f"{milliseconds_a_turn():.2f} ms a turn, dates included")
    if options.show:
        print("\n".join(scores[options.show].mistakes))


if __name__ == "__main__":
    main()
