"""Below which heading of a person's profile a memory belongs, if it belongs there at all. Pure.

What a memory tells is not written in its line. It is read off its words by the rules that find facts in
conversations, and where these say nothing, by its type and some words.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date, datetime, timedelta
from typing import Literal, get_args

from vault.lifecycle.extract.candidate import Candidate, Kind, TimeFound
from vault.lifecycle.extract.pattern import any_of
from vault.lifecycle.extract.proposal import propose
from vault.lifecycle.extract.words.people import KIN_ZH, OTHERS_ZH, PERSON_EN, SHORT_KIN_ZH
from vault.lifecycle.extract.words.pets import PET_EN, PET_ZH
from vault.lifecycle.text_cache import kept_by_text
from vault.model.memory import Memory
from vault.model.turn import Turn

ProfileTopic = Literal[
    "basics", "family", "work", "preferences", "health", "habits", "projects", "plans", "other"
]
PROFILE_TOPICS: tuple[ProfileTopic, ...] = get_args(ProfileTopic)
"""In the order in which they stand in a profile."""

WEIGHTY = 0.8
"""What fits under no heading is told if it is pinned or as important as this."""
LATELY = timedelta(days=180)
"""Projects, decisions and changes are told for so long."""
OPEN = timedelta(days=60)
"""So long a task without a date counts as still to be done."""

_BY_KIND: dict[Kind, ProfileTopic] = {
    "name": "basics",
    "birthday": "basics",
    "home": "basics",
    "trait": "basics",
    "life event": "basics",
    "family": "family",
    "pet": "family",
    "work": "work",
    "study": "work",
    "liking": "preferences",
    "manner": "preferences",
    "food": "preferences",
    "health": "health",
    "habit": "habits",
    "change": "habits",
    "project": "projects",
    "decision": "projects",
    "plan": "plans",
}
_PASSING: frozenset[Kind] = frozenset(("change", "project", "decision"))
_STAYS: frozenset[Kind] = _PASSING | frozenset(("habit", "pet", "family"))
"""What an event tells that is not over when it is past."""
_PREPARES = re.compile(
    r"(?:在|正|最近|开始|着手).{0,4}?(?:准备|筹备|筹划|备考|备孕|备战|备赛|张罗|找|物色|看[房车](?!展|型)|攒钱)|打算"
    r"|\b(?:preparing|planning|saving|looking for|hunting for|training for|studying for|about to|going to)\b",
    re.IGNORECASE,
)
"""What somebody is busy with now, because of something that is still to come."""
_UNDER_WAY = re.compile(
    r"装修|翻修|改造|论文|创业|\b(?:renovat|refurbish|remodel)\w*|\b(?:thesis|dissertation|startup)\b",
    re.IGNORECASE,
)
_FROM_TO = re.compile(r"(\d{4}-\d\d-\d\d) (?:至|to) (\d{4}-\d\d-\d\d)")
_TURN = Turn("", 0, "user", "", None)
_USER_ZH = re.compile(
    r"(?:^|(?<=[,，。;；]))\s*用[户戶](?!名|组|端|量|群|增长|协议|体验|界面|研究|画像|手册|故事)"
)
_USERS_EN = re.compile(r"\bthe user's\b", re.IGNORECASE)
_USER_EN = re.compile(r"\bthe user\b", re.IGNORECASE)
_WORK_PEOPLE = any_of("同事 老板 领导 上司 主管 导师 客户 下属 手下 上级 组长 组员 队友")
_OTHER = re.compile(rf"(?:用户的?|我的?)?(?:大学|高中|公司|部门)?(?:(?P<work>{_WORK_PEOPLE})|{OTHERS_ZH})")
_RELATIVE_OR_PET = re.compile(
    rf"{KIN_ZH}|(?:^|我){SHORT_KIN_ZH}|{PET_ZH}|\b(?:{PERSON_EN}|{PET_EN})\b", re.IGNORECASE
)
_NAMED = re.compile(
    r"(?:叫|名叫|名字是|\b(?:named|called)\s)\s*[“\"「]?(?P<name>[\u4e00-\u9fff]{1,4}?(?=[，,。的\s]|$)|[A-Z][a-z]+)"
)
_HEALTH = re.compile(
    any_of("过敏 忌口 不耐受 血型 血压 血糖 血脂 近视 病 药 疫苗 手术 拉伤 扭伤 骨折 怀孕 哮喘 失眠")
    + r"|\b(?:allerg\w*|intoleran\w*|blood type|medication|asthma|diabet\w*|injur\w*|pregnan\w*)\b",
    re.IGNORECASE,
)
_AVOIDS = re.compile(
    r"不|忌|戒|少|素|清真|无麸质|只"
    r"|\b(?:not|never|no|avoids?|only|stopped|vegan|vegetarian|pescatarian|halal|kosher|diet)\b",
    re.IGNORECASE,
)


def topic_of(memory: Memory, *, today: datetime, names: Collection[str] = ()) -> ProfileTopic | None:
    """The heading for a memory that is current; None: it is no matter of a profile.

    Args:
        memory: of the person.
        today: the first instant of the present day in the vault's timezone; aware.
        names: of relatives and pets; see `names_in`.
    """
    if memory.type in ("procedure", "summary"):
        return None
    other = _OTHER.match(memory.content)
    if other and memory.type not in ("event", "task"):
        return "work" if other["work"] else _if_weighty(memory)
    for found in _findings(memory.content):
        if found.kind == "thing":
            return _if_weighty(memory)
        topic = _of_finding(found, memory, today)
        if topic is not None:
            return topic
    return _of_type(memory, today, names)


def names_in(memory: Memory) -> tuple[str, ...]:
    """What the relatives and pets are called that a memory introduces: `养了一只叫年糕的猫`."""
    if not any(found.kind in ("family", "pet") for found in _findings(memory.content)):
        return ()
    return tuple(found["name"] for found in _NAMED.finditer(memory.content))


@kept_by_text
def _findings(content: str) -> tuple[Candidate, ...]:
    """What the rules find in it, read as if the person said it."""
    spoken = _USER_ZH.sub("我", content)
    spoken = _USER_EN.sub("I", _USERS_EN.sub("my", spoken))
    return propose(spoken, _TURN, _no_time).candidates


def _no_time(_text: str, _now: datetime) -> TimeFound | None:
    return None


def _of_finding(found: Candidate, memory: Memory, today: datetime) -> ProfileTopic | None:
    topic = _BY_KIND.get(found.kind)
    happens = memory.type in ("event", "task") and found.kind not in _STAYS
    if topic is None or happens or topic == "plans":
        return topic and _plan(memory, today)
    if found.about:
        return "family" if _RELATIVE_OR_PET.search(found.about) else None
    if found.kind == "change":
        return _busy_with(memory, today)
    if found.kind in _PASSING and not _within(memory, today, LATELY):
        return None
    if found.kind == "food" and _AVOIDS.search(memory.content):
        return "health"
    return topic


def _busy_with(memory: Memory, today: datetime) -> ProfileTopic | None:
    """What somebody does these days, or has begun or given up."""
    if _PREPARES.search(memory.content):
        return "plans" if _within(memory, today, OPEN) else None
    if not _within(memory, today, LATELY):
        return None
    return "projects" if _UNDER_WAY.search(memory.content) else "habits"


def _of_type(memory: Memory, today: datetime, names: Collection[str]) -> ProfileTopic | None:
    if memory.type in ("event", "task"):
        return _plan(memory, today)
    if _HEALTH.search(f"{memory.key} {memory.content}"):
        return "health"
    if any(name in memory.content for name in names):
        return "family"
    if memory.type == "preference":
        return "preferences"
    return _if_weighty(memory)


def _if_weighty(memory: Memory) -> ProfileTopic | None:
    return "other" if memory.pinned or memory.importance >= WEIGHTY else None


def _plan(memory: Memory, today: datetime) -> ProfileTopic | None:
    """What is still to come; something said as a rule (`晚上十一点前要睡`) is a habit."""
    if memory.type == "preference":
        return "habits"
    if memory.occurred_at is not None:
        return "plans" if _last_day(memory, memory.occurred_at) >= today else None
    return "plans" if memory.type == "task" and _within(memory, today, OPEN) else None


def _last_day(memory: Memory, first: datetime) -> datetime:
    """The last day of a time that its text gives as from one day to another."""
    days = _FROM_TO.search(memory.content)
    try:
        long = date.fromisoformat(days[2]) - date.fromisoformat(days[1]) if days else timedelta(0)
        begins = days is not None and abs(first.date() - date.fromisoformat(days[1])) <= timedelta(days=1)
    except ValueError:  # written by hand, and no date
        return first
    return first + max(long, timedelta(0)) if begins else first


def _within(memory: Memory, today: datetime, time: timedelta) -> bool:
    said = memory.updated_at or memory.created_at
    return said is not None and said >= today - time
