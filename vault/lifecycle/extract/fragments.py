"""Joins what was said in pieces: `我养了一只猫` and, a moment later, `它叫年糕`. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

from vault.lifecycle.extract.candidate import Candidate, Kind

WITHIN = timedelta(minutes=5)

_ONE_THING: frozenset[Kind] = frozenset(("family", "pet"))
_SAME_WORD = {"猫咪": "猫", "小猫": "猫", "狗狗": "狗", "小狗": "狗", "kitten": "cat", "puppy": "dog"}


def join_fragments(candidates: Iterable[Candidate], within: timedelta = WITHIN) -> tuple[Candidate, ...]:
    """`candidates` with those made one that were said right after one another about one thing.

    Of one session, and said within `within` of each other:

    - a candidate that begins with the words of an earlier one (`extract` gives it so when a message only adds
      to the one before) takes its place;
    - two statements about one pet or one relative become one;
    - of two values for one slot, the later one stays.

    Args:
        candidates: in the order in which they were said.
        within: how far apart at most.
    """
    joined: list[Candidate] = []
    for candidate in candidates:
        for place in reversed(range(len(joined))):
            both = _joined(joined[place], candidate, within)
            if both is not None:
                joined[place] = both
                break
        else:
            joined.append(candidate)
    return tuple(joined)


def _joined(earlier: Candidate, later: Candidate, within: timedelta) -> Candidate | None:
    if earlier.session_id != later.session_id or not _close(earlier, later, within):
        return None
    if earlier.kind != later.kind or earlier.explicit != later.explicit:
        return None
    if earlier.key or later.key:
        same = (earlier.key, earlier.scene) == (later.key, later.scene)
        return _together(earlier, later, later.content) if same else None
    if later.content.startswith(earlier.content):
        return _together(earlier, later, later.content)
    if earlier.kind in _ONE_THING and _thing(earlier) and _thing(earlier) == _thing(later):
        return _together(earlier, later, _one_statement(earlier, later))
    return None


def _close(earlier: Candidate, later: Candidate, within: timedelta) -> bool:
    if earlier.turn == later.turn:
        return True
    if earlier.said_at is None or later.said_at is None:
        return False
    return timedelta() <= later.said_at - earlier.said_at <= within


def _thing(candidate: Candidate) -> str:
    return _SAME_WORD.get(candidate.about, candidate.about)


def _one_statement(earlier: Candidate, later: Candidate) -> str:
    """Both, the subject said once where the later one begins with it."""
    head, found, rest = later.content.partition(later.about)
    chinese = head.startswith("用")
    if not found or head not in ("用户的", "用戶的", "The user's "):
        rest = later.content
    return f"{earlier.content}{'，' if chinese else ', '}{rest.strip() or later.content}"


def _together(earlier: Candidate, later: Candidate, content: str) -> Candidate:
    """The later one, with the words and the turns of both."""
    turns = dict.fromkeys((*earlier.earlier_turns, earlier.turn, *later.earlier_turns))
    turns.pop(later.turn, None)
    return replace(
        later,
        content=content,
        earlier_turns=tuple(turns),
        importance=max(earlier.importance, later.importance),
        occurred_at=later.occurred_at or earlier.occurred_at,
        correction=earlier.correction or later.correction,
    )
