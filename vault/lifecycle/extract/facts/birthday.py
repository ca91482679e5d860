"""Birthdays, ages, anniversaries, signs of the zodiac."""

from __future__ import annotations

import re

from vault.lifecycle.extract.pattern import NUMBER, any_of
from vault.lifecycle.extract.rule import ANY, ANYTHING, ME, ME_ALOUD, SOMEBODY, Hit, Rule, maker
from vault.lifecycle.extract.words.times import DATE, MONTH, MONTH_EN, YEAR

_SIGNS = any_of(
    "白羊座 金牛座 双子座 巨蟹座 狮子座 处女座 天秤座 天蝎座 射手座 摩羯座 水瓶座 双鱼座 天平座 山羊座 牡羊座"
)
_LUNAR = r"(?:农历|阴历|阳历|公历|旧历)?"
_DAY = rf"{_LUNAR}(?:{DATE}|{YEAR}的?{MONTH}|{MONTH}[^,。了吗不]{{0,4}}|{YEAR}(?!代|前|后|级))"
_ANNIVERSARY = any_of("结婚纪念日 纪念日 恋爱纪念日 忌日 领证纪念日")


_DAY_WORD = re.compile(r"[\da-z一二三四五六七八九十鼠牛虎兔龙蛇马羊猴鸡狗猪座]|节|夜|国庆|元旦|除夕")


def _is_day(hit: Hit) -> bool:
    if not _DAY_WORD.search(hit.plain("value")):
        return False
    return not any(
        word in hit.plain("value") for word in ("什么", "哪", "几号", "几月", "送", "想", "快乐", "聚")
    )


def _says_age(hit: Hit) -> bool:
    return hit.clause.subject.stated or "今年" in hit.clause.body or hit.clause.subject.kind == "me"


_birthday = maker(
    Rule("birthday", "fact", ANYTHING, about=SOMEBODY, key="生日", accept=_is_day, importance=0.8)
)


ZH = (
    _birthday(
        rf"(?:[和跟与].{{1,8}}?)?(?:的)?(?P<key>{_ANNIVERSARY})(?:就)?(?:是|在|:)?(?P<value>[^,。]{{2,16}})$",
        key="",
        where="rest",
    ),
    _birthday(
        rf"(?:的)?{_LUNAR}(?:过?生日|生辰)(?:就)?(?:是在|是|在|:|跟"
        rf"|和)?(?:每年)?(?P<value>{_DAY}(?!.*不是)[^,。]{{0,6}}?"
        r"|[^,。]{2,14}?)(?:[,]?(?:而)?不是[^,。]{1,12})?$",
        where="rest",
        about=SOMEBODY,
    ),
    _birthday(rf"(?P<value>{_DAY})(?:是|就是)?(?:我|你)?(?:的)?(?:过)?生日(?:的|了)?$", where="body"),
    _birthday(rf"(?:是)?(?P<value>{_DAY})(?:出生|生)(?:的|人)?$", key="出生日期", where="rest"),
    _birthday(rf"(?:是)?(?:出生|生)(?:于|在)(?P<value>{_DAY}[^,。]{{0,4}})$", key="出生日期"),
    _birthday(
        r"(?:是)?(?P<value>(?:19|20)?\d\d年?)(?:年的|的|后|年生)(?:人|了)?$",
        key="出生年份",
        about=SOMEBODY,
        where="rest",
    ),
    _birthday(r"属(?P<value>[鼠牛虎兔龙蛇马羊猴鸡狗猪])(?:的)?$", key="属相"),
    _birthday(rf"(?:是)?(?P<value>{_SIGNS})(?:的|男|女)*$", key="星座", where="rest"),
    _birthday(
        rf"(?:是)?(?:已经|都|快|刚|才|马上)*(?:满|过)?(?P<value>{NUMBER}(?:周)?岁(?:半)?)(?:了|出头|多)*$",
        key="年龄",
        about=ME,
        accept=_says_age,
    ),
)

_DAY_EN = (
    rf"(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH_EN}|{MONTH_EN}(?: the)? \d{{1,2}}(?:st|nd"
    rf"|rd|th)?|{MONTH_EN}|\d{{1,4}}[-/]\d{{1,2}}(?:[-/]\d{{1,4}})?)(?:,? \d{{4}})?"
)
EN = (
    _birthday(
        rf"(?:(?:my|our)\s)?birthday(?: is|'s) (?:on |in )?(?P<value>{_DAY_EN}|[a-z][^,]{{2,24}})$",
        key="birthday",
        where="rest",
    ),
    _birthday(
        rf"(?:were |was )?born (?:on |in )(?P<value>{_DAY_EN}|(?:19|20)\d\d)(?: in .*)?$",
        key="date of birth",
        about=ANY,
        where="core",
    ),
    _birthday(
        rf"(?:(?:my|our)\s)?(?:wedding )?anniversary(?: is|'s) (?:on )?(?P<value>{_DAY_EN})$",
        key="anniversary",
        where="rest",
    ),
    _birthday(r"(?P<value>\d{2}|[a-z]+(?:-[a-z]+)?) years old$", key="age", about=ME_ALOUD),
    _birthday(r"(?P<value>[1-9]\d)$", key="age", about=ME),
    _birthday(
        r"(?:just )?turn(?:ed|ing) (?P<value>\d{2}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty"
        r"|ninety)(?:-[a-z]+)?|eighteen|nineteen)\b.*$",
        key="age",
        about=SOMEBODY,
    ),
    _birthday(
        r"an? (?P<value>aries|taurus|gemini|cancer|leo|virgo|libra|scorpio|sagittarius|capricorn"
        r"|aquarius|pisces)$",
        key="star sign",
    ),
)
