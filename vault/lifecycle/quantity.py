"""Numbers, times and days of a text in a comparable form: `两岁` is `2 岁`, `下午三点` is `15:00`.

Not a time parser: nothing is resolved against a clock.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from vault.lifecycle.text_cache import kept_by_text

_DIGITS = {
    c: n
    for n, group in enumerate(
        ("零〇", "一壹", "二两贰", "三叁", "四肆", "五伍", "六陆", "七柒", "八捌", "九玖")
    )
    for c in group
}
_SMALL_UNITS = {"十": 10, "拾": 10, "百": 100, "佰": 100, "千": 1000, "仟": 1000}
_LARGE_UNITS = {"万": 10_000, "亿": 100_000_000}
_NUMERAL = "".join((*_DIGITS, *_SMALL_UNITS, *_LARGE_UNITS))
_WEEKDAY_NUMBERS = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5, "六": 6, "日": 7, "天": 7} | {
    str(n): n for n in range(1, 8)
}
_WEEKDAYS_EN = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS_EN = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEK_STEPS = {
    "上上": "before last",
    "上": "last",
    "这": "this",
    "本": "this",
    "下": "next",
    "下下": "after next",
}
_NUMBERS_EN = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16,
    "seventeen": 17, "eighteen": 18, "nineteen": 19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50,
    "hundred": 100, "once": 1, "twice": 2, "both": 2, "dozen": 12,
}  # fmt: skip
_UNITS = {
    "块": "元", "块钱": "元", "圆": "元", "rmb": "元", "yuan": "元", "钟头": "小时", "个小时": "小时",
    "hour": "小时", "hours": "小时", "h": "小时",
    "hrs": "小时", "分": "分钟", "minute": "分钟", "minutes": "分钟", "min": "分钟", "mins": "分钟",
    "号": "日", "楼": "层", "floor": "层",
    "公斤": "kg", "千克": "kg", "公里": "km", "千米": "km", "kilometers": "km", "kilometres": "km",
    "周岁": "岁", "years old": "岁",
    "year-old": "岁", "year old": "岁", "years": "年", "year": "年", "个月": "个月", "months": "个月",
    "month": "个月", "天": "天", "days": "天",
    "day": "天", "个星期": "周", "星期": "周", "weeks": "周", "week": "周", "times": "次", "time": "次",
    "回": "次", "趟": "次", "遍": "次",
    "点钟": "点", "o'clock": "点", "只": "个", "条": "个", "位": "个", "名": "个", "头": "个", "口": "个",
    "台": "个", "部": "个", "本": "个",
    "间": "个", "辆": "个", "件": "个", "张": "个", "家": "个", "把": "个", "套": "个", "颗": "个",
    "匹": "个", "枚": "个", "枝": "个", "款": "个",
    "cm": "厘米", "公分": "厘米", "%": "%", "°": "度", "℃": "度", "km": "km", "kg": "kg",
}  # fmt: skip
_UNIT = (
    r"块钱|钟头|个小时|个月|个星期|公斤|千克|公里|千米|周岁|点钟|小时|分钟|星期|公分|厘米|years? old|year-old"
    r"|o'clock|[a-z]{1,10}|[%°℃]|(?![一二两三四五六七八九十百千万亿零])[㐀-鿿]"
)
_ARABIC = re.compile(
    rf"(?<![a-z\d])(?P<sign>-?)(?P<number>\d+(?:,\d{{3}})*(?:\.\d+)?)(?P<large>[万亿k]?)(?:\s?-?\s?(?P<unit>{_UNIT}))?"
)
_CHINESE = re.compile(
    rf"(?P<number>[{_NUMERAL}]+?(?=一个)"
    rf"|[{_NUMERAL}]+(?:点[{''.join(_DIGITS)}]+(?![分刻钟半]))?)(?P<half>半?)(?P<unit>{_UNIT})?"
)
_ENGLISH = re.compile(
    rf"\b(?P<number>{'|'.join(_NUMBERS_EN)})\b(?:[\s-](?P<unit>years? old|year-old"
    rf"|[a-z]+))?"
)
_DATE = re.compile(r"(?<!\d)(?P<year>(?:19|20)\d\d)[-/.](?P<month>\d{1,2})[-/.](?P<day>\d{1,2})(?!\d)")
_CLOCK = re.compile(
    rf"(?<![\d.])(?P<hour>\d{{1,2}}|[{_NUMERAL}]{{1,3}})(?:[:：](?P<minute>\d\d)(?!\d)|点(?:钟"
    rf"|整)?(?P<half>半|[一三]刻|(?:\d{{1,2}}|[{_NUMERAL}]{{1,3}})分?)?(?![{_NUMERAL}\d])"
    r"(?!儿|心|子|赞|击|单|菜|评|名|头|燃|滴))\s?(?P<ampm>[ap]\.?m\b)?"
    r"|\b(?P<hour_en>\d{1,2})\s?(?P<ampm_en>[ap]\.?m\b)"
)
_WEEKDAY = re.compile(
    r"(?:(?P<every>每个?)|(?P<step>上上|下下|上|下|这|本)个?)?(?:周|星期"
    r"|礼拜)(?P<first>[一二三四五六日天1-7])(?P<to>[到至~-]\s?(?:周|星期"
    r"|礼拜)?(?P<last>[一二三四五六日天1-7]))?(?P<more>(?:[、和跟,/及]?(?:周|星期"
    r"|礼拜)?[一二三四五六日天](?![个只天年月点岁次]))*)"
)
_WEEKDAY_EN = re.compile(
    r"(?P<every>\bevery )?\b(?P<day>mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday"
    r"|urday|s|r|rs)?s?\b"
)
_MONTH_EN = re.compile(
    r"\b(jan|feb|mar(?=ch|\b|\.)|apr|may(?= \d)|jun|jul|aug|sep|oct|nov"
    r"|dec)[a-z]*\.? (?P<day>\d{1,2})?(?!\d)|(?<=\d )(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
)
_LONE_NUMERALS = re.compile(
    r"(?<![十百千万点])一[下起直些样般定旦致共边向律概切路心刻时度生面带流连再]"
    r"|(?<![十午晨上里夜一二三四五六日天])一点(?![钟半整\d零一三])|统一|万一|唯一|第一时间"
    r"|(?<![一二三四五])十分(?!钟)|百度|百货|老百姓|千万(?!元|块)|五花肉|三明治|三文鱼|三亚|三星|四川|四季"
    r"|九寨|六安|"
    r"八宝|七喜|万科|万达|两口子|三餐|双十一|半天|多半|一半|[五十]一(?=假|节)|五菱|张三|李四|小三|一家人"
    r"|一日三餐|专一|一人食|万圣|重阳|一加(?=手机)|二手|二胡|三国|四合院|五粮液|八卦|百合|千层|零食|零钱|零件"
    r"|零碎|双一流"
)
_WORD_FACTS: tuple[tuple[str, str, str], ...] = (
    ("part", "am", r"凌晨|清晨|早上|早晨|上午|一早|清早|每早|早(?=[起餐饭睡班])|\bmornings?\b"),
    ("part", "noon", r"中午|正午|午(?=[餐饭睡休])|\bnoon\b|\blunch"),
    ("part", "pm", r"下午|午后|\bafternoons?\b"),
    ("part", "night",
    r"晚上|夜里|夜晚|傍晚|深夜|半夜|今晚|每晚|睡前|晚(?=[餐饭睡班])|\b(?:evenings?|nights?|tonight)\b"),
    ("often", "day", r"每天|每日|天天|\bevery ?day\b|\bdaily\b|\beach day\b"),
    ("often", "week", r"每周|每个?星期|每礼拜|\bevery (?:week|mon|tue|wed|thu|fri|sat|sun)|\bweekly\b"),
    ("often", "two weeks", r"隔周|每两周|每隔一周|双周|\bevery other week\b|\bbiweekly\b"),
    ("often", "month", r"每个?月|\bevery month\b|\bmonthly\b"),
    ("often", "year", r"每年|\bevery year\b|\byearly\b|\bannually\b"),
    ("day", "today", r"(?<!到)今天|今日|\btoday\b"),
    ("day", "tomorrow", r"明天|明日|\btomorrow\b"),
    ("day", "yesterday", r"昨天|昨日|\byesterday\b"),
    ("day", "after tomorrow", r"后天"),
    ("week", "this", r"(?:这|本)个?(?:周|星期|礼拜)|\bthis week\b"),
    ("week", "next", r"下个?(?:周|星期|礼拜)|\bnext week\b"),
    ("week", "last", r"上个?(?:周|星期|礼拜)|\blast week\b"),
    ("month", "this", r"(?:这个?|本)月|\bthis month\b"),
    ("month", "next", r"下个?月|\bnext month\b"),
    ("month", "last", r"上个?月|\blast month\b"),
    ("year", "this", r"今年|\bthis year\b"),
    ("year", "next", r"明年|\bnext year\b"),
    ("year", "last", r"去年|\blast year\b"),
    ("year", "before last", r"前年"),
    ("week", "weekend", r"周末|\bweekends?\b"),
    ("week", "weekdays", r"工作日|平日|\bweekdays?\b|\bworkdays?\b"),
)  # fmt: skip
_WORD_PATTERNS = tuple((kind, value, re.compile(pattern)) for kind, value, pattern in _WORD_FACTS)


@dataclass(frozen=True, slots=True)
class Quantities:
    """What a text counts, measures and dates.

    Attributes:
        values: for each unit (`岁`, `元`, `个`, `clock`, `weekday`, `part`, `often`, …) the values, as text.
        rest: the text without them.
    """

    values: dict[str, frozenset[str]] = field(default_factory=dict)
    rest: str = ""


@kept_by_text
def quantities(text: str) -> Quantities:
    """What `text` (folded, lower-case) counts, measures and dates."""
    found: dict[str, set[str]] = {}
    text = _LONE_NUMERALS.sub(lambda match: match[0].translate(_HIDE), text)
    for pattern, read in _READERS:
        text = pattern.sub(lambda match, read=read: _taken(match, read(match), found), text)  # type: ignore[misc]
    for kind, value, pattern in _WORD_PATTERNS:
        text, times = pattern.subn(" ", text)
        if times:
            found.setdefault(kind, set()).add(value)
    return Quantities({unit: frozenset(values) for unit, values in found.items()}, text.translate(_SHOW))


def read_numeral(text: str) -> float | None:
    """The number that Chinese numerals or digits stand for (`三千五`, `二〇二六`, `1.5`), or None."""
    if re.fullmatch(r"\d+(?:,\d{3})*(?:\.\d+)?", text):
        return float(text.replace(",", ""))
    if "点" in text:
        whole, _, part = text.partition("点")
        number = read_numeral(whole)
        return None if number is None else float(f"{int(number)}.{''.join(str(_DIGITS[c]) for c in part)}")
    if not text or any(character not in _NUMERAL for character in text):
        return None
    if all(character in _DIGITS for character in text):
        return float("".join(str(_DIGITS[character]) for character in text))
    return _by_place_value(text)


def _by_place_value(text: str) -> float:
    """`一万零五十`; a last digit behind 百, 千 or 万, as in `三千五`, is of the next lower place."""
    total, section, digit, last_unit = 0, 0, None, 0
    for character in text:
        if character in _DIGITS:
            digit = _DIGITS[character]
            last_unit = 0 if digit == 0 else last_unit
        elif character in _SMALL_UNITS:
            last_unit = _SMALL_UNITS[character]
            section += (1 if digit is None else digit) * last_unit
            digit = None
        else:
            last_unit = _LARGE_UNITS[character]
            section += digit or 0
            below = total % last_unit  # 一万亿, but not 一亿二千万
            total = total - below + (below + section) * last_unit
            section, digit = 0, None
    return float(total + section + (digit or 0) * (last_unit // 10 if last_unit > 10 else 1))


_Fact = tuple[str, str]


def _taken(match: re.Match[str], facts: list[_Fact] | None, found: dict[str, set[str]]) -> str:
    if facts is None:
        return match[0]
    for unit, value in facts:
        found.setdefault(unit, set()).add(value)
    return " "


def _read_date(match: re.Match[str]) -> list[_Fact]:
    return [("年", match["year"]), ("月", str(int(match["month"]))), ("日", str(int(match["day"])))]


def _read_weekdays(match: re.Match[str]) -> list[_Fact]:
    first = _WEEKDAY_NUMBERS[match["first"]]
    last = _WEEKDAY_NUMBERS[match["last"]] if match["to"] else first
    days = {*range(first, last + 1), *(_WEEKDAY_NUMBERS[c] for c in match["more"] if c in _WEEKDAY_NUMBERS)}
    facts = [("weekday", str(day)) for day in days]
    facts += [("often", "week")] if match["every"] else []
    return facts + ([("week", _WEEK_STEPS[match["step"]])] if match["step"] else [])


def _read_weekday_en(match: re.Match[str]) -> list[_Fact]:
    day = ("weekday", str(_WEEKDAYS_EN.index(match["day"]) + 1))
    return [day, ("often", "week")] if match["every"] else [day]


def _read_month_en(match: re.Match[str]) -> list[_Fact]:
    month = ("月", str(_MONTHS_EN.index(match[1] or match[3]) + 1))
    return [month, ("日", match["day"])] if match["day"] else [month]


def _read_clock(match: re.Match[str]) -> list[_Fact] | None:
    hour = read_numeral(match["hour"] or match["hour_en"])
    if hour is None or hour > 24:
        return None
    half = match["half"]
    quarters = {"半": 30, "一刻": 15, "三刻": 45, None: 0}
    minutes = quarters[half] if half in quarters else read_numeral(half.removesuffix("分"))
    minutes = int(match["minute"]) if match["minute"] else minutes
    facts = [("clock", f"{int(hour) % 12}:{int(minutes or 0):02}")]
    half_day = (match["ampm"] or match["ampm_en"] or "").replace(".", "")
    if half_day or hour > 12:
        facts.append(("part", "am" if half_day == "am" else "pm"))
    return facts


def _read_number(match: re.Match[str]) -> list[_Fact] | None:
    number = float(match["number"].replace(",", "")) * {"万": 1e4, "亿": 1e8, "k": 1e3, "": 1}[match["large"]]
    return [(_unit(match["unit"]), f"{match['sign']}{number:g}")]


def _read_chinese(match: re.Match[str]) -> list[_Fact] | None:
    number = read_numeral(match["number"])
    if number is None:
        return None
    if match["half"]:
        number += 0.5
    return [(_unit(match["unit"]), f"{number:g}")]


def _read_english(match: re.Match[str]) -> list[_Fact]:
    unit = {"twice": "times", "once": "times"}.get(match["number"], match["unit"])
    return [(_unit(unit), f"{_NUMBERS_EN[match['number']]:g}")]


def _unit(unit: str | None) -> str:
    return _UNITS.get(unit, "" if unit.isascii() and len(unit) > 1 else unit) if unit else ""


_READERS: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], list[_Fact] | None]], ...] = (
    (_DATE, _read_date),
    (_WEEKDAY, _read_weekdays),
    (_CLOCK, _read_clock),
    (_MONTH_EN, _read_month_en),
    (_WEEKDAY_EN, _read_weekday_en),
    (_ARABIC, _read_number),
    (_CHINESE, _read_chinese),
    (_ENGLISH, _read_english),
)
_HIDE = {ord(numeral): chr(0xE000 + place) for place, numeral in enumerate(_NUMERAL)}
_SHOW = {0xE000 + place: numeral for place, numeral in enumerate(_NUMERAL)}
