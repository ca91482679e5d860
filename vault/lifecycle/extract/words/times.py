"""Words of time at the head of a clause, to look behind them. Which time they mean is not read here."""

from __future__ import annotations

from vault.lifecycle.extract.pattern import NUMBER, any_of, word_of

_DAYS = (
    "今天 今日 今晚 今早 今夜 明天 明日 明晚 明早 后天 大后天 昨天 昨日 昨晚 前天 前几天 这几天 过几天"
    " 过两天 那天 当天 第二天"
)
_SPANS = (
    "最近 近来 这阵子 这段时间 去年 今年 明年 后年 前年 年底 年初 年中 年前 年后 上半年 下半年 月底"
    " 月初 周末 周中 近期 将来 以后 今后 往后 未来"
)
_NOW = (
    "现在 目前 如今 眼下 这会儿 暂时 刚刚 刚才 刚 之前 以前 从前 后来 平时 平常 平日 工作日 平日里"
    " 一直以来 当时 小时候 从小"
)
_FESTIVALS = (
    "春节 过年 除夕 元旦 元宵 清明 五一 端午 中秋 国庆 双十一 圣诞节 圣诞 平安夜 情人节 寒假 暑假 假期 长假"
)
_PARTS = (
    "清晨 早晨 早上 上午 中午 午后 下午 傍晚 晚上 夜里 半夜 凌晨 夜晚 睡前 饭前 饭后 起床后 下班后"
    " 上班前 早餐 早饭 午餐 午饭 晚餐 晚饭 夜宵"
)
_WEEKDAY = r"[一二三四五六日天1-7]"
WEEK = (
    rf"(?:(?:上上|下下|上|这|本|下)个?(?:周|星期|礼拜)(?:{_WEEKDAY}|末)?|(?:周|星期"
    rf"|礼拜){_WEEKDAY}(?:[到至]?(?:周|星期|礼拜)?{_WEEKDAY})?)"
)
MONTH = rf"(?:(?:上上|下下|上|这|本|下)个?月|{NUMBER}月份?)(?:初|底|末|中旬|上旬|下旬)?"
DATE = (
    r"(?:(?:\d{2,4}|[一二零九八七六五四三]{2,4}|去|今|明|后"
    rf"|前)年)?(?:{MONTH})?的?(?:{NUMBER}[号日](?!线|楼|店|门|院))"
)
YEAR = r"(?:(?:19|20)?\d\d|[一二][一二三四五六七八九零]{3})年"
CLOCK = rf"(?:{NUMBER}[点时](?:{NUMBER}分?|半|整|钟|一刻|三刻)?(?!儿|子|建议|意见)|\d{{1,2}}:\d\d)"
AGO = rf"{NUMBER}(?:天|周|个?星期|个?月|年|个?小时)(?:之?前|之?后|以前|以后|内)"
_EVERY = rf"每(?:{NUMBER})?(?:个)?(?:天|周|晚|早|月|年|日|星期|礼拜|季度|小时|次)"
_BEHIND = any_of("之前 以前 之后 以后 前 后 起 开始 左右 的时候 那天 期间 里 内 这天")

ONE_TIME_ZH = (
    rf"(?:{DATE}|{MONTH}|{YEAR}|{WEEK}|{AGO}|{CLOCK}"
    rf"|{any_of(_DAYS)}|{any_of(_SPANS)}|{any_of(_NOW)}|{any_of(_FESTIVALS)}|{any_of(_PARTS)})"
)
TIMES_ZH = rf"(?:(?:从|在|到|等|过完)?{ONE_TIME_ZH}(?:{_BEHIND})?[的,]?)+"
EVERY_ZH = rf"{_EVERY}(?:的)?(?:{_WEEKDAY}{{1,3}}(?![个只条次回趟场节]))?(?:{ONE_TIME_ZH})*"

_WEEKDAYS_EN = "monday tuesday wednesday thursday friday saturday sunday"
_MONTHS_EN = "january february march april may june july august september october november december"
WEEKDAY_EN = rf"{any_of(_WEEKDAYS_EN)}s?"
MONTH_EN = any_of(_MONTHS_EN)
_PHRASES_EN = (
    "today tonight tomorrow yesterday now currently lately recently nowadays these_days right_now"
    " at_the_moment this_morning"
    " this_evening this_afternoon last_night on_weekends at_weekends on_weekdays in_the_morning"
    " in_the_evening so_far"
    " for_now someday one_day originally formerly in_the_meantime"
)
TIMES_EN = (
    rf"(?:(?:{word_of(_PHRASES_EN)}|\b(?:on|by|before|until|since|in|next|last|this|every)\s+(?:the\s+)?"
    rf"(?:{WEEKDAY_EN}|{MONTH_EN}|week|weekend|month|year|spring|summer|autumn|fall|winter|day|night"
    r"|morning|evening)\b)[\s,]*)+"
)
