"""On which day a festival falls: fixed days, the Chinese lunar calendar, Easter and its like.

No words here: the names by which people call a festival are in `time_phrase_zh` and `time_phrase_en`.
"""

from __future__ import annotations

from datetime import date, timedelta

from vault.recall.calendar_span import Span, Yearly, day, days

_FIRST_LUNAR_YEAR, _LAST_LUNAR_YEAR = 1970, 2099
_LUNAR_YEARS = """
    480b69 34b752 5a0b52 420b25 2c964b 520a4b 3d14ab 6002ad 4a056d 36cb69 5c0da9 460d92 309d25
    560d25 415a4d 640a56 4e02b6 38c5b5 5e06d5 480ea9 34be92 5a0e92 440d26 2c6a56 500a57 3d14d6
    62035a 4a06d5 36b6c9 5c0749 460693 2e952b 54052b 3e0a5b 2a555a 4e056a 38fb55 600ba4 4a0b49
    32ba93 580a95 42052d 2c8aad 500ab5 3d35aa 6205d2 4c0da5 36dd4a 5c0d4a 460c95 30952e 540556
    3e0ab5 2a55b2 5006d2 38cea5 5e0725 48064b 32ac97 560cab 42055a 2c6ad6 520b69 3d7752 620b52
    4c0b25 36da4b 5a0a4b 4404ab 2ea55b 5405ad 3e0b6a 2a5b52 500d92 3afd25 5e0d25 480a55 32b4ad
    5804b6 4005b5 2c6daa 520ec9 3f1e92 620e92 4c0d26 36ca56 5a0a57 4404d6 2e86d5 540755 400749
    286e93 4e0693 38f52b 5e052b 460a5b 32b55a 58056a 420b65 2c974a 520b4a 3d1a95 620a95 4a052d
    34caad 5a0ab5 4605aa 2e8ba5 540da5 400d4a 2a7c95 4e0c96 38f94e 5e0556 480ab5 32b5b2 5806d2
    420ea5 2e8e4a 50068b 3b0c97 6004ab 4a055b 34cad6 5a0b6a 460752 309725 540b45 3e0a8b 28549b
"""
"""One lunar year each, from 1970 to 2099, in base 16: bits 0 to 12 say of each of its months whether it
has 30 days (else 29), bits 13 to 16 which month is followed by its leap month (0: none), the rest how
many days after 1 January it begins. GB/T 33661-2017; the figures come from lunar_python 1.4.8 (MIT)."""


def lunar_day(year: int, month: int, day_number: int) -> date:
    """The day of the common calendar for a day of the Chinese one (leap months are not asked for).

    Raises:
        ValueError: a year outside 1970 to 2099, or no such month.
    """
    if not _FIRST_LUNAR_YEAR <= year <= _LAST_LUNAR_YEAR or not 1 <= month <= 12:
        raise ValueError(f"no lunar month {month} of {year} in the table")
    facts = int(_LUNAR_YEARS.split()[year - _FIRST_LUNAR_YEAR], 16)
    begin, leap, long_months = facts >> 17, facts >> 13 & 15, facts & 0x1FFF
    months_before = month - 1 + (1 if leap and month > leap else 0)
    passed = sum(29 + (long_months >> index & 1) for index in range(months_before))
    return date(year, 1, 1) + timedelta(days=begin + passed + day_number - 1)


def lunar_month(year: int, month: int) -> Span:
    """A month of the Chinese calendar."""
    following = lunar_day(year, month + 1, 1) if month < 12 else lunar_day(year + 1, 1, 1)
    return days(lunar_day(year, month, 1), following)


def tomb_sweeping(year: int) -> date:
    """Qingming, the day on which the sun reaches 15° (the usual formula, right for 1970 to 2099)."""
    of_century = year % 100
    start = 4.81 if year >= 2000 else 5.59
    return date(year, 4, int(of_century * 0.2422 + start) - of_century // 4)


def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar (Meeus/Jones/Butcher)."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    correction = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 22 * correction) // 451
    month, day_before = divmod(h + correction - 7 * m + 114, 31)
    return date(year, month, day_before + 1)


def nth_weekday(year: int, month: int, weekday: int, number: int) -> date:
    """The `number`-th Monday (0) … Sunday (6) of a month."""
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (number - 1))


def _fixed(month: int, day_number: int, length: int = 1) -> Yearly:
    return lambda year: day(date(year, month, day_number), length)


def _lunar(month: int, day_number: int, length: int = 1) -> Yearly:
    return lambda year: day(lunar_day(year, month, day_number), length)


FESTIVALS: dict[str, Yearly] = {
    "new year": _fixed(1, 1),
    "valentine": _fixed(2, 14),
    "women": _fixed(3, 8),
    "qingming": lambda year: day(tomb_sweeping(year)),
    "labour": _fixed(5, 1, 5),
    "children": _fixed(6, 1),
    "teachers": _fixed(9, 10),
    "national": _fixed(10, 1, 7),
    "halloween": _fixed(10, 31),
    "singles": _fixed(11, 11),
    "christmas eve": _fixed(12, 24),
    "christmas": _fixed(12, 25),
    "new year's eve": _fixed(12, 31),
    "spring festival": lambda year: day(lunar_day(year, 1, 1) - timedelta(days=1), 8),
    "spring festival eve": lambda year: day(lunar_day(year, 1, 1) - timedelta(days=1)),
    "lantern": _lunar(1, 15),
    "dragon boat": _lunar(5, 5),
    "qixi": _lunar(7, 7),
    "mid-autumn": _lunar(8, 15),
    "double ninth": _lunar(9, 9),
    "easter": lambda year: day(easter(year) - timedelta(days=2), 4),
    "mothers": lambda year: day(nth_weekday(year, 5, 6, 2)),
    "fathers": lambda year: day(nth_weekday(year, 6, 6, 3)),
    "thanksgiving": lambda year: day(nth_weekday(year, 11, 3, 4)),
    "summer holidays": lambda year: days(date(year, 7, 1), date(year, 9, 1)),
}
"""What gives the days of a festival in a year. National holidays span the free days that have been usual
in China: five in May, seven in October, the eve and the first seven days of the Spring Festival."""
