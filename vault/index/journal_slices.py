"""Conversations to slices: overlapping windows over the turns of one session, records of type `message`.

A slice keeps question and answer together, so that each turn lends the others its subject. Slices are laid
from the first turn on: what is appended to a session changes its last slice only.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from vault.format.turn_line import LocatedTurn
from vault.format.vault_yaml import Language
from vault.index.pieces import cut_text
from vault.index.record import StoredRecord
from vault.model.tombstone import is_erased_text
from vault.model.turn import Role, Turn

TURNS = 6
MOST = 900
OVERLAP = 180
"""Turns and characters of a slice, and how many of its last characters the next one repeats at most."""

ROLE_NAMES: Mapping[Language, Mapping[Role, str]] = {
    "zh": {"user": "用户：", "assistant": "助手："},
    "en": {"user": "User: ", "assistant": "Assistant: "},
}


@dataclass(frozen=True, slots=True)
class _Utterance:
    """A turn, or a part of a very long one, with its speaker in front."""

    turn: Turn
    line: int
    text: str
    part: int


def slice_journal(turns: Iterable[LocatedTurn], *, path: str, language: Language) -> tuple[StoredRecord, ...]:
    """The slices of a journal file, by session in the order in which the sessions begin.

    Turns of which the text is gone say nothing.
    """
    sessions: dict[tuple[str, str], list[LocatedTurn]] = {}
    for located in turns:
        if is_erased_text(located.turn.content):
            continue
        sessions.setdefault((located.turn.user_id, located.turn.session_id), []).append(located)
    return tuple(
        _record(window, path)
        for session in sessions.values()
        for window in _windows(list(_utterances(session, ROLE_NAMES[language])))
    )


def _utterances(session: Sequence[LocatedTurn], names: Mapping[Role, str]) -> Iterator[_Utterance]:
    for located in session:
        name, content = names[located.turn.role], located.turn.content
        room = MOST - len(name)
        pieces = cut_text(content, least=room // 3, most=room, overlap=OVERLAP)
        for part, piece in enumerate(pieces):
            yield _Utterance(located.turn, located.line, name + content[piece.start : piece.end], part)


def _windows(utterances: Sequence[_Utterance]) -> Iterator[Sequence[_Utterance]]:
    start = 0
    while start < len(utterances):
        end = _end(utterances, start)
        yield utterances[start:end]
        if end == len(utterances):
            return
        start = _next_start(utterances, start, end)


def _end(utterances: Sequence[_Utterance], start: int) -> int:
    """As many utterances as fit, at least one."""
    size, end = len(utterances[start].text), start + 1
    while end < min(start + TURNS, len(utterances)):
        size += 1 + len(utterances[end].text)
        if size > MOST:
            break
        end += 1
    return end


def _next_start(utterances: Sequence[_Utterance], start: int, end: int) -> int:
    """The last utterance again if it is short enough and leaves room for a new one."""
    last = utterances[end - 1]
    repeats = end - 1 > start and last.part == 0 and utterances[end].part == 0 and len(last.text) <= OVERLAP
    if repeats and len(last.text) + 1 + len(utterances[end].text) <= MOST:
        return end - 1
    return end


def _record(window: Sequence[_Utterance], path: str) -> StoredRecord:
    first, last = window[0], window[-1]
    return StoredRecord(
        id=_slice_id(first),
        user_id=first.turn.user_id,
        type="message",
        text="\n".join(utterance.text for utterance in window),
        path=path,
        line=first.line,
        created_at=first.turn.at,
        updated_at=last.turn.at,
        session_id=first.turn.session_id,
        message_ids=tuple(dict.fromkeys(str(utterance.turn.turn) for utterance in window)),
    )


def _slice_id(first: _Utterance) -> str:
    """Follows what the slice begins with, not where the file lies or what comes later."""
    turn = first.turn
    when = turn.at.isoformat() if turn.at else ""
    parts = (turn.user_id, turn.session_id, str(turn.turn), when, turn.content, str(first.part))
    digest = hashlib.sha256("\x00".join(parts).encode("utf-8", "replace"))
    return f"msg_{digest.hexdigest()[:20]}"
