"""What somebody does again and again: habits, routines, fixed appointments."""

from __future__ import annotations

import re

from vault.lifecycle.extract.pattern import any_of
from vault.lifecycle.extract.rule import ANYTHING, ME, ME_ALOUD, SOMEBODY, Hit, Rule, maker
from vault.lifecycle.extract.words.times import CLOCK, EVERY_ZH, WEEK, WEEKDAY_EN

_OFTEN = any_of(
    "一般 通常 平时 平常 经常 常常 常年 习惯 习惯了 从来不 从不 从来没 向来 一向 天天 很少 睡前 起床后"
    " 饭后 周末都 工作日 定期 一直都 每晚都 隔天 隔周"
)
_CLAIMS = re.compile(
    r"(?:什么|怎么|为什么|多少|哪|报错|死机|崩溃|出错|卡住|失败|不懂|忘|坏|说错|想问|在想|被|愉快|快乐"
    r"|加油|它$|这个$)"
)
_ACTIVITY = re.compile(
    r"起床|睡|吃|喝|跑|走|骑|坐|开|去|做|看|听|写|读|用|买|打|练|上|学|洗|逛|玩|加班|出差|锻炼|健身"
    r"|散步|运动|游泳|记|带|接|送|在家|喂|遛|煮|泡|抽|点|熬夜|交|到|放|发|有|陪|聊|值班|住|穿|画|拍|种"
    r"|养|冥想|瑜伽|站会|例会|聚|休息|下班|刷|追|唱|跳|爬|钓|骑行|通勤|检查|复查|打扫|备份|更新|失眠"
)
_MENTAL = re.compile(
    r"觉得|感觉|担心|发现|想(?!念)|希望|控制不住|知道|压力|太忙|很忙|挺忙|忙得|尝试|可以|应该|考虑"
    r"|害怕|难|怀疑|不擅长|擅长|容易|的时候|时$|不耐烦|头疼|没法|接受|赢|漏|焦虑|烦|尽量|试着|要求"
    r"|不会|愿意|费劲|更|够忙|收到|遇到|听起来|合理|有没有|各种|看到|不方便|不太方便|做不到|顾不上"
    r"|来不及|需要|保证|发脾气|这种|好像|确实|意识到|那么多|谈到|说到|聊到|提到|话题|有点|试试|没耐心"
    r"|没精力|根本|缩短|就是我|打算|被|^这|^那"
)
_THING_DOES = re.compile(r"^(?:电脑|手机|网络|系统|软件|程序|服务器|页面|你|它|他|她)")
_NOT_TODAY = re.compile(r"今天|今晚|昨天|昨晚|刚才|刚刚")


def _is_habit(hit: Hit) -> bool:
    body = hit.clause.body
    if _MENTAL.search(body) or not _ACTIVITY.search(hit.match[0]):
        return False
    return (
        not (_CLAIMS.search(body) or _THING_DOES.search(body) or _NOT_TODAY.search(body))
        and len(hit.plain("value")) > 1
    )


def _recurs(hit: Hit) -> bool:
    body = hit.clause.body
    return (
        not (
            _MENTAL.search(body)
            or _CLAIMS.search(body)
            or _THING_DOES.search(body)
            or _NOT_TODAY.search(body)
        )
        and len(hit.plain("value")) > 1
    )


_recurring = maker(Rule("habit", "fact", ANYTHING, about=SOMEBODY))
_habit = maker(Rule("habit", "preference", ANYTHING, about=SOMEBODY, accept=_is_habit))


ZH = (
    _recurring(
        r"(?:团队|公司|项目组|部门|组里|班里|学校|社区|家里|小区|我们|房租|物业费"
        rf"|工资)?(?:是)?{EVERY_ZH}(?:都|要|会|固定|得|去|有|在|的)*(?P<value>[^,。]{{2,24}})$",
        about=SOMEBODY,
        where="rest",
        accept=_recurs,
    ),
    _recurring(
        rf"{EVERY_ZH}(?:[^,。我]{{0,6}})(?:我|我们)?(?:都|要|会|固定|得|有|在)*(?P<value>[^,。]{{2,24}})$",
        about=SOMEBODY,
        where="body",
        accept=_recurs,
    ),
    _habit(
        r"(?:现在|最近|一直|平时|主要|在|都)*(?:用|使用)(?P<value>[a-z][a-z0-9 +.#-]*"
        r"|[\u4e00-\u9fff]{1,4}(?:笔记|清单|音乐|文档"
        r"|地图|输入法|云盘|网盘))(?:来)?(?:写|做"
        r"|记|管|画|剪|听|看|办公|开发|存|学|编|敲|读|追|改)[^,。吗]{1,10}$",
        where="rest",
        about=ME_ALOUD,
        accept=lambda hit: not _CLAIMS.search(hit.clause.body),
    ),
    _recurring(
        rf"(?:早上|早晨|上午|中午|下午|傍晚|晚上|夜里|半夜|凌晨|差不多|大概)*{CLOCK}(?:多|左右|准时|就|才"
        rf"|都)*"
        r"(?P<value>睡觉?|起床?|上班|下班|出门|到家|吃[早午晚]饭|遛狗)(?:的)?$",
        where="rest",
        about=frozenset({"me", "person"}),
        accept=lambda hit: not re.search("今|昨|明|刚|后天|前天|周末", hit.clause.body),
    ),
    _recurring(
        rf"(?P<value>(?:[^,。我你他]{{0,4}})(?:晨会|早会|例会|周会|组会|站会|月会))(?:是|在|定在|都在"
        rf"|固定在)*(?:每[天周月])?(?:{WEEK})?"
        rf"(?:早上|上午|中午|下午|晚上)?{CLOCK}(?:开始|开)?$",
        thing=True,
    ),
    _habit(
        r"(?P<value>(?:坐|骑|开|打)[^,。]{0,6}(?:上班|上下班|通勤|上学|去公司)|(?:常|老|总)(?:去"
        r"|在)[^,。]{3,16})(?:的)?$",
        where="core",
        about=ME_ALOUD,
        accept=lambda hit: not (_NOT_TODAY.search(hit.clause.body) or _CLAIMS.search(hit.clause.body)),
    ),
    _habit(
        r"(?:都|一直)?用(?P<value>(?![这那你什]|了|过)[^,。了过]{2,8}?)(?:付|交|缴|管理|记录|听|存"
        r"|记)[^,。吗]{1,8}$",
        where="core",
        about=ME_ALOUD,
        accept=lambda hit: not (_NOT_TODAY.search(hit.clause.body) or _CLAIMS.search(hit.clause.body)),
    ),
    _habit(
        rf"[^,。]{{0,8}}(?:{_OFTEN})(?P<value>[^,。]{{2,24}})$",
        where="rest",
        about=frozenset({"me", "person"}),
    ),
    _habit(rf"(?:[^,。]{{0,6}})(?:{_OFTEN})(?:我)?(?P<value>[^,。]{{2,24}})$", where="body", about=ME_ALOUD),
    _habit(
        r"(?:平时|一般|工作日|(?<![上下这本])周末|平常|平日里?|通常)(?P<value>[^,。了]{2,24})$",
        where="body",
        about=ME,
    ),
    _habit(
        r"(?:从来|从|一直|基本|偶尔)*(?:不|没)?(?P<value>抽烟|吸烟|喝酒|打呼噜|打鼾|嗑瓜子)(?:的|啊)?$",
        where="core",
        about=frozenset({"me", "person"}),
    ),
    _habit(
        r"(?:从来|从|向来|一向|坚持|保持)(?:不|没)?(?P<value>(?:熬夜|早睡|早起|迟到|运动|健身|跑步"
        r"|写日记|记账|冥想|打游戏|化妆|加班|吃早餐)[^,。]{0,6})$",
        where="rest",
    ),
)

_OFTEN_EN = (
    r"(?:usually|always|often|normally|typically|generally|rarely|seldom|never|mostly|tend to|regularly)"
)
_RECUR_EN = (
    r"(?:every (?:single |other )?(?:day|morning|evening|night|week|month|year|weekend|weekday"
    rf"|{WEEKDAY_EN}|\w+ (?:days|weeks|months))|on (?:{WEEKDAY_EN[:-2]}s|weekends"
    rf"|weekdays)(?: and (?:{WEEKDAY_EN[:-2]}s))?|(?:once|twice|three times|four times) an? (?:day"
    r"|week|month|year)|at \d{1,2} every \w+|daily|weekly|each (?:day|morning|week))"
)
_PASSING_EN = re.compile(
    r"\b(?:today|tonight|wonder|wondered|think|thought|wanted|forget|mess|get an? error|know|said|told"
    r"|seen|heard|been able|mind|could|guess|might|was|were)\b"
)


def _is_habit_en(hit: Hit) -> bool:
    return not _PASSING_EN.search(hit.clause.body)


EN = (
    _recurring(
        rf"(?P<value>(?!have been|had|was|were|would|will|might|could)[a-z][^,]*\b{_RECUR_EN}[^,]*)$",
        where="rest",
        about=frozenset({"me", "person"}),
        accept=_is_habit_en,
    ),
    _recurring(
        rf"{_RECUR_EN},? (?:i|we|my [a-z]+) (?P<value>[^,]+)$",
        where="body",
        about=SOMEBODY,
        accept=_is_habit_en,
    ),
    _habit(
        rf"{_OFTEN_EN} (?P<value>[^,]{{3,}})$",
        where="rest",
        about=frozenset({"me", "person"}),
        accept=_is_habit_en,
    ),
    _recurring(
        r"(?P<value>[a-z]+ (?:about |around )?(?:an?|one|two|three|four|five|six|seven|eight|nine|ten"
        r"|twelve|fifteen|twenty|half an?|\d+|some|a few"
        r"|a couple of) [^,]{2,30}"
        r" (?:a|per|each) (?:day|week|night|month))$",
        about=frozenset({"me", "person"}),
        accept=_is_habit_en,
    ),
    _recurring(
        r"(?:bite|bites|chew|grind|play|plays) (?P<value>(?:my (?:nails|teeth)|(?:the )?(?:guitar|piano"
        r"|violin|drums|bass|cello"
        r"|flute|trumpet|saxophone|chess|tennis|football|basketball|badminton|golf|hockey|rugby"
        r"|volleyball))(?: (?:in|with|at|for) [^,]+)?)$",
        about=frozenset({"me", "person"}),
        accept=_is_habit_en,
    ),
    _habit(
        r"(?P<value>(?:cycle|cycles|bike|bikes|walk|walks|drive|drives|take (?:the |a )?(?:bus|train|tube"
        r"|subway|metro|tram|ferry)"
        r"|takes (?:the |a )?(?:bus|train|tube|subway|metro|tram|ferry)) (?:to|into) (?:work|school"
        r"|the office|college|uni))$",
        about=frozenset({"me", "person"}),
        accept=_is_habit_en,
    ),
    _habit(
        r"(?:do not |does not |never |only |occasionally )*(?P<value>smokes?|vapes?|snores?)$",
        where="core",
        about=frozenset({"me", "person"}),
        accept=_is_habit_en,
    ),
    _habit(r"(?:commute|commutes) (?P<value>[^,]+)$", accept=None),
)
