"""What a person has only one of (a home, an employer, a usual breakfast), and the value a text gives it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from vault.lifecycle.kind_words import CARS, COMPUTERS, PHONES, stands_in
from vault.lifecycle.text_cache import kept_by_text
from vault.lifecycle.wording import folded, same_text_form

_REST = r"[^,;。;!，、.\n]"
_VALUE = rf"(?P<value>{_REST}{{1,20}})"
_FREQUENT = r"(?:一般|平时|通常|都|每天|现在|主要|总是|常|习惯|开始|改|只|爱|喜欢|基本|最近)*"

_ATTRIBUTES: dict[str, str] = {
    "home": rf"(?<!老家)[租借暂居合]?(?:住在|住到|家住|家在|现居|居住在|定居在?|搬到|搬去|搬来|搬回|搬进"
        rf"|搬家到|迁居到?|移居到?|(?<![居記记入小不])住(?!院|酒店|宿|所|房|户|得|了几|几))了?{_VALUE}"
    r"|\b(?:live[sd]?|living|resides?|residing|based) in (?P<value_2>[^,;.!]{2,30})|\brents? (?:an? "
    r"|the )?(?:[a-z]+ )?(?:flat|studio|room|apartment|house|place) in "
    r"(?P<value_4>[^,;.!]{2,30})|\b(?:moved"
    r"|relocated)(?: back)? to (?!the |an? |next |\d|\w+days?\b)(?P<value_3>[^,;.!]{2,30})",
    "employer": rf"(?:就职于|供职于|任职于|入职了?|跳槽到|跳槽去)了?{_VALUE}"
        rf"|(?<![现正存])在(?![找做看想干为加忙])(?P<value_2>{_REST}{{2,14}}?)(?:工作|上班|任职"
        rf"|就职)(?![室台日])"
    r"|\b(?:works?|working|employed|job) (?:at|for) (?P<value_3>[^,;.!]{2,30})|\bjoined (?!an? |the |us|me"
    r"|in\b)(?P<value_4>[a-z][^,;.!]{1,30})|\bleft [^,;.]{2,30}? (?:for|to join|to work (?:at"
    r"|for)) (?P<value_5>[^,;.!]{2,30})",
    "occupation": rf"(?:职业是|转行做|转行当|担任|升任|升为|升职为)了?{_VALUE}|(?:我|用户"
        rf"|现在)是(?:一?[名个位])?(?P<value_2>\w{{1,8}}?(?:师|员|经理|医生|护士|律师|老板|司机|会计|编辑"
        rf"|教授|工程师|作家|学生|主管|总监))"
    r"|\bworks? as an? (?P<value_3>[^,;.!]{2,30})|\b(?:i am|i'm|user is) an? (?P<value_4>\w+(?:er|or|ist"
    r"|nurse|teacher|student|manager|engineer|designer))\b",
    "name": rf"叫我(?P<value_6>{_REST}{{1,8}})|(?:我|用户)(?:的?名字)?(?:叫|名叫)(?!醒|了|他|她){_VALUE}"
        rf"|(?:我的|用户的)名字(?:是|叫){_VALUE.replace('value', 'value_2')}|改名(?:叫"
        rf"|为)(?P<value_3>{_REST}{{1,8}})|\bmy name is (?P<value_4>[a-z]+)|\bcall me (?P<value_5>[a-z]+)",
    "phone": rf"(?<!给)手机(?:是|用的是|用|换成|换了|改用)(?![户个张]){_VALUE}|(?:用的?"
    rf"|使用)(?P<value_2>(?:iphone|小米"
        rf"|华为|oppo|vivo|荣耀|三星|红米|一加|pixel|galaxy)[\w +]*)(?:手机)?"
        rf"|\bphone is an? (?P<value_3>[^,;.!]{{2,30}})|\buses? an? (?P<value_4>(?:iphone|pixel"
        rf"|galaxy)[^,;.!]*)",
    "computer": rf"(?<!给)(?:电脑|笔记本)(?:是|用的是|用|换成|换了|改用)(?![块个张条]){_VALUE}|\b(?:laptop"
        rf"|computer) is an? (?P<value_2>[^,;.!]{{2,30}})",
    "car": rf"(?:车|座驾)(?:是|换成|换了)(?!位){_VALUE}|开的(?:是|车是)(?P<value_2>{_REST}{{2,12}})|\b(?:my"
        rf"|the user's) car is an? (?P<value_3>[^,;.!]{{2,30}})|\bdrives? an? (?P<value_4>[^,;.!]{{2,30}})",
    "breakfast": rf"(?:早餐|早饭|早上){_FREQUENT}(?:吃|喝|是|改成|换成){_VALUE}"
        rf"|\bbreakfast is (?P<value_2>[^,;.!]{{2,30}})|\b(?:has|have"
        rf"|eats?) (?P<value_3>[^,;.!]{{2,30}}?) for breakfast",
    "commute": rf"(?:坐|骑|开|乘|走|搭)(?P<value>{_REST}{{0,6}}?)(?:上下班|上班|通勤|去公司)|(?:通勤|上下班"
        rf"|上班)(?:方式)?{_FREQUENT}(?:是|靠|坐|骑|开|乘|改成|换成|改骑|改坐"
        rf"|改开)(?P<value_2>{_REST}{{1,10}})"
    r"|\bcommutes? by (?P<value_3>[^,;.!]{2,20})|\b(?:takes?|rides?|drives?) (?:the |a |my |his "
    r"|her )?(?P<value_4>[^,;.!]{2,20}?) to work"
    r"|\b(?P<value_5>cycl|bik|walk|driv)(?:e|es|s|ing)? to work\b",
    "editor": r"(?:用|使用|改用|换成)(?P<value>[^,;。,]{2,16}?)(?:写代码|编程|敲代码)|(?:编辑器|ide)(?:是"
        r"|用的是|用|换成|改用)(?P<value_2>[^,;。,]{2,16})|\bcodes? in (?P<value_3>[^,;.!]{2,20})"
        r"|\beditor is (?P<value_4>[^,;.!]{2,20})",
    "relationship": r"(?P<value>单身|已婚|结婚了|离婚了|未婚|离异|订婚了|分手了)|\b(?:i am|i'm|is"
        r"|got) (?:now )?(?P<value_2>single|married|divorced|engaged)\b",
    "diet": r"(?P<value>吃素|素食主义者?|纯素|生酮饮食|低碳饮食|吃荤)|\b(?:i am|i'm"
        r"|is) (?:now )?(?:an? )?(?P<value_2>vegan|vegetarian|pescatarian|meat eater)\b",
    "children": r"(?<!想)有(?P<value>[一二两三四五六七\d])个(?:孩子|小孩|娃)"
    r"|\b(?:have|has) (?P<value_2>[a-z]{3,5}|\d) (?:children|kids)\b",
    "parking": rf"车(?:停在|停放在|位在|位是){_VALUE}|\b(?:car|bike) is parked (?P<value_2>[^,;.!]{{2,30}})",
    "blood type": r"血型(?:是)? ?(?P<value>ab|a|b|o) ?型?|\bblood type (?:is )?(?P<value_2>ab|a|b|o)\b",
}  # fmt: skip
_PATTERNS = {name: re.compile(pattern) for name, pattern in _ATTRIBUTES.items()}
_FAVOURITE = re.compile(
    rf"最喜欢的(?P<what>{_REST}{{1,6}}?)是(?P<value>{_REST}{{1,20}})"
    r"|\bfavou?rite (?P<what_en>[a-z]+(?: [a-z]+)?) is (?P<value_en>[^,;.!]{2,30})"
)
_NOT_NOW = re.compile(
    r"以前|之前|过去|曾经?|原来|小时候|当年|那时|老家|去年|前年|\bused to\b|\bgrew up\b"
    r"|\b(?:lived|worked) (?:in|at|for)\b|\bformerly\b"
)
_PLACE = re.compile(
    r"北京|上海|广州|深圳|杭州|南京|苏州|成都|重庆|武汉|西安|天津|长沙|厦门|青岛|大连|宁波"
    r"|无锡|合肥|福州|济南|郑州|昆明|香港|台北|东京|纽约|伦敦|新加坡|[省市区县镇]$|国外|海外|老家|家里|远程"
)
_TAIL = re.compile(
    r"(?:了|的|呢|啊|吧|啦|附近|那边|这边|这里|了[两三四五六七八九十\d]+年"
    r"|[两三四五六七八九十\d]+年了?)+$"
)
_HEAD = re.compile(r"^(?:一?[个台部款辆家份碗杯]|在|是|了|the |a |an |my |our )+")

VALUE_CLASSES: dict[str, tuple[str, ...]] = {
    "coffee": ("美式", "拿铁", "卡布奇诺", "摩卡", "手冲", "澳白", "冷萃", "浓缩", "意式", "馥芮白", "latte",
    "americano", "cappuccino", "mocha", "espresso", "flat white", "cold brew", "pour-over"),
    "tea": ("绿茶", "红茶", "乌龙茶", "普洱", "白茶", "花茶", "龙井", "铁观音", "茉莉花茶", "抹茶",
    "green tea", "black tea", "oolong", "matcha", "earl grey"),
    "milk": ("牛奶", "豆浆", "燕麦奶", "羊奶", "杏仁奶", "oat milk", "soy milk", "almond milk", "whole milk"),
    "editor": ("vim", "neovim", "emacs", "vs code", "vscode", "sublime", "pycharm", "intellij", "cursor",
    "zed", "helix", "jetbrains"),
    "phone": PHONES,
    "computer": COMPUTERS,
    "car": CARS,
    "system": ("windows", "macos", "linux", "ubuntu", "arch", "fedora", "debian"),
    "notes": ("notion", "obsidian", "印象笔记", "evernote", "flomo", "语雀", "logseq", "onenote",
    "有道云笔记", "bear"),
    "tasks": ("滴答清单", "todoist", "things", "ticktick", "omnifocus", "微软待办"),
    "browser": ("chrome", "firefox", "safari", "edge", "arc", "brave"),
    "package manager": ("npm", "pnpm", "yarn", "bun", "pip", "poetry", "uv", "conda"),
    "database": ("postgresql", "postgres", "mysql", "sqlite", "mongodb", "mariadb", "oracle"),
    "transport": ("地铁", "公交", "开车", "骑车", "自行车", "电动车", "步行", "走路", "打车", "metro",
    "subway", "bus", "bike", "car", "train", "on foot", "walk"),
    "music": ("网易云", "qq音乐", "spotify", "apple music", "youtube music"),
    "bank": ("招商银行", "工商银行", "建设银行", "农业银行", "中国银行", "交通银行"),
    "shift": ("早班", "中班", "晚班", "夜班", "白班", "day shift", "night shift"),
    "diet": ("吃素", "素食", "吃荤", "吃肉", "vegan", "vegetarian", "meat"),
}  # fmt: skip
"""Words of which a person settles on one: a new one, said with `现在` or `换成`, replaces the old one."""

_SAME_STATE = {
    "结婚": "已婚",
    "分手": "单身",
    "married": "已婚",
    "single": "单身",
    "离婚": "离异",
    "divorced": "离异",
}


@dataclass(frozen=True, slots=True)
class Attribute:
    """One attribute and its value as a text gives it; `before` is the text in front, which says whose."""

    name: str
    value: str
    before: str = ""


@kept_by_text
def attributes_in(text: str) -> tuple[Attribute, ...]:
    """The single-valued attributes that `text` states as true today, in the order of the table."""
    plain = folded(text)
    if _NOT_NOW.search(plain):
        return ()
    found = list(_favourites(plain))
    for name, pattern in _PATTERNS.items():
        match = pattern.search(plain)
        if match:
            value = _HEAD.sub("", _TAIL.sub("", next(filter(None, match.groupdict().values()), "").strip()))
            if value and not (name == "home" and classes_in(value)):
                found.append(Attribute(name, value, plain[: match.start()]))
    return tuple(found)


def _favourites(plain: str) -> Iterator[Attribute]:
    for match in _FAVOURITE.finditer(plain):
        what, value = match["what"] or match["what_en"], match["value"] or match["value_en"]
        yield Attribute(f"favourite {what}", _TAIL.sub("", value.strip()), plain[: match.start()])


def exclude_each_other(one: Attribute, other: Attribute) -> bool:
    """Whether the values cannot both hold: neither is part of the other, nor is one a firm and one a town."""
    ours, theirs = (_SAME_STATE.get(each.value, same_text_form(each.value)) for each in (one, other))
    if one.name != other.name or ours in theirs or theirs in ours:
        return False
    if one.name != "employer":
        return True
    our_places, their_places = set(_PLACE.findall(ours)), set(_PLACE.findall(theirs))
    return bool(our_places) == bool(their_places) and not our_places & their_places


def classes_in(text: str) -> dict[str, frozenset[str]]:
    """For each class of `VALUE_CLASSES` the words of it that stand in `text`."""
    plain = folded(text)
    found = {}
    for name, words in VALUE_CLASSES.items():
        present = frozenset(word for word in words if stands_in(word, plain))
        if present:
            found[name] = present
    return found
