"""Birthdays, ages, anniversaries, signs of the zodiac."""

from __future__ import annotations

from vault.lifecycle.extract.pattern import NUMBER, any_of
from vault.lifecycle.extract.rule import ANY, ME, ME_ALOUD, SOMEBODY, Hit, Rule, pattern
from vault.lifecycle.extract.time_words import DATE, MONTH, MONTH_EN, YEAR

_SIGNS = any_of("白羊座 金牛座 双子座 巨蟹座 狮子座 处女座 天秤座 天蝎座 射手座 摩羯座 水瓶座 双鱼座 天平座 山羊座 牡羊座")
_LUNAR = r"(?:农历|阴历|阳历|公历|旧历)?"
_DAY = rf"{_LUNAR}(?:{DATE}|{YEAR}的?{MONTH}|{MONTH}[^,。了吗]{{0,4}}|{YEAR}(?!代|前|后|级))"
_ANNIVERSARY = any_of("结婚纪念日 纪念日 恋爱纪念日 忌日 领证纪念日")


def _is_day(hit: Hit) -> bool:
    return not any(word in hit.plain("value") for word in ("什么", "哪", "几号", "几月", "送", "想", "快乐", "聚"))


def _says_age(hit: Hit) -> bool:
    return hit.clause.subject.stated or "今年" in hit.clause.body or hit.clause.subject.kind == "me"


def _birthday(text: str, key: str = "生日", **more: object) -> Rule:
    return Rule("birthday", "fact", pattern(text), key=key, importance=0.8, **{"about": SOMEBODY, "accept": _is_day, **more})  # type: ignore[arg-type]


ZH = (
    _birthday(rf"(?:[和跟与].{{1,8}}?)?(?:的)?(?P<key>{_ANNIVERSARY})(?:就)?(?:是|在|:)?(?P<value>[^,。]{{2,16}})$", "", where="rest"),
    _birthday(rf"(?:的)?{_LUNAR}(?:生日|生辰)(?:就)?(?:是|在|:|跟|和)?(?P<value>{_DAY}(?!.*不是)[^,。]{{0,6}}?|[^,。]{{2,14}}?)(?:[,]?(?:而)?不是[^,。]{{1,12}})?$", where="rest", about=SOMEBODY),
    _birthday(rf"(?P<value>{_DAY})(?:是|就是)?(?:我|你)?(?:的)?(?:过)?生日(?:的|了)?$", where="body"),
    _birthday(rf"(?:是)?(?P<value>{_DAY})(?:出生|生)(?:的|人)?$", "出生日期", where="rest"),
    _birthday(rf"(?:是)?(?:出生|生)(?:于|在)(?P<value>{_DAY}[^,。]{{0,4}})$", "出生日期"),
    _birthday(r"(?:是)?(?P<value>(?:19|20)?\d\d年?)(?:年的|的|后|年生)(?:人|了)?$", "出生年份", about=SOMEBODY, where="rest"),
    _birthday(r"属(?P<value>[鼠牛虎兔龙蛇马羊猴鸡狗猪])(?:的)?$", "属相"),
    _birthday(rf"(?:是)?(?P<value>{_SIGNS})(?:的|男|女)*$", "星座", where="rest"),
    _birthday(rf"(?:是)?(?:已经|都|快|刚|才|马上)*(?:满|过)?(?P<value>{NUMBER}(?:周)?岁(?:半)?)(?:了|出头|多)*$", "年龄", about=ME, accept=_says_age),
)  # fmt: skip

_DAY_EN = rf"(?:the )?(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? {MONTH_EN}|{MONTH_EN}(?: the)? \d{{1,2}}(?:st|nd|rd|th)?|{MONTH_EN}|\d{{1,4}}[-/]\d{{1,2}}(?:[-/]\d{{1,4}})?)(?:,? \d{{4}})?"
EN = (
    _birthday(rf"(?:(?:my|our)\s)?birthday(?: is|'s) (?:on |in )?(?P<value>{_DAY_EN}|[a-z][^,]{{2,24}})$", "birthday", where="rest"),
    _birthday(rf"(?:were |was )?born (?:on |in )(?P<value>{_DAY_EN}|(?:19|20)\d\d)(?: in .*)?$", "date of birth", about=ANY, where="core"),
    _birthday(rf"(?:(?:my|our)\s)?(?:wedding )?anniversary(?: is|'s) (?:on )?(?P<value>{_DAY_EN})$", "anniversary", where="rest"),
    _birthday(r"(?P<value>\d{2}|[a-z]+(?:-[a-z]+)?) years old$", "age", about=ME_ALOUD),
    _birthday(r"(?P<value>[1-9]\d)$", "age", about=ME),
    _birthday(r"(?:just )?turn(?:ed|ing) (?P<value>\d{2}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-[a-z]+)?|eighteen|nineteen)\b.*$", "age", about=SOMEBODY),
    _birthday(r"an? (?P<value>aries|taurus|gemini|cancer|leo|virgo|libra|scorpio|sagittarius|capricorn|aquarius|pisces)$", "star sign"),
)  # fmt: skip
