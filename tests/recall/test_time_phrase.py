"""Every case is asked on Wednesday 25 November 2026, 15:30 in Shanghai, unless it says otherwise."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vault.recall.time_phrase import MAX_CHARACTERS, TimeWindow, parse_time_phrase

SHANGHAI = ZoneInfo("Asia/Shanghai")
NOW = datetime(2026, 11, 25, 15, 30, tzinfo=SHANGHAI)


def parse(text: str, now: datetime = NOW, zone: tzinfo = SHANGHAI) -> TimeWindow | None:
    return parse_time_phrase(text, now, zone)


def wall(moment: datetime) -> str:
    """`2026-11-25`, or with the hour when it is not midnight."""
    return f"{moment:%Y-%m-%d}" if f"{moment:%H%M}" == "0000" else f"{moment:%Y-%m-%d %H:%M}"


def window(text: str, now: datetime = NOW, zone: tzinfo = SHANGHAI) -> tuple[str, str]:
    found = parse(text, now, zone)
    assert found is not None, text
    return wall(found.start), wall(found.end)


CHINESE = [
    # days
    ("今天", "2026-11-25", "2026-11-26"),
    ("昨天说的那本书", "2026-11-24", "2026-11-25"),
    ("昨日", "2026-11-24", "2026-11-25"),
    ("昨儿个我吃了什么", "2026-11-24", "2026-11-25"),
    ("前天", "2026-11-23", "2026-11-24"),
    ("大前天", "2026-11-22", "2026-11-23"),
    ("明天有什么安排", "2026-11-26", "2026-11-27"),
    ("后天", "2026-11-27", "2026-11-28"),
    ("大后天的会", "2026-11-28", "2026-11-29"),
    # parts of a day
    ("昨晚", "2026-11-24 17:00", "2026-11-25 06:00"),
    ("昨天晚上我梦见了什么", "2026-11-24 17:00", "2026-11-25 06:00"),
    ("今早", "2026-11-25 05:00", "2026-11-25 12:00"),
    ("今天上午", "2026-11-25 05:00", "2026-11-25 12:00"),
    ("今天凌晨", "2026-11-25", "2026-11-25 06:00"),
    ("前天下午", "2026-11-23 12:00", "2026-11-23 18:00"),
    ("明早", "2026-11-26 05:00", "2026-11-26 12:00"),
    ("今晚", "2026-11-25 17:00", "2026-11-26 06:00"),
    ("昨天晚饭吃了什么", "2026-11-24", "2026-11-25"),
    ("早上我说了什么", "2026-11-25 05:00", "2026-11-25 12:00"),
    ("下午提过的那家店", "2026-11-25 12:00", "2026-11-25 18:00"),
    # weeks
    ("我上周在弄什么脚本", "2026-11-16", "2026-11-23"),
    ("上个星期", "2026-11-16", "2026-11-23"),
    ("上星期", "2026-11-16", "2026-11-23"),
    ("上礼拜去了哪", "2026-11-16", "2026-11-23"),
    ("上一周", "2026-11-16", "2026-11-23"),
    ("上上周", "2026-11-09", "2026-11-16"),
    ("本周", "2026-11-23", "2026-11-30"),
    ("这周的进度", "2026-11-23", "2026-11-30"),
    ("下周", "2026-11-30", "2026-12-07"),
    ("下下个星期", "2026-12-07", "2026-12-14"),
    ("上周五", "2026-11-20", "2026-11-21"),
    ("上周一起床晚了", "2026-11-16", "2026-11-23"),
    ("上周五天气很好", "2026-11-20", "2026-11-21"),
    ("上周日", "2026-11-22", "2026-11-23"),
    ("上星期天下雨了", "2026-11-16", "2026-11-23"),
    ("下周三", "2026-12-02", "2026-12-03"),
    ("下周三下午开会", "2026-12-02 12:00", "2026-12-02 18:00"),
    ("这周二", "2026-11-24", "2026-11-25"),
    ("本周六", "2026-11-28", "2026-11-29"),
    ("周五我去了哪里", "2026-11-20", "2026-11-21"),
    ("周三聊了什么", "2026-11-18", "2026-11-19"),
    ("周二", "2026-11-24", "2026-11-25"),
    ("星期天", "2026-11-22", "2026-11-23"),
    ("周五打算干什么", "2026-11-27", "2026-11-28"),
    ("这周末", "2026-11-28", "2026-11-30"),
    ("这个周末", "2026-11-28", "2026-11-30"),
    ("上周末", "2026-11-21", "2026-11-23"),
    ("上个周末爬了山", "2026-11-21", "2026-11-23"),
    ("下周末", "2026-12-05", "2026-12-07"),
    ("周末去了哪", "2026-11-21", "2026-11-23"),
    ("周末打算去哪", "2026-11-28", "2026-11-30"),
    # months
    ("上个月", "2026-10-01", "2026-11-01"),
    ("上月", "2026-10-01", "2026-11-01"),
    ("上上个月", "2026-09-01", "2026-10-01"),
    ("这个月", "2026-11-01", "2026-12-01"),
    ("本月", "2026-11-01", "2026-12-01"),
    ("下个月的体检", "2026-12-01", "2027-01-01"),
    ("上个月底", "2026-10-21", "2026-11-01"),
    ("上个月初", "2026-10-01", "2026-10-11"),
    ("上个月3号", "2026-10-03", "2026-10-04"),
    ("三月份", "2026-03-01", "2026-04-01"),
    ("十二月", "2025-12-01", "2026-01-01"),
    ("一月我在哪", "2026-01-01", "2026-02-01"),
    ("11月", "2026-11-01", "2026-12-01"),
    ("八月中旬", "2026-08-11", "2026-08-21"),
    ("去年三月", "2025-03-01", "2025-04-01"),
    ("去年的三月份", "2025-03-01", "2025-04-01"),
    ("去年3月底", "2025-03-21", "2025-04-01"),
    ("今年一月", "2026-01-01", "2026-02-01"),
    ("明年一月", "2027-01-01", "2027-02-01"),
    ("2025年10月", "2025-10-01", "2025-11-01"),
    ("25年10月", "2025-10-01", "2025-11-01"),
    ("二〇二五年十月", "2025-10-01", "2025-11-01"),
    ("二零二四年", "2024-01-01", "2025-01-01"),
    ("正月", "2026-02-17", "2026-03-19"),
    # dates
    ("10月3号", "2026-10-03", "2026-10-04"),
    ("十月三日", "2026-10-03", "2026-10-04"),
    ("12月3日", "2025-12-03", "2025-12-04"),
    ("12月3日的安排", "2026-12-03", "2026-12-04"),
    ("十月廿三号", "2026-10-23", "2026-10-24"),
    ("2025年10月3日晚上", "2025-10-03 17:00", "2025-10-04 06:00"),
    ("２０２５年１０月３日", "2025-10-03", "2025-10-04"),
    ("2025 年 10 月 3 日", "2025-10-03", "2025-10-04"),
    ("三月三日", "2026-03-03", "2026-03-04"),
    ("去年三月八号", "2025-03-08", "2025-03-09"),
    # years and their parts
    ("去年", "2025-01-01", "2026-01-01"),
    ("前年", "2024-01-01", "2025-01-01"),
    ("大前年", "2023-01-01", "2024-01-01"),
    ("今年", "2026-01-01", "2027-01-01"),
    ("2025年13月", "2025-01-01", "2026-01-01"),
    ("2025年2月30日", "2025-01-01", "2026-01-01"),
    ("明年", "2027-01-01", "2028-01-01"),
    ("2024年去过哪些地方", "2024-01-01", "2025-01-01"),
    ("去年年底", "2025-11-01", "2026-01-01"),
    ("去年底", "2025-11-01", "2026-01-01"),
    ("今年年初", "2026-01-01", "2026-03-01"),
    ("年初定的目标", "2026-01-01", "2026-03-01"),
    ("今年上半年", "2026-01-01", "2026-07-01"),
    ("去年第三季度", "2025-07-01", "2025-10-01"),
    ("去年夏天", "2025-06-01", "2025-09-01"),
    ("去年的春天", "2025-03-01", "2025-06-01"),
    ("今年春天", "2026-03-01", "2026-06-01"),
    ("去年冬天", "2025-12-01", "2026-03-01"),
    ("上个冬天", "2025-12-01", "2026-03-01"),
    ("夏天的时候", "2026-06-01", "2026-09-01"),
    # festivals
    ("国庆去了哪", "2026-10-01", "2026-10-08"),
    ("去年国庆节", "2025-10-01", "2025-10-08"),
    ("十一长假", "2026-10-01", "2026-10-08"),
    ("五一假期", "2026-05-01", "2026-05-06"),
    ("春节", "2026-02-16", "2026-02-24"),
    ("去年春节", "2025-01-28", "2025-02-05"),
    ("2024年春节", "2024-02-09", "2024-02-17"),
    ("除夕", "2026-02-16", "2026-02-17"),
    ("元宵节", "2026-03-03", "2026-03-04"),
    ("端午节", "2026-06-19", "2026-06-20"),
    ("中秋", "2026-09-25", "2026-09-26"),
    ("清明节", "2026-04-05", "2026-04-06"),
    ("元旦", "2026-01-01", "2026-01-02"),
    ("元旦打算去哪玩", "2027-01-01", "2027-01-02"),
    ("双十一买了什么", "2026-11-11", "2026-11-12"),
    ("暑假", "2026-07-01", "2026-09-01"),
    # counted from now
    ("三天前", "2026-11-22", "2026-11-23"),
    ("3天以前", "2026-11-22", "2026-11-23"),
    ("十二天前", "2026-11-13", "2026-11-14"),
    ("两周前", "2026-11-08", "2026-11-15"),
    ("两个星期前", "2026-11-08", "2026-11-15"),
    ("三个月前", "2026-08-10", "2026-09-10"),
    ("半年前", "2026-05-10", "2026-06-10"),
    ("半个月前", "2026-11-08", "2026-11-15"),
    ("一年前", "2025-05-26", "2026-05-28"),
    ("一年半前", "2025-05-10", "2025-06-10"),
    ("几天前", "2026-11-16", "2026-11-24"),
    ("几个月前", "2026-02-25", "2026-09-26"),
    ("好几年前", "2017-11-25", "2024-11-26"),
    ("三天后", "2026-11-28", "2026-11-29"),
    ("两周后", "2026-12-06", "2026-12-13"),
    ("半小时前", "2026-11-25 14:45", "2026-11-25 15:15"),
    ("两个小时前", "2026-11-25 12:30", "2026-11-25 14:30"),
    ("刚才说的", "2026-11-25 13:30", "2026-11-25 15:31"),
    ("最近", "2026-10-27", "2026-11-26"),
    ("近来", "2026-10-27", "2026-11-26"),
    ("最近一个月", "2026-10-26", "2026-11-26"),
    ("最近半年", "2026-05-26", "2026-11-26"),
    ("近三年", "2023-11-26", "2026-11-26"),
    ("过去两周", "2026-11-12", "2026-11-26"),
    ("这几天", "2026-11-19", "2026-11-26"),
    ("前几天", "2026-11-18", "2026-11-25"),
    ("前两天", "2026-11-23", "2026-11-25"),
    ("这两天", "2026-11-24", "2026-11-26"),
    ("前阵子", "2026-08-27", "2026-11-20"),
    ("这段时间", "2026-10-27", "2026-11-26"),
    # limits and ranges
    ("今年三月以来", "2026-03-01", "2026-11-26"),
    ("去年国庆之后", "2025-10-01", "2026-11-26"),
    ("2025年以前", "2013-01-04", "2025-01-01"),
    ("国庆前", "2026-07-09", "2026-10-01"),
    ("三月份以前", "2025-02-22", "2026-03-01"),
    ("从三月到五月", "2026-03-01", "2026-06-01"),
    ("去年和今年", "2025-01-01", "2027-01-01"),
]

ENGLISH = [
    ("today", "2026-11-25", "2026-11-26"),
    ("what did I say yesterday?", "2026-11-24", "2026-11-25"),
    ("Yesterday's meeting", "2026-11-24", "2026-11-25"),
    ("the day before yesterday", "2026-11-23", "2026-11-24"),
    ("the day after tomorrow", "2026-11-27", "2026-11-28"),
    ("tomorrow morning", "2026-11-26 05:00", "2026-11-26 12:00"),
    ("yesterday evening", "2026-11-24 17:00", "2026-11-25 06:00"),
    ("last night", "2026-11-24 17:00", "2026-11-25 06:00"),
    ("tonight", "2026-11-25 17:00", "2026-11-26 06:00"),
    ("this morning", "2026-11-25 05:00", "2026-11-25 12:00"),
    ("last week", "2026-11-16", "2026-11-23"),
    ("LAST WEEK", "2026-11-16", "2026-11-23"),
    ("this week", "2026-11-23", "2026-11-30"),
    ("next week", "2026-11-30", "2026-12-07"),
    ("last weekend", "2026-11-21", "2026-11-23"),
    ("this weekend", "2026-11-28", "2026-11-30"),
    ("last month", "2026-10-01", "2026-11-01"),
    ("this month", "2026-11-01", "2026-12-01"),
    ("early last month", "2026-10-01", "2026-10-11"),
    ("at the end of last year", "2025-11-01", "2026-01-01"),
    ("last year", "2025-01-01", "2026-01-01"),
    ("what did I do on Friday", "2026-11-20", "2026-11-21"),
    ("where was I last Friday", "2026-11-20", "2026-11-21"),
    ("on Wednesday", "2026-11-18", "2026-11-19"),
    ("what will we do on Friday", "2026-11-27", "2026-11-28"),
    ("next Friday", "2026-12-04", "2026-12-05"),
    ("this Friday", "2026-11-27", "2026-11-28"),
    ("Tuesday of last week", "2026-11-17", "2026-11-18"),
    ("What did we talk about Monday?", "2026-11-23", "2026-11-24"),
    ("last spring", "2026-03-01", "2026-06-01"),
    ("last winter", "2025-12-01", "2026-03-01"),
    ("this fall", "2026-09-01", "2026-12-01"),
    ("in the summer of 2024", "2024-06-01", "2024-09-01"),
    ("the spring of last year", "2025-03-01", "2025-06-01"),
    ("in March", "2026-03-01", "2026-04-01"),
    ("in may", "2026-05-01", "2026-06-01"),
    ("in December", "2025-12-01", "2026-01-01"),
    ("in early March", "2026-03-01", "2026-03-11"),
    ("last March", "2026-03-01", "2026-04-01"),
    ("March 2025", "2025-03-01", "2025-04-01"),
    ("in February of last year", "2025-02-01", "2025-03-01"),
    ("Oct 3", "2026-10-03", "2026-10-04"),
    ("Oct. 3rd, 2025", "2025-10-03", "2025-10-04"),
    ("on 3 October 2025", "2025-10-03", "2025-10-04"),
    ("the 3rd of October", "2026-10-03", "2026-10-04"),
    ("on May 3", "2026-05-03", "2026-05-04"),
    ("2025-10-03", "2025-10-03", "2025-10-04"),
    ("2025/10/3", "2025-10-03", "2025-10-04"),
    ("2025.10.3", "2025-10-03", "2025-10-04"),
    ("2025-10-03T08:00:00Z", "2025-10-03", "2025-10-04"),
    ("2025-10", "2025-10-01", "2025-11-01"),
    ("in 2024", "2024-01-01", "2025-01-01"),
    ("Q3 2025", "2025-07-01", "2025-10-01"),
    ("Chinese New Year", "2026-02-16", "2026-02-24"),
    ("last Christmas", "2025-12-25", "2025-12-26"),
    ("Thanksgiving 2025", "2025-11-27", "2025-11-28"),
    ("at Easter", "2026-04-03", "2026-04-07"),
    ("two weeks ago", "2026-11-08", "2026-11-15"),
    ("3 days ago", "2026-11-22", "2026-11-23"),
    ("a month ago", "2026-10-10", "2026-11-10"),
    ("half a year ago", "2026-05-10", "2026-06-10"),
    ("a few days ago", "2026-11-16", "2026-11-24"),
    ("a couple of days ago", "2026-11-23", "2026-11-24"),
    ("months ago", "2026-02-25", "2026-09-26"),
    ("an hour ago", "2026-11-25 14:00", "2026-11-25 15:00"),
    ("the last 10 days", "2026-11-16", "2026-11-26"),
    ("over the past few weeks", "2026-10-29", "2026-11-26"),
    ("in the past month", "2026-10-26", "2026-11-26"),
    ("two weeks from now", "2026-12-06", "2026-12-13"),
    ("recently", "2026-10-27", "2026-11-26"),
    ("the other day", "2026-11-13", "2026-11-25"),
    ("since March", "2026-03-01", "2026-11-26"),
    ("before 2025", "2013-01-04", "2025-01-01"),
    ("the weekend before April 10, 2023", "2023-04-08", "2023-04-10"),
    ("the week before August 3, 2023", "2023-07-27", "2023-08-03"),
    ("two weeks before August 3, 2023", "2023-07-20", "2023-07-27"),
    ("the day after Christmas", "2025-12-26", "2025-12-27"),
    ("on the Monday before July 24, 2023", "2023-07-17", "2023-07-18"),
    ("the Friday after October 3", "2026-10-09", "2026-10-10"),
    ("between March and May", "2026-03-01", "2026-06-01"),
    ("from November to February", "2026-11-01", "2027-03-01"),
    ("from November to February 2025", "2024-11-01", "2025-03-01"),
]

NO_TIME = [
    "",
    "我养了什么宠物",
    "天天向上",
    "《今天》是谁写的诗",
    "我喜欢那首“昨天”",
    "明天系列的产品",
    "明天会更好怎么唱",
    "三天打鱼两天晒网",
    "一个月多少钱",
    "一月一次的例会",
    "三月前",
    "春天里是谁唱的",
    "五月天的歌",
    "二月河写了什么",
    "我喜欢夏天吗",
    "说明天气会变",
    "说明日期格式",
    "如今年轻人喜欢什么",
    "我妈妈今年多大年纪了",
    "张伟今年几岁",
    "晚上月亮很圆",
    "网上周边商品",
    "日本周边有什么国家",
    "以前天天跑步",
    "以后天气会好吗",
    "后天性近视",
    "聪明日本人",
    "李国庆是谁",
    "每周三做什么",
    "我周末一般做什么",
    "周一到周五",
    "周五福",
    "一天到晚",
    "三年级的老师",
    "90年代的歌",
    "3号楼在哪",
    "离我最近的地铁站在哪",
    "最近的医院",
    "最近一次体检结果",
    "附近三天有雨吗",
    "第三天前",
    "圣诞树放哪了",
    "大年初一是什么生肖",
    "补上周边的说明",
    "贴近日常生活",
    "前37年是谁在位",
    "1206年9月",
    "4-10月开放",
    "大大后天",
    "the song 'Yesterday' by the Beatles says \"yesterday\"",
    "at last I did it",
    "you may 3 times try",
    "may I ask you something",
    "they march 3 miles",
    "this may be wrong",
    "spring framework settings",
    "the fall of Rome",
    "the last week of school",
    "every Friday",
    "USA Today subscription",
    "version 2025.10.3.1",
    "call 2025-1034",
    "happy new year",
    "I saw the Christmas tree",
    "February 30, 2025",
]


@pytest.mark.parametrize(("text", "start", "end"), CHINESE, ids=[case[0] for case in CHINESE])
def test_chinese(text: str, start: str, end: str) -> None:
    assert window(text) == (start, end)


@pytest.mark.parametrize(("text", "start", "end"), ENGLISH, ids=[case[0] for case in ENGLISH])
def test_english(text: str, start: str, end: str) -> None:
    assert window(text) == (start, end)


@pytest.mark.parametrize("text", NO_TIME)
def test_what_only_looks_like_a_time(text: str) -> None:
    assert parse(text) is None


def test_traditional_script_means_the_same() -> None:
    """The converter is the one that the index uses."""
    opencc = pytest.importorskip("opencc")
    converters = [opencc.OpenCC(name) for name in ("s2t", "s2tw", "s2hk")]
    for text, start, end in CHINESE:
        for converter in converters:
            traditional = converter.convert(text)
            assert window(traditional) == (start, end), traditional


@pytest.mark.parametrize("text", [text for text in NO_TIME if not text.isascii()])
def test_traditional_script_has_the_same_traps(text: str) -> None:
    opencc = pytest.importorskip("opencc")
    assert parse(opencc.OpenCC("s2t").convert(text)) is None


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("我上周在弄什么脚本", "上周"),
        ("你记得去年三月的旅行吗", "去年三月"),
        ("我 上週五 去了 哪裡", "上週五"),
        ("２０２５年１０月３日那天", "２０２５年１０月３日"),
        ("2025 年 10 月 3 日那天", "2025 年 10 月 3 日"),
        ("昨天的晚上吃了什么", "昨天的晚上"),
        ("What did we discuss in March about the house?", "in March"),
        ("Where did I go last Friday evening?", "last Friday evening"),
        ("the book from two weeks ago", "two weeks ago"),
        ("what happened since March then", "since March"),
    ],
)
def test_span_is_what_to_cut_out(text: str, phrase: str) -> None:
    found = parse(text)
    assert found is not None
    assert text[slice(*found.span)] == phrase


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("今天天气真好。我上周在弄什么脚本？", "2026-11-16"),
        ("我上周五去了医院。今天想问医生叫什么", "2026-11-20"),
        ("今年想去的地方里，去年三月提过哪个", "2025-03-01"),
        ("去年说的话。前天说的话。", "2026-11-23"),
        ("今天聊聊，你还记得昨天吗", "2026-11-24"),
        ("I am free today. What did I do last week?", "2026-11-16"),
    ],
)
def test_of_several_phrases_the_one_asked_about_is_taken(text: str, start: str) -> None:
    assert window(text)[0] == start


@pytest.mark.parametrize(
    ("zone", "now", "text", "start", "end"),
    [
        # it is still the 24th in New York when it is the 25th in Shanghai
        ("America/New_York", "2026-11-25T04:30:00+00:00", "今天", "2026-11-24", "2026-11-25"),
        ("Asia/Shanghai", "2026-11-25T04:30:00+00:00", "今天", "2026-11-25", "2026-11-26"),
        ("Asia/Shanghai", "2026-11-24T16:30:00+00:00", "昨天", "2026-11-24", "2026-11-25"),
        ("Pacific/Auckland", "2026-12-31T11:30:00+00:00", "this year", "2027-01-01", "2028-01-01"),
        ("Asia/Kathmandu", "2026-11-29T18:20:00+00:00", "last week", "2026-11-23", "2026-11-30"),
    ],
)
def test_days_begin_at_the_midnight_of_the_vault(
    zone: str, now: str, text: str, start: str, end: str
) -> None:
    assert window(text, datetime.fromisoformat(now), ZoneInfo(zone)) == (start, end)


def test_a_day_has_23_or_25_hours_when_clocks_change() -> None:
    zone = ZoneInfo("America/New_York")
    lengths = {}
    for name, month, day in (("spring", 3, 9), ("autumn", 11, 2)):
        found = parse("yesterday", datetime(2026, month, day, 9, tzinfo=zone), zone)
        assert found is not None
        lengths[name] = (found.end.timestamp() - found.start.timestamp()) / 3600
    assert lengths == {"spring": 23, "autumn": 25}


def test_a_midnight_that_summer_time_skips() -> None:
    """Lebanon puts its clocks on at midnight: 29 March 2026 begins at one o'clock."""
    zone = ZoneInfo("Asia/Beirut")
    found = parse("今天", datetime(2026, 3, 29, 12, tzinfo=zone), zone)
    assert found is not None
    assert wall(found.start) == "2026-03-29 01:00"
    assert found.end - found.start.astimezone(timezone.utc) == timedelta(hours=23)


def test_hours_are_counted_in_real_time_when_clocks_change() -> None:
    zone = ZoneInfo("America/New_York")
    now = datetime(2026, 11, 1, 6, 10, tzinfo=timezone.utc)  # 01:10 for the second time
    found = parse("an hour ago", now, zone)
    assert found is not None
    assert found.start.astimezone(timezone.utc) == now - timedelta(minutes=90)
    assert found.end.astimezone(timezone.utc) == now - timedelta(minutes=30)


def test_winter_in_january_is_the_one_that_goes_on() -> None:
    now = datetime(2026, 1, 20, 12, tzinfo=SHANGHAI)
    assert window("今年冬天", now) == ("2025-12-01", "2026-03-01")
    assert window("this winter", now) == ("2025-12-01", "2026-03-01")
    assert window("去年冬天", now) == ("2024-12-01", "2025-03-01")


def test_weekend_on_a_sunday() -> None:
    sunday = datetime(2026, 11, 29, 10, tzinfo=SHANGHAI)
    assert window("周末去了哪", sunday) == ("2026-11-28", "2026-11-30")
    assert window("上周末去了哪", sunday) == ("2026-11-21", "2026-11-23")
    assert window("last weekend", sunday) == ("2026-11-21", "2026-11-23")


def test_29_february() -> None:
    assert window("2月29号") == ("2024-02-29", "2024-03-01")


def test_now_needs_a_timezone() -> None:
    with pytest.raises(ValueError, match="timezone"):
        parse("昨天", NOW.replace(tzinfo=None))


def test_only_the_beginning_of_a_very_long_text_is_read() -> None:
    assert parse("我" * MAX_CHARACTERS + "昨天") is None
    assert parse("我" * (MAX_CHARACTERS - 2) + "昨天") is not None


WORDS = sorted({text for text, *_ in CHINESE + ENGLISH} | set(NO_TIME)) + list(
    "年月日号周前后个半几两十廿0123456789 .-/:"
)
ZONES = ["Asia/Shanghai", "America/New_York", "Asia/Beirut", "Australia/Lord_Howe", "Pacific/Apia", "UTC"]


@given(
    pieces=st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=6)), max_size=5),
    now=st.datetimes(timezones=st.just(timezone.utc)),
    zone=st.sampled_from(ZONES).map(ZoneInfo),
)
def test_never_raises_and_never_an_empty_window(pieces: list[str], now: datetime, zone: tzinfo) -> None:
    text = "".join(pieces)
    try:
        now.astimezone(zone)
    except OverflowError:
        return
    found = parse_time_phrase(text, now, zone)
    if found is not None:
        assert found.start.timestamp() < found.end.timestamp()
        assert found.start.utcoffset() is not None
        first, behind = found.span
        assert 0 <= first < behind <= len(text)


@given(
    st.sampled_from([text for text, *_ in CHINESE + ENGLISH]),
    st.integers(-9000, 23000).map(lambda days: NOW + timedelta(days=days)),
)
def test_a_phrase_names_a_time_on_every_day(text: str, now: datetime) -> None:
    """What is a phrase today is one tomorrow; parts of today count once they have begun."""
    if text.startswith(("早上", "下午")):
        return
    assert parse(text, now) is not None
