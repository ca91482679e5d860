"""Patterns for the parts of Chinese time phrases: years, months, weekdays, festivals, counts.

Chinese has no spaces, so a pattern says which neighbours make its words part of another word (`说明天气`,
`如今年轻人`, `晚上月亮`, `日本周边`). In doubt a word is left alone: a wrong time costs more than a missed
one. How the parts combine and what they mean is `time_phrase_zh`.
"""

from __future__ import annotations

from vault.recall.calendar_span import DayPart, Season, Third, Unit
from vault.recall.chinese_number import NUMERALS, read_number

NUMBER = rf"(?:\d{{1,3}}|[{NUMERALS}]{{1,5}})"

YEAR_STEPS = {"大前年": -3, "前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2}
YEAR = (
    r"(?P<year>(?:大前年|(?<![以之从目面眼大])前年|(?<![过失逝])去年|(?<![如当现至迄于])今年"
    r"|(?<![说证表声聪文发透光黎英])明年|(?<![以之然最今])后年"
    rf"|(?<!\d)[12]\d{{3}}年|[一二][{NUMERALS}]{{3}}年|(?<!\d)\d\d年(?=(?:\d\d?|[{NUMERALS}]+)月))"
    r"(?![轻龄代薪]|纪(?!念)))"
)

MONTH = (
    rf"(?P<month>(?<![\d{NUMERALS}个半几数每多胎第~-])(?:1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九]|正|腊))月"
    r"(?![亮球饼薪租供经子嫂刊票入均报季牙光色龄大台天河]|三(?![日号十]))份?"
    rf"(?!的?[{NUMERALS}\d][次回趟])"
)
LUNAR_MONTHS = {"正": 1, "腊": 12}
MONTH_PARTS: dict[str, Third] = {
    "上旬": "early", "初": "early", "中旬": "middle", "中": "middle",
    "下旬": "late", "底": "late", "末": "late",
}  # fmt: skip
MONTH_PART = (
    rf"(?P<monthpart>上旬|中旬|下旬|初(?![{NUMERALS}中恋期级次步])|中(?![秋国学午间心文])|底(?![下层部])|末)"
)
DAY_NUMBER = rf"(?P<day>3[01]|[12]\d|0?[1-9]|[{NUMERALS}]{{1,3}})[日号](?![楼线门店床机房厅桌馆院])"
MONTH_STEP = (
    r"(?P<step>(?:上上|下下|上一|下一|这一|上|下|这|本)个月|上上月"
    r"|(?<![早晚马海天地身世路网船楼车山岸线以之水江手上])上月|(?<![之以楼地天树脚下])下月|这月|(?<![日书剧基根])本月(?!台))"
    r"(?![亮球光饼薪])"
)

WEEKDAYS = {name: index for index, name in enumerate("一二三四五六日")} | {"天": 6}
_COUNTED = "个天次点只人名百千十位岁份场件条"
WEEKDAY = (
    rf"(?P<weekday>一(?![起直共样下家些带边般定旦围鸣{_COUNTED}])|[二三四五六](?![福野{_COUNTED}]|大街|路)"
    r"|[一二三四五六](?=天[气空]|点[\d一二三四五六七八九十钟])|日(?![本期常用程])|天(?![气空天下]))"
)
WEEK_STEP = (
    r"(?P<step>(?<![早晚马以之海天网路世身手桌街地楼脚日书剧补])(?:上上|下下|上|下|这|本))"
    r"一?个?(?:周|星期|礼拜)"
)
NO_OTHER_WORD_BEHIND_WEEK = r"(?![边围年期刊转密知游庄瑜杰公易报长遭折全旋岁到])"

DAY_STEPS = {"大前": -3, "前": -2, "昨": -1, "今": 0, "明": 1, "后": 2, "大后": 3}
_TITLES = "系列|集团|频道|专辑|影业|乐队|乐团|杂志|日报|晚报|头条"
DAY = (
    r"(?:(?P<step>(?<!大)大[前后]|(?<![以之从目午提大])前|昨|(?<![如当至迄现])今|(?<![说证表声聪文发透光黎英高])明"
    r"|(?<![以之然最今日背午饭会大])(?<!先天)(?<!先天和)后)"
    rf"(?:天(?!性|培养|努力|失调|习得|会更好|{_TITLES})|(?<=[前昨今明后])日(?!本|期|子|程|香|常|重现|青空|方舟|之后|之子|说法"
    rf"|{_TITLES})|儿个?(?![子女童媳科])))"
)
PARTS: dict[str, DayPart] = {
    "凌晨": "small hours", "清晨": "early", "清早": "early",
    "早晨": "morning", "早上": "morning", "早": "morning", "晨": "morning", "上午": "morning",
    "中午": "noon", "下午": "afternoon", "午后": "afternoon", "傍晚": "dusk",
    "晚上": "evening", "夜里": "evening", "半夜": "evening", "深夜": "evening",
    "夜晚": "evening", "晚": "evening", "夜": "evening",
}  # fmt: skip
PART = (
    r"(?:的?(?P<part>凌晨|清晨|清早|早晨|早上|上午|中午|下午(?!茶)|午后|傍晚|晚上|夜里|半夜|深夜|夜晚"
    r"|晚(?![饭餐点宴会安])))"
)
NIGHT_OR_MORNING = (
    r"(?<![如当至迄现说证表声聪文发透光黎英以之从目提然最])"
    r"(?P<step>[前昨今明])(?P<part>早(?![已就先])|晨|晚(?!辈)|夜)"
)

SEASONS: dict[str, Season] = {"春": "spring", "夏": "summer", "秋": "autumn", "冬": "winter"}
FESTIVAL_NAMES = {
    "元旦": "new year", "春节": "spring festival", "除夕": "spring festival eve",
    "大年三十": "spring festival eve", "元宵": "lantern", "情人节": "valentine", "妇女节": "women",
    "清明": "qingming", "复活节": "easter", "五一": "labour", "劳动节": "labour", "母亲节": "mothers",
    "端午": "dragon boat", "六一": "children", "儿童节": "children", "父亲节": "fathers",
    "暑假": "summer holidays", "七夕": "qixi", "教师节": "teachers", "中秋": "mid-autumn",
    "国庆": "national", "十一": "national", "重阳节": "double ninth", "万圣节": "halloween",
    "双十一": "singles", "双11": "singles", "光棍节": "singles", "感恩节": "thanksgiving",
    "平安夜": "christmas eve", "圣诞": "christmas", "跨年": "new year's eve",
}  # fmt: skip
_SURNAMES = (
    "李王张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶余"
)
_HOLIDAY = r"(?:(?:小|黄金)?长?假期?|黄金周|期间)"
FESTIVAL = (
    r"(?:(?P<festival>双十一|双11|元旦|情人节|妇女节|儿童节|教师节|万圣节|光棍节|平安夜|春节(?!联欢晚会|序曲)|除夕|大年三十"
    r"|元宵(?!馅)|端午|七夕|中秋|重阳节|复活节|母亲节|父亲节|感恩节|暑假|劳动节|圣诞(?!老人|树|帽|歌)"
    rf"|(?<![{_SURNAMES}小老阿])国庆(?![丰华明林强民])|(?<![{_SURNAMES}文])清明(?!上河)|跨年(?![度龄级])"
    rf"|五一(?=节|{_HOLIDAY})|六一(?=节)|(?<![{NUMERALS}])十一(?={_HOLIDAY}))节?{_HOLIDAY}?)"
)

_UNITS: dict[str, Unit] = {
    "天": "day", "日": "day", "周": "week", "期": "week", "拜": "week", "月": "month", "年": "year",
}  # fmt: skip
UNIT = r"(?P<unit>天|周|个?星期|个?礼拜|个月|年)"
FEW_COUNTS: dict[Unit, int] = {"day": 7, "week": 4, "month": 6, "year": 5}
"""How many units `最近几…` stands for."""


def read_unit(text: str) -> Unit:
    """`天`, `周`, `个星期`, `个月`, `年` as a unit."""
    return _UNITS[text[-1]]


def read_step(text: str) -> int:
    """`上` is one back, `上上` two, `下` one ahead, `这` and `本` none."""
    return text.count("下") - text.count("上")


def read_count(text: str) -> int:
    """A number that a pattern let through.

    Raises:
        ValueError: it is not one number after all.
    """
    value = read_number(text)
    if value is None:
        raise ValueError(text)
    return value
