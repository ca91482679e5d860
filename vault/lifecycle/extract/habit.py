"""What somebody does again and again: habits, routines, fixed appointments."""

from __future__ import annotations

import re

from vault.lifecycle.extract.pattern import any_of
from vault.lifecycle.extract.rule import ME, ME_ALOUD, SOMEBODY, Hit, Rule, pattern
from vault.lifecycle.extract.time_words import EVERY_ZH, WEEKDAY_EN

_OFTEN = any_of("一般 通常 平时 平常 经常 常常 总是 常年 习惯 习惯了 从来不 从不 从来没 向来 一向 天天 每次 老是 偶尔 很少 睡前 起床后 饭后 周末都 工作日 定期 一直都 每晚都 隔天 隔周")
_CLAIMS = re.compile(r"(?:什么|怎么|为什么|多少|哪|报错|死机|崩溃|出错|卡住|失败|不懂|忘|坏|说错|想问|在想|被|愉快|快乐|加油|它$|这个$)")
_THING_DOES = re.compile(r"^(?:电脑|手机|网络|系统|软件|程序|服务器|页面|你|它|他|她)")
_NOT_TODAY = re.compile(r"今天|今晚|昨天|昨晚|刚才|刚刚")


def _is_habit(hit: Hit) -> bool:
    body = hit.clause.body
    return not (_CLAIMS.search(body) or _THING_DOES.search(body) or _NOT_TODAY.search(body)) and len(hit.plain("value")) > 1


def _habit(text: str, **more: object) -> Rule:
    return Rule("habit", "preference", pattern(text), **{"about": SOMEBODY, "accept": _is_habit, **more})  # type: ignore[arg-type]


ZH = (
    Rule("habit", "fact", pattern(rf"(?:团队|公司|项目组|部门|组里|班里|学校|社区|家里|小区|我们|房租|物业费|工资)?(?:是)?{EVERY_ZH}(?:都|要|会|固定|得|去|有|在|的)*(?P<value>[^,。]{{2,24}})$"),
         about=SOMEBODY, where="rest", accept=_is_habit),
    Rule("habit", "fact", pattern(rf"{EVERY_ZH}(?:[^,。我]{{0,6}})(?:我|我们)?(?:都|要|会|固定|得|有|在)*(?P<value>[^,。]{{2,24}})$"), about=SOMEBODY, where="body", accept=_is_habit),
    _habit(rf"[^,。]{{0,8}}(?:{_OFTEN})(?P<value>[^,。]{{2,24}})$", where="rest", about=frozenset({"me", "person"})),
    _habit(rf"(?:[^,。]{{0,6}})(?:{_OFTEN})(?:我)?(?P<value>[^,。]{{2,24}})$", where="body", about=ME_ALOUD),
    _habit(r"(?:平时|一般|工作日|周末|平常|平日里?|通常)(?P<value>[^,。]{2,24})$", where="body", about=ME),
    _habit(r"(?:从来|从|向来|一向|坚持|保持)(?:不|没)?(?P<value>(?:熬夜|早睡|早起|迟到|运动|健身|跑步|写日记|记账|冥想|打游戏|化妆|加班|吃早餐)[^,。]{0,6})$", where="rest"),
)  # fmt: skip

_OFTEN_EN = r"(?:usually|always|often|normally|typically|generally|rarely|seldom|never|mostly|tend to|regularly)"
_RECUR_EN = rf"(?:every (?:single |other )?(?:day|morning|evening|night|week|month|year|weekend|weekday|{WEEKDAY_EN}|\w+ (?:days|weeks|months))|on (?:{WEEKDAY_EN[:-2]}s|weekends|weekdays)(?: and (?:{WEEKDAY_EN[:-2]}s))?|(?:once|twice|three times|four times) an? (?:day|week|month|year)|at \d{{1,2}} every \w+|daily|weekly|each (?:day|morning|week))"
_PASSING_EN = re.compile(r"\b(?:today|tonight|wonder|wondered|think|thought|wanted|forget|mess|get an? error|know|said|told|seen|heard|been able|mind)\b")


def _recurring(text: str, **more: object) -> Rule:
    return Rule("habit", "fact", pattern(text), **{"about": SOMEBODY, **more})  # type: ignore[arg-type]


def _is_habit_en(hit: Hit) -> bool:
    return not _PASSING_EN.search(hit.clause.body)


EN = (
    _recurring(rf"(?P<value>(?!have been|had|was|were|would|will|might|could)[a-z][^,]*\b{_RECUR_EN}[^,]*)$", where="rest", about=frozenset({"me", "person"}), accept=_is_habit_en),
    _recurring(rf"{_RECUR_EN},? (?:i|we|my [a-z]+) (?P<value>[^,]+)$", where="body", about=SOMEBODY, accept=_is_habit_en),
    _habit(rf"{_OFTEN_EN} (?P<value>[^,]{{3,}})$", where="rest", about=frozenset({"me", "person"}), accept=_is_habit_en),
    _habit(r"(?:commute|commutes) (?P<value>[^,]+)$", accept=None),
)  # fmt: skip
