"""Puts what a clause says into a statement about the user: `我对花生过敏啊` becomes `用户对花生过敏`.

The words stay the speaker's own, Traditional ones too. `我` becomes `用户`; somebody the speaker calls 老婆
becomes `用户的老婆`; filler words and final particles go; a subject that was left out is put in.
"""

from __future__ import annotations

import re

from vault.lifecycle.extract.clause import Clause, Subject
from vault.lifecycle.extract.plain_text import plain_text
from vault.lifecycle.extract.words.people import PERSON_ZH
from vault.lifecycle.extract.words.pets import PET_ZH
from vault.lifecycle.extract.words.traditional import is_traditional

_USER, _USER_TRADITIONAL = "用户", "用戶"
_OWN = rf"(?={PERSON_ZH}|{PET_ZH}|公司|单位|团队|老家|房间|生日)"
_FIRST_PERSON = (
    (re.compile(r"我(?:们俩|们一家|们|俩|本人|自己|这个人|这人|一家人)?的(?!话)|敝"), "{user}的"),
    (re.compile(rf"我(?:们)?{_OWN}"), "{user}的"),
    (re.compile(r"(?<!自)我(?:们俩|们两个|们一家|们|俩|本人|自己|这个人|这人)?|本人(?!的)"), "{user}"),
)
_PARTICLES = re.compile(
    r"[啊呀哦呢吧嘛哈喔噢耶哟诶唉~～!！。.，,、…^_\s\u2600-\u27bf\U0001f000-\U0001faff\ufffc\u200d\ufe0f]+$"
)


def user_word(text: str) -> str:
    """`用户`, or `用戶` beside Traditional text."""
    return _USER_TRADITIONAL if is_traditional(text) else _USER


def who(subject: Subject, text: str) -> str:
    """The person as the statement names them: `用户`, `用户的老婆`."""
    user = user_word(text)
    if subject.kind in ("person", "pet"):
        return f"{user}的{subject.words}"
    return user


def statement(clause: Clause, *, thing: bool = False) -> str:
    """The whole clause as a statement.

    Args:
        clause: in Chinese.
        thing: it is about a thing; nobody is put in front of it.
    """
    subject, written = clause.subject, clause.written
    named = who(subject, written)
    if subject.stated and subject.kind in ("person", "pet"):
        before = clause.as_written(clause.first, subject.first)
        text = (
            in_third_person(before)
            + named
            + in_third_person(clause.as_written(subject.behind, clause.behind))
        )
    elif subject.stated and subject.kind == "me":
        text = in_third_person(written)
    else:
        text = in_third_person(written)
        names_user = subject.kind in ("me", "none") and user_word(written) in text
        if not thing and subject.kind != "other" and not names_user:
            text = named + text
    return without_particles(text)


def in_third_person(written: str) -> str:
    """`written` with `我` as `用户`, whatever the script."""
    plain = plain_text(written)
    user = user_word(written)
    text = written
    for pattern, instead in _FIRST_PERSON:
        plain = plain_text(text)
        for match in reversed(list(pattern.finditer(plain.text))):
            start, end = plain.span(*match.span())
            text = text[:start] + instead.format(user=user) + text[end:]
    return text


def without_particles(text: str) -> str:
    """Without particles, marks and blanks at the end; `啦` says the same as `了`."""
    return re.sub("啦$", "了", _PARTICLES.sub("", text.strip()))
