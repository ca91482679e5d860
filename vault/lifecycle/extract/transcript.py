"""What others said, pasted into a message: minutes, chats with names and times, interviews, e-mails.

A label before a colon is a speaker when it is a name, somebody's role or kin,
or one of several such labels; `更正：`
and `Good news:` are none. Whoever says `我` or `I` behind a speaker's label is not the user.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vault.lifecycle.extract.pattern import any_of, word_set
from vault.lifecycle.extract.words.people import KIN_ZH, NOT_NAMES, OTHERS_ZH, SHORT_KIN_ZH, SURNAMES

_ROLES = any_of(
    "主持人 主持 采访者 受访者 采访人 受访人 记者 嘉宾 客户 客服 甲方 乙方 甲 乙 丙 面试官 候选人 医生"
    " 患者 病人 护士 秘书 发言人"
    " 用户 助手 系统 对方 房东 中介 卖家 买家 司机 乘客 律师 法官 家长 老师 学生 店员 店长 路人 旁白 讲师"
    " 听众 提问者 回答者"
)
_TITLES = any_of(
    "总 总监 经理 主任 老师 医生 律师 工 姐 哥 叔 姨 董 院长 局长 处长 科长 部长 校长 教授 博士 导 书记"
    " 主管 组长 队长 师傅 先生"
    " 女士 小姐 同学 秘书 助理 会计 编辑 记者 法官 警官 大夫"
)
_TOPICS = word_set(
    "方案 项目 任务 安排 金额 余额 路线 单位 成果 计划 时间 地点 管理 问题 情况 严重 金融 关系 能力 全部"
    " 应用 简介 简单 温馨 高考 高数"
    " 包括 支付 车型 车 房子 和平 路况 华为 方法 方向 成绩 成功 成就 程序 于是 毛病 万一 关键 关于 别名"
    " 凌晨 左边 白天 黄金 马上 钱"
    " 平时 平常 常住 安全 任职 向往 项 屈 习惯 宗教 应该 易过敏 时段 牛奶 牛肉 米饭 白酒 黄酒 鱼 茶"
    " 高血压 宠物 孩子 老家 父母 爸妈 朋友 家里 对象 老大 老二"
)
_NAME_ZH = (
    rf"(?:[{SURNAMES}](?:[\u4e00-\u9fff]{{1,2}}|{_TITLES})|[小老阿][\u4e00-\u9fff]"
    rf"|[\u4e00-\u9fff]{{1,3}}{_TITLES})"
)
_PERSON_ZH = rf"(?:{_NAME_ZH}|{_ROLES}|我?(?:{KIN_ZH}|{OTHERS_ZH}|{SHORT_KIN_ZH}))"
_TOPICS_EN = word_set(
    "update updates note notes ps p.s fyi fact facts news correction reminder edit address job work home"
    " family food health"
    " pets pet likes dislikes plans plan travel goals goal hobbies hobby age name location diet"
    " background context summary me"
    " question answer btw also disclaimer warning tip status tl;dr tldr problem issue example allergies"
    " allergy remember"
    " birthday phone email car city country today tomorrow yesterday monday tuesday wednesday thursday"
    " friday saturday sunday"
    " hi hello hey thanks ok okay yes no well so anyway actually honestly info about important todo memo"
    " task decision result"
    " truth confession reality point thing story situation experience breakfast lunch dinner morning"
    " evening weekend habit habits"
    " routine schedule height weight blood size major degree favourite favorite favourites favorites"
    " music sport sports books"
    " movies drinks drink coffee tea dog cat kids children wife husband partner family marital religion"
    " team project deadline"
    " conclusion reason language timezone education school occupation profession city interests preferences"
)
_ROLES_EN = word_set(
    "interviewer interviewee host guest customer agent doctor patient mom dad mum mother father boss user"
    " assistant system"
    " human ai bot caller operator narrator moderator speaker client support teacher student seller buyer"
    " landlord tenant"
)
_NAME_EN = r"[A-Z][\w'.-]{0,20}(?: (?:[A-Z][\w'.-]{0,20}|\d{1,2})){0,2}|[a-z][\w.-]{1,15}(?: \d{1,2})?"
_TIME = (
    r"(?:\d{1,4}[-/.年]\d{1,2}[-/.月](?:\d{1,4}日?)?,?[ \t]{0,4})?(?:上午|下午|晚上"
    r"|凌晨)?[ \t]{0,4}\d{1,2}:\d\d(?::\d\d)?(?:[ \t]{0,4}[AaPp]\.?[Mm]\.?)?"
)
_LABEL = re.compile(
    rf"(?:^"
    rf"|(?<=[。！？!?.\n；;]))[ \t]{{0,8}}(?:[-*•][ \t]{{0,4}})?"
    rf"(?:\[?{_TIME}\]?[ \t]{{0,4}}[-–]?[ \t]{{0,4}})?"
    rf"(?:[【\[](?P<bracket>[^】\]\n:：]{{1,16}})[】\]][ \t]{{0,4}}[:：]?"
    rf"|(?P<name>[\u4e00-\u9fffA-Za-z][^\n:：,，。!！?？]{{0,24}}?)[ \t]{{0,4}}(?:[（(][ \t]{{0,4}}(?:{_TIME}"
    rf"|[^()（）\n]{{1,12}})[ \t]{{0,4}}[)）])?[ \t]{{0,4}}[:：](?!//|\d))",
    re.MULTILINE,
)
_HEADER = re.compile(
    rf"^[ \t]{{0,8}}(?:[^\s:：,，。!?][^:：,，。!?\n]{{0,20}}?[ \t]{{1,8}}{_TIME}"
    rf"|{_TIME}[ \t]{{1,8}}[^\s:：,，。!?\d][^:：,，。!?\n]{{0,14}})[ \t]{{0,8}}$",
    re.MULTILINE,
)
"""A line with a name and a time, as chats are copied; what is said stands below."""
_STAMPED = re.compile(r"^[ \t]{0,8}\[?\d{1,2}:\d\d:\d\d(?:[.,]\d{1,3})?\]?[ \t]+(?:-->)?\S", re.MULTILINE)
_BEGINS = re.compile(
    r"^.{0,12}(?:聊天记录|群聊记录|会议纪要|会议记录|访谈记录|对话记录|通话记录|录音文字|采访稿"
    r"|邮件(?:如下|原文|内容)|原文如下|转发)[^\n。]{0,12}$"
    r"|^[ \t]{0,8}(?:参会|与会|出席|列席)(?:人员|者)?[:：]|^[ \t]{0,8}(?:minutes of|meeting (?:minutes|notes)"
    r"|attendees|participants|transcript)\b"
    r"|^[ \t]{0,8}[-_=]{2,}.{0,4}(?:forwarded|original|转发|原始).{0,30}$|^.{0,80}\b(?:wrote"
    r"|writes)[:：][ \t]{0,8}$|^.{0,40}写道[:：][ \t]{0,8}$",
    re.MULTILINE | re.IGNORECASE,
)
"""From here on a message holds the words of others."""
_MAIL_FIELD = re.compile(
    r"^[ \t]{0,8}(?:from|to|sent|date|subject|cc|reply-to|发件人|收件人|抄送|主题|发送时间|日期"
    r"|时间)[ \t]{0,8}[:：]",
    re.MULTILINE | re.IGNORECASE,
)
_DEAR = re.compile(
    r"^[ \t]{0,8}[Dd]ear [A-Z][\w.]*(?: [A-Z][\w.]*)?[,:]?[ \t]{0,8}$|^[ \t]{0,8}(?:亲爱的"
    r"|尊敬的)[^\n]{1,10}[:：,，]?[ \t]{0,8}$",
    re.MULTILINE,
)
_SIGNED = re.compile(
    r"^[ \t]{0,8}(?:(?:kind |best |warm )?regards|best(?: wishes)?|sincerely|cheers|yours(?: \w+)?|love|此致"
    r"|祝好|敬上)[,，]?[ \t]{0,8}$",
    re.MULTILINE | re.IGNORECASE,
)
_SAID_BY = re.compile(
    r"^[ \t]{0,8}(?:——|—|--)[ \t]{0,8}[^\s,，。\d-][^,，。\n]{0,12}[ \t]{0,4}\Z", re.MULTILINE
)
"""`——张伟` below what he said."""
_I = re.compile(r"我|本人|咱|俺|\b(?:i|i'm|i've|i'll|i'd|my|we|we're|our)\b", re.IGNORECASE)


def words_of_others(text: str) -> Iterator[tuple[int, int]]:
    """The pieces of `text` that somebody else said or wrote."""
    begin = _where_pasted(text)
    if begin is not None:
        yield begin, len(text)
        text = text[:begin]
    labels = [match for match in _LABEL.finditer(text) if _is_label(_name(match))]
    several = len([each for each in labels if _speaks(text, each)]) > 1
    for place, label in enumerate(labels):
        end = labels[place + 1].start() if place + 1 < len(labels) else len(text)
        line_end = text.find("\n", label.end())
        end = min(end, len(text) if line_end < 0 else line_end)
        name = _name(label)
        if several or (_is_speaker(name) and _I.search(text[label.end() : end])):
            yield label.start(), end


def _where_pasted(text: str) -> int | None:
    """Where words of others begin that go on to the end."""
    begins = [match.start() for match in _BEGINS.finditer(text)][:1]
    headers = [match.start() for match in _HEADER.finditer(text) if text.find("\n", match.start()) > 0]
    begins += headers[:1]
    for pattern in (_STAMPED, _MAIL_FIELD):
        found = [match.start() for match in pattern.finditer(text)]
        begins += found[:1] if len(found) > 1 else []
    dear, signed = _DEAR.search(text), _SIGNED.search(text)
    if dear and signed and dear.start() < signed.start():
        begins.append(dear.start())
    said_by = _SAID_BY.search(text)
    if said_by:
        begins.append(max(0, text.rfind("\n\n", 0, said_by.start())))
    return min(begins, default=None)


def _name(label: re.Match[str]) -> str:
    return (label["name"] or label["bracket"]).strip()


def _is_label(name: str) -> bool:
    """Whether it may name a speaker: no topic, and not the user (`我：`)."""
    if not name or len(name.split()) > 3:
        return False
    plain = name.lower().rstrip(".")
    if plain in _TOPICS_EN or any(word in _TOPICS_EN for word in plain.split()) or plain.split()[0] == "my":
        return False
    return not (name in _TOPICS or name in NOT_NAMES or _ABOUT_ZH.search(name))


_ABOUT_ZH = re.compile(
    r"一下|一点|一句|一件事|介绍|消息|信息|资料|背景|原因|说明|更正|补充|更新|备注|记[下住]|提醒|注意"
    r"|地址|电话|邮箱|职业|工作$|年龄|生日|姓名|名字"
    r"|爱好|过敏|忌口|报告|总结|结论|决定|目标|需求|现状|结果|例如|比如|其[中次实]|首先|第[一二三四五]"
    r"|最后|另外|事实|基本|状况|想法|感受|心得"
    r"|^我$|^本人$|我[的说想觉]|[你他她它]|请|如下|以下|住|喜欢|叫|日期|行程|的$|[了吗呢吧啊]$"
)


def _is_speaker(name: str) -> bool:
    if re.fullmatch(_PERSON_ZH, name):
        return True
    if not name.isascii():
        return False
    first = name.split(maxsplit=1)[0].lower()
    return first in _ROLES_EN or (name[:1].isupper() and re.fullmatch(_NAME_EN, name) is not None)


def _speaks(text: str, label: re.Match[str]) -> bool:
    """Whether the line behind the label is somebody's speech."""
    end = text.find("\n", label.end())
    said = text[label.end() : end if end >= 0 else len(text)]
    return bool(_I.search(said)) or _is_speaker(_name(label))
