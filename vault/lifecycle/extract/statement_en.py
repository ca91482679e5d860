"""Puts what a clause says into a statement: `I'm learning Go` becomes `The user is learning Go`.

`I` becomes `the user`, `my` `the user's`; verbs in the present follow; a subject that was left out is put in.
"""

from __future__ import annotations

import re

from vault.lifecycle.extract.clause import Clause, Subject
from vault.lifecycle.extract.pattern import word_of, word_set

_CONTRACTIONS = (
    (r"\bcan'?t\b|\bcannot\b", "cannot"),
    (r"\bwon't\b", "will not"),
    (r"n't\b", " not"),
    (r"\b(I|we)'?(?:m|re)\b", r"\1 am"),
    (r"\b(I|we|they)'ve\b", r"\1 have"),
    (r"\b(I|we|he|she|they|it)'ll\b", r"\1 will"),
    (r"\b(I|we|he|she|they)'d\b", r"\1 would"),
    (r"\b(he|she|it)'s\b", r"\1 is"),
)
_IRREGULAR = {"am": "is", "are": "is", "have": "has", "do": "does", "go": "goes", "was": "was", "were": "was"}
_UNCHANGED = word_set(
    "can could will would shall should must may might had did was got went bought began became came"
    " chose drove ate drank fell felt found gave grew kept knew left lost made met moved paid quit"
    " ran said sat saw sold spent spoke started stood stopped swam taught told took turned used wore"
    " won wrote switched decided adopted finished graduated joined married has is does built broke"
    " brought sent cannot never split"
)
_BASE = word_set("need feed speed proceed succeed exceed bleed breed bring sing ring swing sting cling")
_ADVERBS = word_of(
    "finally just recently then eventually officially sadly"
    " usually always often never really also just still mostly mainly only already recently actually"
    " currently both all sometimes"
    " generally normally typically rarely seldom absolutely totally truly no_longer even now probably"
    " personally definitely kind_of"
    " sort_of almost hardly regularly basically strongly much"
)
_SUBJECT_AND_VERB = re.compile(
    rf"\b(?P<me>I|we)\s+(?P<adverbs>(?:{_ADVERBS}\s+)*)(?P<verb>[a-z]+)\b", re.IGNORECASE
)
_BARE_VERB = re.compile(rf"(?P<adverbs>(?:{_ADVERBS}\s+)*)(?P<verb>[A-Za-z]+)\b")
_COMPLEMENT = re.compile(
    r"(?:an?|the|from|in|at|on|allergic|\d|married|single|retired|based|originally|into|not)\b", re.IGNORECASE
)
_GERUND = re.compile(r"[a-z]{2,}ing\b", re.IGNORECASE)
_TOGETHER = re.compile(r"^((?:the user's )?[a-z]+ and the user) (has|is|was)\b", re.IGNORECASE)
_PLURAL = {"has": "have", "is": "are", "was": "were"}
_POSSESSIVE = ((r"\b(?:my|our)\b", "the user's"), (r"\b(?:mine|ours)\b", "the user's"))
_OBJECTIVE = ((r"\b(?:myself|ourselves)\b", "themselves"), (r"\b(?:me|us|I|we)\b", "the user"))
_EDGES = " .,!~:;-"


def who(subject: Subject) -> str:
    """The person as the statement names them: `the user`, `the user's wife`."""
    return f"the user's {subject.words}" if subject.kind in ("person", "pet") else "the user"


def statement(clause: Clause, *, thing: bool = False) -> str:
    """The whole clause as a statement.

    Args:
        clause: in English.
        thing: it is about a thing; nobody is put in front of it.
    """
    subject, written = clause.subject, clause.written
    if subject.stated and subject.kind in ("person", "pet") and not written.lower().startswith(("my", "our")):
        tail = clause.as_written(subject.behind, clause.behind)
        head = clause.as_written(subject.first, subject.behind).lower()
        possessive = "'s" if head.strip() in ("his", "her", "their", "its") else ""
        text = f"{who(subject)}{possessive} {_expanded(tail)}"
        if head.startswith(("he'", "she'", "it'", "they'")):
            text = f"{who(subject)} {_expanded(written).split(maxsplit=1)[-1]}"
        return sentence(in_third_person(text))
    text = in_third_person(written)
    names_thing = thing or re.match(r"(?:the|this|that|the user|there)\b", text, re.IGNORECASE)
    if subject.kind != "other" and not subject.stated and not names_thing:
        text = f"{who(subject)} {_with_verb(text)}"
    return sentence(text)


def in_third_person(written: str) -> str:
    """`written` with `I` as `the user`, verbs and all."""
    text = _SUBJECT_AND_VERB.sub(_conjugated, _expanded(written))
    for pattern, instead in (*_POSSESSIVE, *_OBJECTIVE):
        text = re.sub(pattern, instead, text, flags=re.IGNORECASE if pattern != r"\b(?:me|us|I|we)\b" else 0)
    return text


def sentence(text: str) -> str:
    """Without marks at its ends, and with a capital at its head."""
    text = " ".join(text.split()).strip(_EDGES)
    text = _TOGETHER.sub(lambda match: f"{match[1]} {_PLURAL[match[2].lower()]}", text)
    if re.match(r"the user (?!'s)", text, re.IGNORECASE):
        text = text[:8] + re.sub(r"\bthe user's\b", "their", text[8:])
    return text[:1].upper() + text[1:]


def _expanded(text: str) -> str:
    text = text.replace("’", "'")
    for pattern, full in _CONTRACTIONS:
        text = re.sub(pattern, full, text, flags=re.IGNORECASE)
    return re.sub(r"\bwe (?:am|are)\b", "we are", text, flags=re.IGNORECASE)


def _conjugated(match: re.Match[str]) -> str:
    return f"the user {match['adverbs']}{third_person(match['verb'])}"


def _with_verb(text: str) -> str:
    """A clause whose subject was left out: with the verb it needs behind `the user`."""
    if _COMPLEMENT.match(text) or (_GERUND.match(text) and text.split(maxsplit=1)[0].lower() not in _BASE):
        return f"is {text[:1].lower()}{text[1:]}" if _GERUND.match(text) else f"is {text}"
    return _BARE_VERB.sub(lambda match: match["adverbs"] + third_person(match["verb"].lower()), text, count=1)


def third_person(verb: str) -> str:
    """`goes` of `go`; forms that do not change, and the past, as they are."""
    lower = verb.lower()
    if lower in _IRREGULAR:
        return _IRREGULAR[lower]
    if lower in _BASE:
        return verb + "s"
    if (
        lower in _UNCHANGED
        or lower.endswith(("ed", "ing"))
        or (lower.endswith("s") and not lower.endswith("ss"))
    ):
        return verb
    if lower.endswith(("ss", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if lower.endswith("y") and lower[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"
