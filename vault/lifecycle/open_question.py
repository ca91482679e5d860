"""What a conversation leaves open: questions without an answer, and what the user has not decided. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vault.lifecycle.extract.own_words import own_words
from vault.lifecycle.extract.plain_text import CUT, PlainText, is_chinese, plain_text
from vault.lifecycle.extract.refusal import refusals
from vault.lifecycle.extract.sentence import Piece, pieces
from vault.lifecycle.extract.statement import in_third_person
from vault.model.turn import Turn

_SHORTEST, _LONGEST = 5, 60
_ANSWER_READ = 80
"""So many characters at the beginning of an answer say whether it is one."""

_NO_ANSWER = re.compile(
    r"不知道|不清楚|不确定|不太确定|无法(?:确定|回答|查)|查不到|没有(?:找到|查到)|暂时没|稍后|回头再"
    r"|需要(?:再|进一步)(?:查|确认)|\bi (?:do not|don't) (?:know|have)|\b(?:i am|i'm) not (?:sure|able)"
    r"|\bunable to\b|\bcan(?:not|'t) (?:find|tell|say)"
    r"|\bget back to you\b",
    re.IGNORECASE,
)
_UNDECIDED = re.compile(
    r"(?:还没|还没有|没有?|尚未)(?:完全)?(?:想好|定下?来?|决定|确定|考虑好|商量好)|拿不定主意|待定|待确认|犹豫|纠结"
    r"|(?:再|还要|还得)(?:想想|考虑|商量|看看再说)|下次再(?:聊|说|讨论)"
    r"|\b(?:not sure (?:yet|whether|if|which)|(?:have|has) not decided"
    r"|still (?:deciding|undecided|thinking about)|undecided|to be decided|tbd"
    r"|need to (?:figure out|decide))\b"
)
_SMALL_TALK = re.compile(
    r"^(?:(?:那|所以)?你(?:觉得|认为|说|看|知道)呢?.{0,4}|你(?:觉得|认为|说|看).{0,6}(?:怎么样|如何|好不好)|在吗|在不在|你好吗?|你是谁|你叫什么.{0,3}|还记得我吗?|吃了吗|真的吗|是吗|对吗|好吗|可以吗|怎么了|什么意思"
    r"|.{0,8}天气.{0,8}|(?:[今明后]天|今晚|现在|外面|周末)+(?:会不会|会|要|是)?(?:下雨|下雪|几点|星期几|周几|几号|几度).{0,4}"
    r"|(?:what is|what's) the (?:weather|time|date|temperature).*|(?:will it|is it going to) (?:rain|snow).*"
    r"|how are you.*|are you there|who are you|really|what|right|ok(?:ay)?|do you remember.*)$"
)


def open_questions(turns: Sequence[Turn]) -> tuple[str, ...]:
    """What is left open at the end of `turns`, in the user's words, each once, in order.

    A question counts when the assistant says that it does not know, or when it never came to speak again.
    Where the assistant's words were not kept at all, no question counts: nobody can tell.

    Args:
        turns: of one conversation, in order.
    """
    answers = _answers(turns)
    found: list[str] = []
    for turn, answer in zip(turns, answers, strict=True):
        if turn.role == "user":
            found.extend(_left_open(turn.content, answer))
    return tuple(dict.fromkeys(found))


def _answers(turns: Sequence[Turn]) -> list[str | None]:
    """For each turn what the assistant said next; None: not known, empty: nothing."""
    answer: str | None = "" if any(turn.role == "assistant" for turn in turns) else None
    answers: list[str | None] = []
    for turn in reversed(turns):
        answers.append(answer)
        if turn.role == "assistant":
            answer = turn.content
    return answers[::-1]


def _left_open(message: str, answer: str | None) -> Iterator[str]:
    unanswered = answer is not None and (not answer or _NO_ANSWER.search(answer[:_ANSWER_READ]) is not None)
    plain = plain_text(message, bytes(own_words(message)))
    clauses = pieces(plain)
    for number, reason in enumerate(refusals(plain, clauses)):
        clause = clauses[number]
        text = plain.text[clause.first : clause.behind]
        if CUT in text:
            continue
        if _UNDECIDED.search(text) and reason in {None, "question"} and _fits(text):
            yield _stated(plain, clause)
        elif unanswered and clause.last and clause.mark == "?" and _is_question(text):
            yield _asked(plain, clause)


def _is_question(text: str) -> bool:
    return _fits(text) and not _SMALL_TALK.match(text.strip(" ,.!?"))


def _fits(text: str) -> bool:
    return _SHORTEST <= len(text) <= _LONGEST


def _asked(plain: PlainText, clause: Piece) -> str:
    """A question; English ones stay as they are, since their verbs would have to change."""
    written = plain.as_written(clause.first, clause.behind)
    return in_third_person(written, chinese=True) if is_chinese(written) else written


def _stated(plain: PlainText, clause: Piece) -> str:
    written = plain.as_written(clause.first, clause.behind)
    return in_third_person(written, chinese=is_chinese(written))
