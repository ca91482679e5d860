"""Reads the head of a Chinese clause: filler words, times, who it is about, adverbs."""

from __future__ import annotations

import re

from vault.lifecycle.extract.clause import NOBODY, Clause, Subject, SubjectKind
from vault.lifecycle.extract.pattern import MEASURE, NUMBER, any_of
from vault.lifecycle.extract.plain_text import PlainText
from vault.lifecycle.extract.sentence import Piece
from vault.lifecycle.extract.words.fillers import (
    CORRECTION_ZH,
    KEPT_BEHIND_LEAD,
    LEAD_ZH,
    NEUTRAL_ZH,
    PARTICLES_ZH,
    UNSURE_ZH,
)
from vault.lifecycle.extract.words.people import KIN_ZH, OTHERS_ZH, SHORT_KIN_ZH
from vault.lifecycle.extract.words.pets import PET_ZH
from vault.lifecycle.extract.words.times import EVERY_ZH, ONE_TIME_ZH, TIMES_ZH

_LEAD = re.compile(rf"{LEAD_ZH}|[\u4e00-\u9fff]{{1,8}}:(?=我)")
"""Words that say nothing, and a label (`我的情况：我…`); those of other speakers are taken out before."""
_TIMES = re.compile(TIMES_ZH)
_CORRECTION = re.compile(CORRECTION_ZH)
_UNSURE = re.compile(UNSURE_ZH)
_ADVERBS = re.compile(f"(?:{TIMES_ZH}|{NEUTRAL_ZH}|,)*")
_OPEN_TOPIC = "[^,我你他她它说问告让叫给对跟和与帮带陪教送请是有把被比除离像找等]{1,9}?"
_ME = re.compile(
    f"(?:(?:{_OPEN_TOPIC})?(?=我)(?!我(?:的|家|们家?)*(?:{KIN_ZH}|{PET_ZH})))?"
    r"(?P<me>(?:我(?:们俩|们两个|们一家|们|俩|本人|自己|这个人|这人|一家人|全家)?|本人|敝人|敝)(?:家里?)?)"
)
_PREDICATE = (
    r"(?=$"
    r"|[,的是叫在有他她可对住也都不没很最超爱比做开养教属从要想刚能会得当患怕吃喝去来回过到姓挑读上生帮给跟和快]"
    r"|特别|非常|喜欢|讨厌|常|一般|平时|经常|已经|生日|身高|体重|老家|家乡|单位|公司|学历|电话|手机"
    rf"|邮箱|血型|工作|上班|常年|长期|怀孕|结婚|退休|离婚|毕业|今年|[大小]我|考[上进取]|保送|升入|被|{NUMBER}(?:岁|周岁)|{ONE_TIME_ZH}"
    rf"|{EVERY_ZH})"
)
_NAME = r"(?:(?![大小]我)(?:(?![了不没])[\u4e00-\u9fff]){1,3}?|[a-z][a-z .]*?)??"
_PERSON = re.compile(
    r"(?P<mine>(?:我|家里)(?:们)?(?:家)?(?:的)?)?(?P<who>(?:那个|这个|最好的|大学|高中|初中|前|小|大"
    r"|亲|双胞胎)?"
    rf"(?:{KIN_ZH}|(?P<other>{OTHERS_ZH})|(?P<short>{SHORT_KIN_ZH}))(?:{_NAME}{_PREDICATE}))"
    r"(?:,?[他她](?!们?(?:说|的)))?"
)
_OWN_PERSON = re.compile(
    rf"(?P<mine>(?:我|家里)(?:们)?(?:家)?(?:的)?)(?P<who>{KIN_ZH})(?!司|[们和跟与、])(?=[\u4e00-\u9fff])"
)
"""A relative and what is said of them, in whatever words; no name between."""
_PET = re.compile(
    rf"(?P<mine>我的?家?的?|我们家?的?|家里的?|我养的)?(?P<that>[那这有]?(?:{NUMBER})?{MEASURE})?"
    rf"(?P<who>(?:[大小老胖]|[黑白黄橘花]色?的?)?{PET_ZH})们?{_PREDICATE}"
)
_PRONOUN = re.compile(r"[他她它](?:们)?")
_OTHER = re.compile(
    any_of("你 你们 大家 别人 人家 有人 有些人 很多人 谁 他们 她们 他 她 它 人们 咱们家隔壁 某人 对方")
)
_PARTICLES = frozenset(PARTICLES_ZH) | frozenset("\u200d\ufe0f")


def read_clause(plain: PlainText, piece: Piece, topic: Subject, named: Subject) -> Clause:
    """The clause at `piece`.

    Args:
        plain: the message.
        piece: where the clause is.
        topic: who it is about when it names nobody.
        named: who a pronoun stands for.
    """
    text = plain.text
    behind = _without_particles(text, piece.first, piece.behind)
    first = _without_leads(text, piece.first, behind)
    subject = _subject(plain, first, behind, topic, named)
    times = _TIMES.match(text, first, behind)
    rest = subject.behind if subject.stated else times.end() if times and times.end() < behind else first
    adverbs = _ADVERBS.match(text, rest, behind)
    core = adverbs.end() if adverbs else rest
    return Clause(
        plain,
        piece,
        "zh",
        first,
        behind,
        subject,
        rest,
        core,
        correction=_CORRECTION.search(text, piece.first, piece.behind) is not None,
        unsure=_UNSURE.search(text, first, behind) is not None,
    )


def _without_particles(text: str, first: int, behind: int) -> int:
    while behind > first and (text[behind - 1] in _PARTICLES or ord(text[behind - 1]) >= 0x1F000):
        behind -= 1
    return behind


def _without_leads(text: str, first: int, behind: int) -> int:
    while True:
        lead = _LEAD.match(text, first, behind)
        if not lead or lead.end() == behind:
            return first
        if lead[0] in KEPT_BEHIND_LEAD and not lead[0].endswith((",", ":")):
            return first
        first = lead.end()


def _subject(plain: PlainText, first: int, behind: int, topic: Subject, named: Subject) -> Subject:
    text = plain.text
    times = _TIMES.match(text, first, behind)
    for start in dict.fromkeys((times.end() if times else first, first)):
        found = _stated(plain, start, behind, named)
        if found:
            return found
    return topic if topic.kind != "none" else NOBODY


def _stated(plain: PlainText, start: int, behind: int, named: Subject) -> Subject | None:
    text = plain.text
    pet = _PET.match(text, start, behind)
    introduced = pet and (pet["that"] or "").startswith("有") and pet.end() == behind
    if pet and not introduced and (pet["mine"] or pet["that"] or named.kind == "pet"):
        return _named(plain, pet, "pet")
    person = _PERSON.match(text, start, behind)
    if person and (person["mine"] or not (person["other"] or person["short"]) or named.kind == "person"):
        return _named(plain, person, "person")
    own = _OWN_PERSON.match(text, start, behind)
    if own:
        return _named(plain, own, "person")
    me = _ME.match(text, start, behind)
    if me:
        return Subject(
            "me", "", stated=True, first=me.start("me"), behind=me.end("me") - me["me"].endswith("家")
        )
    pronoun = _PRONOUN.match(text, start, behind)
    if pronoun and named.kind in ("person", "pet"):
        return Subject(named.kind, named.words, stated=True, first=start, behind=pronoun.end())
    other = _OTHER.match(text, start, behind)
    return Subject("other", other[0], stated=True, first=start, behind=other.end()) if other else None


def _named(plain: PlainText, match: re.Match[str], kind: SubjectKind) -> Subject:
    words = plain.as_written(*match.span("who"))
    return Subject(kind, words, stated=True, first=match.start(), behind=match.end())
