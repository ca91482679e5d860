"""Patterns for the parts of English time phrases. What they mean together is `time_phrase_en`.

`may`, `march`, `spring` and `fall` are also everyday words, so no pattern here is a phrase by itself.
"""

from __future__ import annotations

from vault.recall.calendar_span import DayPart, Season, Unit

MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MONTH = (
    r"(?P<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEEKDAY = (
    r"(?P<weekday>monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues?|wed|thu(?:rs?)?|fri)\b"
)
DAY_NUMBER = (
    r"(?P<day>3[01]|[12]\d|0?[1-9])(?P<ordinal>st|nd|rd|th)?\b(?![:%])(?!\s*(?:[ap]m\b|people|times|percent))"
)
YEAR = r"(?P<year>(?:19|20)\d\d)\b(?![:%])"
STEP = r"(?P<step>last|previous|this|current|next)"
STEPS = {"last": -1, "previous": -1, "this": 0, "current": 0, "next": 1}
YEAR_OR_STEP = rf"(?:{YEAR}|(?P<yearstep>last|this|next)\s+year\b)"

PARTS: dict[str, DayPart] = {
    "morning": "morning", "noon": "noon", "afternoon": "afternoon", "evening": "evening", "night": "evening",
}  # fmt: skip
PART = r"(?P<part>morning|noon|afternoon|evening|night)\b"
PLACE = r"(?P<place>early|mid|late|(?:the\s+)?(?:start|beginning|middle|end)\s+of)[\s-]+(?:the\s+)?"

SEASONS: dict[str, Season] = {
    "spring": "spring", "summer": "summer", "autumn": "autumn", "fall": "autumn", "winter": "winter",
}  # fmt: skip
SEASON = r"(?P<season>spring|summer|autumn|fall|winter)\b(?!\s(?:festival|semester|break|apart|asleep))"
FESTIVAL_NAMES = {
    "new year's eve": "new year's eve", "new year's day": "new year", "new year": "new year",
    "chinese new year": "spring festival", "lunar new year": "spring festival",
    "spring festival": "spring festival", "valentine's day": "valentine", "easter": "easter",
    "qingming": "qingming", "dragon boat festival": "dragon boat", "mid-autumn festival": "mid-autumn",
    "national day": "national", "halloween": "halloween", "thanksgiving": "thanksgiving",
    "christmas eve": "christmas eve", "christmas": "christmas", "mother's day": "mothers",
    "father's day": "fathers",
}  # fmt: skip
FESTIVAL = (
    rf"(?<!happy\s)(?<!merry\s)(?P<festival>{'|'.join(sorted(FESTIVAL_NAMES, key=len, reverse=True))})\b"
    r"(?!(?:'s)?\s(?:trees?|carols?|cards?|songs?|resolutions?|island|eggs?)\b)"
)

NUMBERS = {
    word: number
    for number, word in enumerate(
        ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"), 1
    )
} | {"a": 1, "an": 1}
NUMBER = rf"(?P<n>\d{{1,3}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})"
FEW = r"(?P<few>(?:a\s+)?few|several|some|many|a\s+couple(?:\s+of)?|couple\s+of)"
FEW_COUNTS: dict[Unit, int] = {"day": 7, "week": 4, "month": 6, "year": 5}
"""How many units `the last few …` stands for."""
UNITS: dict[str, Unit] = {"day": "day", "week": "week", "month": "month", "year": "year"}
UNIT = r"(?P<unit>day|week|month|year)s?\b"
