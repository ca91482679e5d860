"""Whether an old statement tells of the state that is over: a job, a home, a partner, something underway."""

from __future__ import annotations

import re
from collections.abc import Callable

from vault.lifecycle.attribute import attributes_in
from vault.lifecycle.ending import Sphere
from vault.lifecycle.kind_words import is_of_sort, names_living
from vault.lifecycle.wording import content_words

PARTNER_WORDS = (
    r"女朋友|男朋友|女友|男友|对象|老婆|老公|妻子|丈夫|媳妇|爱人|太太|未婚[夫妻]|伴侣"
    r"|\b(?:girlfriend|boyfriend|wife|husband|partner|fianc[eé]e?|spouse)\b"
)
_HELD: dict[str, re.Pattern[str]] = {
    "work": re.compile(
        r"(?<!大)在(?!找|看)[^,。]{1,14}?(?:做|当|上班|工作|任职|就职|干|实习|兼职)|就职于|供职|任职|入职"
        r"|的员工"
        r"|公司[是叫]|单位[是叫]"
        r"|\bwork(?:s|ing)? (?:at|for|in|with)\b|\bemployed\b|\b(?:job|employer|company) is\b"
        r"|\bat \w+ as an?\b"
        r"|\b(?:engineer|manager|developer|designer|analyst|nurse|teacher|clerk|intern|consultant"
        r"|researcher|accountant"
        r"|chef|editor|lawyer|barista|scientist|lead|director|\w+er|\w+or|\w+ist) (?:at|for|with)\b"
    ),
    "calling": re.compile(
        r"在[^,。]{1,14}?(?:做|当|上班|工作|任职|就职|干)|职业是|是(?:一?[名个位])?[^,。]{0,10}(?:师|员"
        r"|医生|护士|律师|司机|会计"
        r"|编辑|教授|经理|警察|厨师|公务员)(?<!会员)|\bwork(?:s|ing)? (?:at|for|as|in)\b|\bemployed\b"
        r"|\bjob is\b"
        r"|\b(?:am|'m|is) an? (?!member|user|mother|father)(?:\w+ ){0,3}\w*(?:er|or|ist|nurse|clerk|cop"
        r"|doctor|lawyer)\b"
    ),
    "home": re.compile(
        r"住|(?<![出房])租|定居|(?<!老)家在|房子在|\b(?:live[sd]?|living|based|stay(?:s|ing)?|rent(?:s"
        r"|ing)?|flat"
        r"|apartment"
        r"|house) (?:in|at|near|with)\b"
        r"|\brent(?:s|ing)?\b|\bmoved to\b"
    ),
    "study": re.compile(
        r"在[^,。]{1,12}?(?:读|念|上)(?:书|研|博|硕|本|大|高|初|中专|大学|高中|学)|读(?:研|博"
        r"|大[一二三四]|高[一二三]|本科|硕士|博士)"
        r"|上(?:大学|高中|大[一二三四]|高[一二三])|[研大高][一二三四](?:$|[,。了的学])"
        r"|是[^,。]{0,14}(?:学生|研究生|硕士生|博士生|本科生)"
        r"|在读|\bstud(?:y|ies|ying) (?:\w+ ){0,3}(?:at|in|for)\b|\bstudent\b|\benrolled\b|\bphd\b"
        r"|\bat university\b"
        r"|\bundergrad"
    ),
    "partner": re.compile(
        rf"在一起|恋爱|交往|异地恋|已婚|结婚|订婚|(?:{PARTNER_WORDS})[^,。对喜爱在会能]{{0,4}}(?:叫"
        rf"|是|名字|is called"
        rf"|is named|'s name|named|called|is)"
        rf"|(?:有|交了|谈了|谈着)[^,。]{{0,4}}(?:{PARTNER_WORDS})|\b(?:married|engaged|dating|seeing"
        rf"|relationship)\b"
        r"|\bhave a (?:girl|boy)friend\b"
    ),
    "single": re.compile(r"单身|未婚|没(?:有)?(?:对象|女朋友|男朋友|女友|男友|结婚)|离异|\bsingle\b"
    r"|\bunmarried\b|\bdivorced\b"),
    "underway": re.compile(
        r"在(?:学|读|追|听|玩|啃|练|准备|备考|备战|找|写|做|装修|忙|考|看|减|申请|办|等|养|住院)|准备"
        r"|备考|打算|计划"
        r"|正在|骨折|感冒|发烧|生病|住院"
        r"|受伤|怀孕|崴|咳嗽|肺炎|扭伤|过敏性|石膏|要(?:考|写|交|做|读|办|去)|下(?:个)?(?:周|月)|学车"
        r"|\b(?:preparing|studying|training|looking for|saving (?:up )?for|saving|applying|working on"
        r"|writing|learning|reading"
        r"|renovating|plan(?:s|ning)?"
        r"|going to|sick|flu|a cold|broke|broken|injured|sprained|pregnant|recovering|taking|waiting"
        r"|searching|hunting)\b"
    ),
}  # fmt: skip
_AFTER: dict[str, str] = {
    "驾照": r"学车|考驾照|驾校", "驾驶证": r"学车|驾校", "offer": r"找工作|面试|秋招|春招|求职|job"
    r"|interview", "工作": r"找工作|求职|待业|失业",
    "a job": r"looking for (?:a )?(?:new )?(?:job|work)", "job": r"looking for (?:a )?(?:new )?(?:job|work)"
    r"|unemployed",
    "房子": r"找房|看房|租房", "房": r"找房|看房", "出院": r"住院",
    "痊愈": r"感冒|发烧|生病|肺炎|骨折|受伤", "康复": r"感冒|发烧|生病|肺炎|骨折|受伤|住院",
    "退烧": r"发烧|感冒", "上岸": r"考研|考公|备考|公务员", "生": r"怀孕|预产期|待产",
    "生娃": r"怀孕|预产期|待产", "卸货": r"怀孕|预产期|待产",
    "签证": r"办签证|申请签证|等签证", "录取通知书": r"申请|备考|考研|高考",
}  # fmt: skip
"""What comes of a thing that one was busy with, where it has another name."""
_GENERAL: dict[str, re.Pattern[str]] = {
    "work": re.compile(
        r"(?:那|这)?(?:家|个|份)?(?:老|前|原来的?)?(?:公司|单位|东家|工作|学校|医院)|(?:my |the )?(?:job"
        r"|company|firm|office|school)|"
    ),
    "home": re.compile(r"(?:家|房子|老家)?|(?:my |the |our )?(?:place|flat|apartment|house)"),
    "study": re.compile(r"(?:学校|大学)?|(?:school|university|college|uni)"),
    "partner": re.compile(rf"(?:他|她|前任|一起)?|(?:my )?(?:him|her)|(?:{PARTNER_WORDS})"),
}
"""Words that name what is over only by its sort."""
_PLACE_WORD = re.compile(r"(?<=.)(?:'s?)? (?:place|house|flat|apartment|home)$|(?<=.)的?(?:房子|公寓|家)$")
_IS_THERE = re.compile(
    r"养|有|叫|名|是|岁|[只条匹]|\b(?:have|has|own|adopt|rescue|keep|named|called|name is|our|my|user's"
    r"|is an?|years? old)\b"
)
_ONLY_ABOUT = re.compile(r"过敏|喜欢|怕|讨厌|\b(?:allerg\w*|like|love|hate|afraid)\b")
_NAMES_ANYBODY = re.compile(r"叫|名字|名叫|\b(?:called|named|name|to)\b")

Affirms = Callable[[str, str], bool]


def is_held(sphere: Sphere, of: str, theirs: str, affirms: Affirms) -> bool:
    """Whether `theirs` states what is over.

    Args:
        sphere: of what sort it is.
        of: what is over; empty: whatever is of that sort.
        theirs: the old text, folded.
        affirms: whether a text has (nearly) all words of another one.
    """
    if sphere == "living":
        return _lives(of, theirs, affirms)
    of = _PLACE_WORD.sub("", of) if sphere == "home" else of
    stated = {each.name for each in attributes_in(theirs)}
    found = bool(_HELD[sphere].search(theirs))
    if sphere == "underway":
        later = _AFTER.get(of)
        return (found and affirms(of, theirs)) or bool(later and re.search(later, theirs))
    if sphere == "work":
        found = found or "employer" in stated
    elif sphere == "home":
        found = (found and "employer" not in stated) or "home" in stated
    elif sphere == "partner" and not _GENERAL[sphere].fullmatch(of) and _NAMES_ANYBODY.search(theirs):
        return found and of in theirs
    elif sphere in ("partner", "single"):
        return found
    general = _GENERAL["work" if sphere == "calling" else sphere]
    return found and (general.fullmatch(of) is not None or affirms(of, theirs))


def _lives(of: str, theirs: str, affirms: Affirms) -> bool:
    """Whether `theirs` says that there is, or how old is, the being that is no more."""
    told = names_living(theirs) and _IS_THERE.search(theirs) and not _ONLY_ABOUT.search(theirs)
    return bool(told and content_words(of)) and (affirms(of, theirs) or is_of_sort(of, theirs))
