"""What was only asked or supposed in a conversation is no answer to a question about the person.

`如果我养狗，选什么品种好` shares everything with `我养了什么宠物` but that it is so. Who asks what was talked
about, or wants advice, gets it all the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from vault.index.journal_slices import ROLE_NAMES
from vault.index.tokens import normalise
from vault.model.summary_text import open_part
from vault.model.turn import Role
from vault.recall.question import plain
from vault.recall.result import Hit

Stated = Callable[[str], tuple[str, str]]
"""A user's message -> what of it is stated, and what is only asked or supposed."""
Closeness = Callable[[Sequence[str]], Sequence[float]]
"""Texts -> how close each is to the question; empty where that cannot be told."""

_ONESELF = re.compile(r"[我咱俺]|家里|\b(?:i|i'm|i've|my|me|mine|we|our|us)\b", re.IGNORECASE)
_OF_THE_TALK = re.compile(
    r"[问聊谈讨][过了到论的]|问题|说[过了到的]|[提讲][过到]|告诉|讨论|话题|上次|上回|刚才|推荐|建议|想法"
    r"|\b(?:ask\w*|question\w*|talk\w*|discuss\w*|mention\w*|said|say|told|tell|suggest\w*|recommend\w*|advice"
    r"|advise\w*|conversation\w*|chat\w*|last time|idea\w*)\b",
    re.IGNORECASE,
)
_WANTS_ADVICE = re.compile(
    r"该|适合|怎么|如何|要不要|能不能|可不可以|为什么|如果|要是|好不好|考虑|打算|想"
    r"|\b(?:should|how (?:do|can|to|could)|why|can i|could i|if|would|consider\w*|want\w*|plan\w*"
    r"|think\w*)\b",
    re.IGNORECASE,
)
_SPEAKERS = {name: role for names in ROLE_NAMES.values() for role, name in names.items()}
_RETELLS = frozenset(("message", "summary"))


@dataclass(frozen=True, slots=True)
class _Said:
    text: str
    stated: bool


def about_oneself(question: str) -> bool:
    """Whether a question is about how things are with the person, not about what was said or should be."""
    text = plain(question)
    return bool(_ONESELF.search(text)) and not _OF_THE_TALK.search(text) and not _WANTS_ADVICE.search(text)


def without_unstated(
    question: str, hits: Iterable[Hit], *, stated: Stated, closeness: Closeness, limit: int
) -> Iterator[Hit]:
    """The first hits without pieces of conversation that fit the question by what they only ask or suppose.

    Which of its sentences makes a piece fit is told by the words that it shares with the question, and where
    it shares none, by its meaning.

    Args:
        question: see `about_oneself`.
        hits: best first.
        stated: see there.
        closeness: see there; asked of as few texts as possible, since each has to be embedded.
        limit: hits that are wanted.
    """
    return islice((hit for hit in hits if _answers(question, hit, stated, closeness)), limit)


def _answers(question: str, hit: Hit, stated: Stated, closeness: Closeness) -> bool:
    said = tuple(_said(hit, stated)) if hit.type in _RETELLS else ()
    if all(each.stated for each in said):
        return True
    if not any(each.stated for each in said):
        return False
    fits = [_shared(question, each.text, hit.why.matched) for each in said]
    if not any(fits):
        fits = list(closeness([each.text for each in said])) or fits
    best = max(fit for fit, each in zip(fits, said, strict=True) if each.stated)
    return best >= max(fit for fit, each in zip(fits, said, strict=True) if not each.stated)


def _shared(question: str, text: str, words: Iterable[str]) -> float:
    """Words of the question itself count twice, those that it stands for once."""
    asked, said = normalise(question), normalise(text)
    return sum(1.0 + (word in asked) for word in words if word in said)


def _said(hit: Hit, stated: Stated) -> Iterator[_Said]:
    answers_statement = True
    for role, text in _turns(hit):
        if role == "assistant":
            yield _Said(text, stated=answers_statement)
            continue
        sure, unsure = open_part(text) if hit.type == "summary" else stated(text)
        answers_statement = not unsure
        if sure:
            yield _Said(sure, stated=True)
        if unsure:
            yield _Said(unsure, stated=False)


def _turns(hit: Hit) -> Iterator[tuple[Role, str]]:
    """Who speaks, and what; a turn of several lines has its speaker in the first."""
    role: Role = "user"
    lines: list[str] = []
    for line in hit.content.splitlines():
        name = next((name for name in _SPEAKERS if line.startswith(name)), "")
        if name:
            if lines:
                yield role, "\n".join(lines)
            role, lines = _SPEAKERS[name], [line.removeprefix(name)]
        else:
            lines.append(line)
    if lines:
        yield role, "\n".join(lines)
