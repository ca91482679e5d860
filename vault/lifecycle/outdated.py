"""Whether a stated change makes an old statement out of date: the same thing of the same person."""

from __future__ import annotations

import re
from collections import Counter
from typing import Literal

from vault.lifecycle.attribute import Attribute, attributes_in, classes_in, exclude_each_other
from vault.lifecycle.change import Change, changes_in, is_of_one_day
from vault.lifecycle.difference import compare, people_in
from vault.lifecycle.kind_words import is_of_sort, stands_in
from vault.lifecycle.negation import negated_parts, without_negations
from vault.lifecycle.quantity import quantities
from vault.lifecycle.sphere import is_held
from vault.lifecycle.text_cache import kept_by_text
from vault.lifecycle.word_pairs import PAST
from vault.lifecycle.wording import content_words, folded, same_text_form

OutdatedReason = Literal["stopped", "switched", "moved", "now", "corrected"]

_REASONS: dict[str, OutdatedReason] = {
    "stop": "stopped", "switch": "switched", "move": "moved", "now": "now", "correction": "corrected",
}  # fmt: skip
_ENOUGH_OF_WHAT_ENDED = 0.75
_MOST_WORDS_BETWEEN = 3
_LONG_NAME = 4
_NAMED_AS_IT_IS = 2
_TIME_UNITS = ("clock", "weekday", "part", "often", "日", "月", "day", "week")
_PROFESSION = re.compile(r"(?<=[是当做])(?:一?[名个位])?[^,。]{0,6}老师|\ban? (?:\w+ ){0,2}teacher\b")
_COMPANY = re.compile(
    r"(?:和|跟|与|同(?![事学])|陪|带|帮|给|替|为|送)(?:我|我的|他|她)?(?=\S{1,6})|\b(?:with"
    r"|for) (?:my |his |her )?"
)
_NAME = re.compile(
    r"(?:^|[,。;])(?:[小老阿]\w(?=[^\w]|[喜不在是有住会能爱每想])|\w(?:总|哥|姐|老师|医生"
    r"|师傅)(?=[在是有住会能爱每想不喜]))"
)
_OF_A_THING = re.compile(r"[把将]")
_ADDRESSES = re.compile(r"搬|跳槽|迁|移居|转岗|\b(?:moved|relocated|left|join)")
_TURNS_TO = re.compile(r"(?:改|换)(?:成|为)?$")
_FROM = re.compile(r"从\S{1,12}$|\bfrom [^,;.]{1,30}")
_USES = "写喝吃用坐乘搭骑开看玩穿买学练做走去养抽打听读"
_HABIT = re.compile(
    rf"[{_USES}]|是|喜欢|爱|常|每天|平时|\b(?:drink|eat|use|take|ride|drive|prefer|like|love"
    rf"|every|play|learn|watch|read|cod|is\b|am\b)"
)
_HAS = re.compile(
    r"有|订|报|办|租|住|准备|计划|在|约|每|周[一二三四五六日天]|打算|要去|下个|开通|\b(?:have|has|own"
    r"|live|work|smoke|go|am|is"
    r"|subscri|member"
    r"|pay|learn|i'm|going|flying|booked|plan|want|take|study|see)"
)
_WORKS_OR_LIVES = re.compile(
    r"上班|工作|干了|做了|任职|住|租|搬|职|房|公寓|\b(?:work|liv|job|rent|flat|studio|apartment|house|room)"
)
_GENERAL_NOUN = re.compile(
    r"(?<=.)的?(?:行程|计划|安排|时间|旅行|之旅|之行|课程?|会员|月卡|年卡|卡|账号|订阅|预约|机票|车票"
    r"|门票|考试|那边|这边"
    r"|房子|活动|服务|习惯)$"
    r"|(?<=.) (?:trips?|plans?|subscription|membership|class(?:es)?|lessons?|course|appointment|flight"
    r"|tickets?|account|habit"
    r"|booking|reservation)$"
)
_PHRASE = re.compile(r"(?<=\w) (?:on|at|in|for|from|because|after|since|with|last|this|before) .*$")
_PRESENT = re.compile(r"(?:i|we|the user|user) (?!(?:was|were|had|went|saw|met|[a-z]+ed)\b)[a-z]+")
_DISPOSED = re.compile(r"\b(?:sold|gave|got rid|donated|returned|scrapped|cancell?ed|called off|threw)\b")
_SEEKS = re.compile(r"在找|求职|\b(?:looking|searching|hunting) for\b")
_DEVICES = frozenset({"phone", "computer", "car"})
_SEVERAL = re.compile(
    r"[两二三四五六七八几]\s?[只条匹个头]|[和、跟与&](?!我|用户|家人|爸|妈|老)|\b(?:two|three|four|five"
    r"|and)\b"
)
_PARTNERS = people_in(
    "女朋友 男朋友 女友 男友 对象 老婆 老公 妻子 丈夫 girlfriend boyfriend wife husband partner"
)
_PETS = people_in("猫 狗 cat cats dog dogs")
_LINK = (
    r"(?:[的一般平时都通常主要现在每天喜欢常定约安排在]|\s|is |are |at |on ){0,8}(?:是|吃|喝|用|叫|在|坐|骑"
    r"|走|开|为|买|订|:|：|=|is\b|are\b)"
)


def outdated_by(change: Change, ours: str, theirs: str) -> OutdatedReason | None:
    """By which kind of `change`, stated in `ours`, the old text `theirs` is outdated; None if it is not."""
    plain = folded(theirs)
    apart = _apart_from(change)
    if subjects_in(_as_far_as(change, ours)) - apart != subjects_in(theirs) - apart or PAST.search(plain):
        return None
    if change.kind == "stop":
        over = any(
            old.kind == "stop" and old.sphere not in ("single", "underway") for old in changes_in(theirs)
        )
        ended = not over and not _for_once(ours, plain) and _has_ended(change, plain)
    else:
        said_already = (
            change.new and not negated_parts(plain) and same_text_form(change.new) in same_text_form(theirs)
        )
        ended = not said_already and any(rule(change, ours, plain) for rule in _RULES)
    return _REASONS[change.kind] if ended else None


@kept_by_text
def subjects_in(text: str) -> frozenset[str]:
    """Whom `text` is about besides the user: relatives, pets, 小王, 李总; not those in company."""
    plain = _PROFESSION.sub("", folded(text))
    people = people_in(_COMPANY.sub("□", plain)) if not _COMPANY.search(plain) else people_in(_alone(plain))
    names = (match[0].strip(",。;") for match in _NAME.finditer(plain))
    return people | {name for name in names if not people_in(name)}


def other_value(ours: tuple[Attribute, ...], theirs: tuple[Attribute, ...]) -> Attribute | None:
    """An attribute of the same person that both texts state, with values that exclude each other."""
    for our in ours:
        for their in theirs:
            if exclude_each_other(our, their) and whose(our) == whose(their):
                return our
    return None


def whose(attribute: Attribute) -> tuple[str, ...]:
    """Words that stand before the attribute in its clause and may name another person; empty for the user."""
    clause = _TURNS_TO.sub("", _FROM.sub("", re.split(r"[,;。!、]", attribute.before)[-1]))
    return content_words(quantities(clause).rest)


def _alone(plain: str) -> str:
    return re.sub(rf"(?:{_COMPANY.pattern})\S{{1,4}}", "", plain)


def _affirms(what: str, theirs: str) -> bool:
    """Whether `theirs` has (nearly) all words of `what`, close together, and does not deny them."""
    what = folded(what)
    _, of, head = what.rpartition("的")
    if of and head and not _GENERAL_NOUN.search("…" + head) and not _affirms(head, theirs):
        return False
    if len(what) == 1 and not what.isascii():
        return bool(re.search(rf"(?<![学坐打停看修租考]){re.escape(what)}(?![司友祸间票站位库险])", theirs))
    if len(what) >= _NAMED_AS_IT_IS and stands_in(what, folded(theirs)):
        return True
    words = Counter(content_words(quantities(what).rest))
    their_words = content_words(without_negations(quantities(folded(theirs)).rest))
    total = sum(words.values())
    needed = total if total < _LONG_NAME else _ENOUGH_OF_WHAT_ENDED * total
    size = sum(words.values()) + _MOST_WORDS_BETWEEN
    windows = (Counter(their_words[at : at + size]) for at in range(max(1, len(their_words) - size + 1)))
    found = any(sum((window & words).values()) >= needed for window in windows)
    return bool(words) and found


def names_several(text: str) -> bool:
    """Whether it tells of several beings at once, so that the end of one is not the end of it."""
    return bool(_SEVERAL.search(folded(text)))


def _apart_from(change: Change) -> frozenset[str]:
    """People and pets that say nothing about whose state it was: the pet that died, the partner one had."""
    if change.sphere in ("partner", "single"):
        return _PARTNERS
    return _PETS | people_in(folded(change.old)) if change.sphere == "living" else frozenset()


def _as_far_as(change: Change, ours: str) -> str:
    """What `ours` says before and in the clause of the change: a later one may be about somebody else."""
    before, cue, behind = folded(ours).partition(change.cue)
    return before + cue + re.split(r"[,。;.!]", behind)[0]


def _has_ended(change: Change, theirs: str) -> bool:
    if change.sphere:
        denied = change.sphere != "single" and bool(negated_parts(theirs))
        return not denied and is_held(change.sphere, change.old, theirs, _affirms)
    stated = {each.name for each in attributes_in(theirs)}
    if ("home" in stated or is_held("work", "", theirs, _affirms)) and not _WORKS_OR_LIVES.search(change.cue):
        return False
    what = _GENERAL_NOUN.sub("", change.old) or change.old
    if _SEEKS.search(theirs) and not _SEEKS.search(change.cue):
        return False
    head = _PHRASE.sub("", what) if _DISPOSED.search(change.cue) else what
    named = _affirms(what, theirs) or _affirms(head, theirs) or is_of_sort(head, theirs)
    return named and not negated_parts(theirs) and _goes_on(theirs)


def _for_once(ours: str, theirs: str) -> bool:
    """Whether `ours` tells of one day only and `theirs` of what is so in general."""
    return is_of_one_day(folded(ours)) and not is_of_one_day(theirs)


def _goes_on(theirs: str) -> bool:
    """Whether `theirs` says that one does or has it, rather than just mentions it."""
    return bool(_HABIT.search(theirs) or _HAS.search(theirs) or _PRESENT.match(theirs))


def _denied_before(change: Change, _ours: str, theirs: str) -> bool:
    """`现在能吃辣了` for `不能吃辣`; `又开始喝酒了` for `不喝酒`."""
    if change.kind != "now" or negated_parts(folded(change.new)):
        return False
    mine = set(content_words(folded(change.new)))
    denied = (each for each in re.split("[,。;.]", theirs) if negated_parts(each))
    for part in (*negated_parts(theirs), *map(without_negations, denied)):
        words = set(content_words(part.removeprefix("了")))
        if words and (words <= mine or any(is_of_sort(part_word, change.new) for part_word in words)):
            return True
    return False


def _named_old(change: Change, _ours: str, theirs: str) -> bool:
    """`把牛奶换成豆浆`, `以前用 Notion，现在…`: the old text affirms what was given up."""
    named = len(change.old) >= _LONG_NAME and change.cue.startswith(("把", "将"))
    return (
        bool(change.old)
        and not named  # that is for `_same_name`
        and not _ADDRESSES.search(change.cue)
        and bool(_HABIT.search(theirs))
        and not negated_parts(theirs)
        and _affirms(change.old, theirs)
    )


def _same_attribute(change: Change, ours: str, theirs: str) -> bool:
    stated = attributes_in(change.new) or attributes_in(change.cue) or attributes_in(ours)
    return other_value(stated, attributes_in(theirs)) is not None


def _same_class(change: Change, _ours: str, theirs: str) -> bool:
    """`现在开始喝美式了` for `喜欢喝拿铁`."""
    if not _HABIT.search(theirs) or negated_parts(theirs):
        return False
    new, old = classes_in(change.new), classes_in(theirs)
    if is_held("work", "", theirs, _affirms):  # 在华为工作: the maker's name is no device of one's own
        new = {name: words for name, words in new.items() if name not in _DEVICES}
    return any(new[name].isdisjoint(old[name]) for name in new.keys() & old.keys())


def _same_topic(change: Change, ours: str, theirs: str) -> bool:
    """`周会改到周四` for `周会在周三`; `早餐改成燕麦` for `早餐吃包子`; `咖啡换成茶` for `每天喝咖啡`."""
    topic = change.topic or (change.old if _OF_A_THING.match(change.cue) else "")
    if not _speaks_of(topic, theirs) and not (not (topic or change.old) and _leads_to(change, ours, theirs)):
        return False
    new, old = quantities(folded(change.new)), quantities(theirs)
    if any(unit in new.values for unit in _TIME_UNITS):
        return any(unit in old.values for unit in _TIME_UNITS)
    if new.values and not content_words(new.rest):
        bare = bool(topic) and "" in new.values.keys() ^ old.values.keys()
        return bool(new.values.keys() & old.values.keys()) or bare
    if not change.topic:
        return False
    name = re.escape(folded(change.topic).removeprefix("我的").removeprefix("my "))
    name = f"{name.removesuffix('s')}s?" if name.isascii() else name
    return bool(
        re.search(rf"{name}{_LINK}", theirs) or re.search(rf"[{_USES}付交记管][^,。]{{0,3}}?{name}$", theirs)
    )


def _speaks_of(topic: str, theirs: str) -> bool:
    topic = _GENERAL_NOUN.sub("", topic)
    words = content_words(quantities(folded(topic)).rest)
    return len(topic) >= 2 and (
        topic in theirs or (len("".join(words)) >= 2 and set(words) <= set(content_words(theirs)))
    )


def _leads_to(change: Change, ours: str, theirs: str) -> bool:
    """Whether the clause before the change names its topic: `房租涨了，改为5000元`."""
    before = folded(ours).replace("，", ",").partition(change.cue)[0].rstrip(", ")
    words = set(content_words(before.split(",")[-1]))
    return len(words) >= 2 and len(words & set(content_words(theirs))) >= max(2, len(words) / 2)


def _same_frame(change: Change, _ours: str, theirs: str) -> bool:
    """`现在用滴答清单管理待办` for `用 Notion 管理待办`; `现在每天六点起床` for `每天七点起床`."""
    if change.topic or change.old:
        return False
    comparison = compare(change.new, theirs)
    kinds = {difference.kind for difference in comparison.differences}
    shared = len("".join(comparison.shared))
    if not kinds or not shared:
        return False
    if kinds <= {"number", "time"}:
        units = [(each.ours.split()[1:], each.theirs.split()[1:]) for each in comparison.differences]
        return all(ours == theirs or not (ours and theirs) for ours, theirs in units)
    if len(comparison.theirs_more) > len(comparison.shared) or (shared < 2 and comparison.theirs_more):
        return False
    verbs = [verb for verb in _USES if verb in change.new[:3] and verb in theirs]
    frame = [word for word in comparison.shared if word not in verbs]
    return kinds == {"wording"} and bool(verbs) and len("".join(frame)) >= 2


def _same_name(change: Change, _ours: str, theirs: str) -> bool:
    """`把周末整理地点改成图书馆`: a name that long stands for nothing else."""
    name = change.topic or change.old
    return len(name) >= _LONG_NAME and not name.isascii() and name in theirs


_RULES = (_same_name, _named_old, _denied_before, _same_attribute, _same_class, _same_topic, _same_frame)
