"""What the words beside a number say that it is: a telephone number, a card, an order, an amount."""

from __future__ import annotations

import re

PHONE_WORDS: tuple[str, ...] = (
    "电话", "電話", "手机", "手機", "座机", "联系方式", "联系人", "致电", "拨打", "来电", "热线", "传真",
    "微信",
    "打给", "收件人", "找他", "找她", "联系", "聯絡", "tel", "phone", "mobile", "cell", "call", "fax",
    "whatsapp", "wechat",
    "text me", "reach me", "ring",
)  # fmt: skip
ID_WORDS: tuple[str, ...] = (
    "身份证",
    "身份證",
    "证件号",
    "身份证号",
    "公民身份",
    "id card",
    "identity",
    "national id",
)
CARD_WORDS: tuple[str, ...] = (
    "银行卡", "銀行卡", "信用卡", "储蓄卡", "借记卡", "工资卡", "卡号", "卡號", "账号", "帐号", "账户",
    "尾号", "转账", "打款", "汇款", "收款",
    "card", "account", "visa", "mastercard", "amex", "unionpay", "银联",
)  # fmt: skip
OTHER_WORDS: tuple[str, ...] = (
    "订单", "訂單", "单号", "单子", "运单", "流水", "编号", "編號", "工号", "学号", "会员", "群号", "群",
    "qq", "号段",
    "isbn", "issn", "doi", "版本", "version", "release", "时间戳", "timestamp", "unix", "order", "tracking",
    "invoice", "发票", "sku",
    "型号", "序列号", "serial", "imei", "票号", "车次", "条码", "条形码", "barcode", "ean", "upc", "commit",
    "hash", "md5", "sha", "端口", "port",
    "ticket", "issue", "build", "金额", "价格", "总价", "余额", "坐标", "经度", "纬度", "lat", "lon", "lng",
    "合同", "案号", "税号", "圆周率", "pi",
    "case", "job", "run", "batch", "pid", "uid", "id", "seq", "offset", "bytes", "ref", "size", "hz", "房号",
    "商品", "货号", "批号", "用户数",
    "总数", "一共", "共", "number of", "total", "population", "人口", "彩票", "开奖", "种子", "seed",
    "随机数", "批次", "epoch", "random", "页码", "页", "page", "pages", "pp", "比赛", "期号", "号期",
)  # fmt: skip


def _any_of(words: tuple[str, ...]) -> re.Pattern[str]:
    """Matches wherever one of them begins, the longest of those that begin there."""
    longest_first = sorted(words, key=len, reverse=True)
    each = (rf"(?<![a-z]){re.escape(w)}(?![a-z])" if w.isascii() else re.escape(w) for w in longest_first)
    return re.compile(rf"(?=({'|'.join(each)}))")


_ALL_WORDS = tuple((words, _any_of(words)) for words in (PHONE_WORDS, ID_WORDS, CARD_WORDS, OTHER_WORDS))
_BEFORE = 16
_SENTENCE_END = re.compile(r"[。！？；!?;\n]|(?<!\bpp)(?<!\bp)(?<!\bno)(?<!\btel)\.\s")
_UNIT_BEHIND = re.compile(
    r"\s?(?:元|块|圆|万|亿|人(?!民)|次|件|个|颗|字|年|天|倍|米|克|行|条|%|°|度|美元|日元|欧元|毫秒|秒|rmb\b"
    r"|cny\b|usd\b|bytes?\b|[kmgt]i?b\b"
    r"|ms\b|km\b|kg\b|hz\b|tokens?\b|rows?\b|users?\b|people\b|dollars?\b|yuan\b|years?\b|times\b|lines?\b)",
    re.IGNORECASE,
)
_CURRENCY_BEFORE = re.compile(r"[¥￥$€£]\s?$")


def said_before(text: str, start: int) -> tuple[str, ...]:
    """The group of words (`PHONE_WORDS`, …) whose word stands closest before `start`, or `()` when none does.

    Looks back 16 characters at most, and not beyond the end of a sentence.
    """
    before = _SENTENCE_END.split(text[max(0, start - _BEFORE) : start].casefold())[-1]
    best = -1
    found: tuple[str, ...] = ()
    for words, pattern in _ALL_WORDS:
        end = max((match.end(1) for match in pattern.finditer(before)), default=-1)
        if end > best:
            best, found = end, words
    return found


def is_amount(text: str, start: int, end: int) -> bool:
    """Whether a currency sign before it or a unit behind it makes the number an amount."""
    return bool(_UNIT_BEHIND.match(text, end) or _CURRENCY_BEFORE.search(text[max(0, start - 2) : start]))
