from __future__ import annotations

from datetime import datetime

import pytest

from tests.lifecycle.extract.saying import SAID, ZONE, resolve_time
from vault.lifecycle.extract.when import Dated, dated


@pytest.mark.parametrize(
    ("content", "written", "at"),
    [
        ("用户下周二体检", "用户下周二（2026-12-01）体检", "2026-12-01 00:00"),
        ("用户周五要交报告", "用户周五（2026-11-27）要交报告", "2026-11-27 00:00"),
        ("用户周五之前要交报告", "用户周五（2026-11-27）之前要交报告", "2026-11-27 00:00"),
        ("用户12月10日前要还书", "用户12月10日（2026-12-10）前要还书", "2026-12-10 00:00"),
        ("用户明天下午两点半面试", "用户明天下午两点半（2026-11-26）面试", "2026-11-26 14:30"),
        ("用户后天早上八点的飞机", "用户后天早上八点（2026-11-27）的飞机", "2026-11-27 08:00"),
        ("用户今晚7:30聚餐", "用户今晚7:30（2026-11-25）聚餐", "2026-11-25 19:30"),
        ("用户下个月结婚", "用户下个月（2026-12）结婚", "2026-12-01 00:00"),
        ("用户明年考研", "用户明年（2027）考研", "2027-01-01 00:00"),
        ("用户下周出差", "用户下周（2026-11-30 至 2026-12-06）出差", "2026-11-30 00:00"),
        ("会议改到周四下午三点", "会议改到周四下午三点（2026-11-26）", "2026-11-26 15:00"),
        ("用户2027年3月1日搬家", "用户2027年3月1日搬家", "2027-03-01 00:00"),
        (
            "Flight to Oslo tomorrow at 9:40",
            "Flight to Oslo tomorrow at 9:40 (2026-11-26)",
            "2026-11-26 09:40",
        ),
        ("Dentist on Friday at 3pm", "Dentist on Friday at 3pm (2026-11-27)", "2026-11-27 15:00"),
        ("Dinner with Sam on Friday at 7", "Dinner with Sam on Friday at 7 (2026-11-27)", "2026-11-27 19:00"),
        ("Moved to Thursday 3pm", "Moved to Thursday 3pm (2026-11-26)", "2026-11-26 15:00"),
        ("Home by December 10", "Home by December 10 (2026-12-10)", "2026-12-10 00:00"),
        ("File the taxes by April", "File the taxes by April (2027-04)", "2027-04-01 00:00"),
        ("Presents before Christmas", "Presents before Christmas (2026-12-25)", "2026-12-25 00:00"),
        (
            "Done by the end of May",
            "Done by the end of May (2027-05-21 to 2027-05-31)",
            "2027-05-31 00:00",
        ),
        (
            "用户年底前要还清贷款",
            "用户年底（2026-11-01 至 2026-12-31）前要还清贷款",
            "2026-12-31 00:00",
        ),
        ("用户国庆前装修完", "用户国庆（2027-10-01 至 2027-10-07）前装修完", "2027-10-01 00:00"),
        ("用户两周后去日本", "用户两周后（2026-12-06 至 2026-12-12）去日本", "2026-12-06 00:00"),
        ("用户月底要交材料", "用户月底（2026-11-21 至 2026-11-30）要交材料", "2026-11-21 00:00"),
        ("用户月底之前要交材料", "用户月底（2026-11-21 至 2026-11-30）之前要交材料", "2026-11-30 00:00"),
        ("12am tomorrow", "12am tomorrow (2026-11-26)", "2026-11-26 00:00"),
    ],
)
def test_a_plan(content: str, written: str, at: str) -> None:
    result = dated(content, SAID, resolve_time, ahead=True)
    assert result.content == written
    assert f"{result.at:%Y-%m-%d %H:%M}" == at


def test_the_past_stays_in_the_past() -> None:
    result = dated("用户周五去了上海", SAID, resolve_time, ahead=False)
    assert result.at == datetime(2026, 11, 20, tzinfo=ZONE)


def test_the_present_gets_no_date() -> None:
    assert dated("用户最近在学吉他", SAID, resolve_time, ahead=False).content == "用户最近在学吉他"


def test_what_comes_back_each_year_is_left_alone() -> None:
    def yearly(content: str) -> str:
        return dated(content, SAID, resolve_time, ahead=False, only_relative=True).content

    assert yearly("用户的生日是3月14号") == "用户的生日是3月14号"
    assert yearly("下个月18号用户的生日") == "下个月18号（2026-12-18）用户的生日"


def test_without_a_time_of_saying_nothing_is_resolved() -> None:
    assert dated("用户明天面试", None, resolve_time, ahead=True).content == "用户明天面试"


def test_no_time_no_date() -> None:
    result = dated("用户不吃香菜", SAID, resolve_time, ahead=True)
    assert (result.content, result.at) == ("用户不吃香菜", None)


def test_a_span_outside_the_text_is_not_believed() -> None:
    class Odd:
        start = end = SAID
        span = (3, 99)

    assert dated("明天", SAID, lambda *_: Odd(), ahead=True).content == "明天"


@pytest.mark.parametrize("content", ["用户五月前要还书", "用户每月底要对账", "Finish before summer"])
def test_a_limit_that_cannot_be_read_is_no_time(content: str) -> None:
    assert dated(content, SAID, resolve_time, ahead=True) == Dated(content, None)
