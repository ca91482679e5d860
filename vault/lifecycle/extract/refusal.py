"""Which clauses of a message state nothing about the user, whatever rules they fit.

Questions, hypotheses, the words of others, fiction and text to be worked on, requests, what is said to the
assistant about itself, and what the user does not want kept. What they ask to remember is taken before this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Literal

from vault.lifecycle.extract.plain_text import CUT, PlainText
from vault.lifecycle.extract.sentence import Piece
from vault.lifecycle.extract.words.people import PERSON_ZH

Reason = Literal[
    "not to be kept",
    "question",
    "hypothesis",
    "reported",
    "fiction",
    "request",
    "about the assistant",
    "quote",
    "fragment",
]

_ASKING_ZH = re.compile(
    r"吗|什么|啥|谁|哪[里儿个些种一天年位]?|怎么|怎样|咋|为什么|为何|几(?:点|号|月|岁|个|天|次|时|年)"
    r"|第十?几|几(?:楼|层|栋|幢|单元|室|班|排|环|线|路|期|届|级|度|码)"
    r"|多少|多久|多大|多远|多长时间|是不是|有没有|能不能|要不要|会不会|可不可以|好不好"
    r"|对不对|行不行|该不该|应不应该|喜不喜欢|知不知道|如何|来着|是否|还是说|有何|干嘛|^.{0,5}呢$"
    r"|(?<!太)(.)不\1"
)
_NOT_ASKING_ZH = re.compile(
    r"没(?:有)?(?:什么|啥|几)|不(?:怎么|知道怎么说)|(?:什么|啥|谁|哪里|哪儿|怎么)(?:[^,。]{0,6})(?:都"
    r"|也)|几(?:个|年|天|次|点)(?:人|朋友|前|后|左右)|几[层栋幢排](?:楼|房|树|高楼|小楼)|(?<!第)十几|好几|前几|近几|头几|后几|几乎|这几|那几|过几"
    r"|几百|几千|不怎么样"
    r"|多大|无所谓|什么的$"
)
_TAG_ZH = re.compile(
    r"^(?:对吗|对吧|是吗|是吧|是不是|对不对|没错吧|对不|嗯|好吗|可以吗|行吗|好不好|记得吗|记住了吗)$"
)
_ABOUT_MEMORY_ZH = re.compile(
    r"(?:还)?记得|记不记得|知道我|告诉过你|跟你说过|说过我|我(?:以前|之前)?(?:说|提|讲)过|你猜"
)
_ASKING_EN = re.compile(
    r"^(?:and |so |but |ok |well |hey |then |also )*(?:what|where|when|why|who|whose|which|how|do|does"
    r"|did|is|are|am|was|were|can|could|would|should|will|have you|has|shall|may|any idea"
    r"|do not you)\b(?!ever\b)"
)
_STATEMENT_HOW_EN = re.compile(r"^(?:so |and )*(?:when (?:i|we) (?:was|were)|which is|who is)\b")
_TAG_EN = re.compile(r"^(?:right|is it not|is that right|correct|does it|am i|do i|yes|ok|okay)$")
_WONDERING_EN = re.compile(r"\b(?:wonder(?:ing)?|curious|not sure|do not know|no idea)\b")

_IF_ZH = re.compile(
    r"如果|假如|假设|假定|倘若|若是|要是|要不是|万一|比方说|打个比方|比如(?:说)?我|就算|即使|哪怕|除非"
    r"|的话(?!题|剧|语|不|没)|但愿|真想|好想|多想|恨不得|等我(?:有钱|有空|以后|发财|长大|退休)|梦见"
    r"|梦到|幻想|就好了|设想|本来可以|差点"
)
_IF_EN = re.compile(
    r"\b(?:if|suppose|supposing|imagine|assuming|what if|let us say|let's say|pretend|hypothetically"
    r"|wish|were i|would love|would like|would be|would have|could have|might have|for example"
    r"|for instance|e\.g|dreamt|dreamed|unless|in case)\b"
)
_HARMLESS_IF_EN = re.compile(
    r"\bif (?:possible|you do not mind|that helps|it matters|you are curious|i can|where i can)\b"
)

_SAYS_ZH = (
    r"(?:说(?!话|明|服|不定|法|书|唱|实|真|错)|表示|告诉|认为|抱怨|提到|声称|写道|问(?!题|卷|诊|候)"
    r"|吐槽|透露|讲(?!课|师|座|笑|究))"
)
_MEANS_ZH = r"(?:以为|提醒|建议|觉得|劝|怀疑|推测|回答|答应|希望|让我|叫我(?=[^,。]{5,})|不让)"
_ASIDE_ZH = r"(?:都|也|老|总|常|又|还|刚才?|昨天|跟我|对我|和我|给我|今天|曾|就|里|上)*"
_OTHERS_SAY_ZH = re.compile(
    rf"^[^我,]{{0,8}}?{_ASIDE_ZH}{_SAYS_ZH}"
    rf"|^(?:我?的?{PERSON_ZH}[^,我]{{0,4}}?|[他她它](?:们)?|有人|别人|人家|大家|医生|老师|网上|书上"
    rf"|书里|新闻|电视|朋友圈|报纸|视频里|群里|小说){_ASIDE_ZH}(?:{_SAYS_ZH}|{_MEANS_ZH})"
)
_HEARSAY_ZH = re.compile(
    r"^(?:听说|据说|传说|听[^,。]{1,5}说|据[^,。]{1,6}(?:说|报道|称)|按[^,。]{1,8}的说法|看到(?:一篇"
    r"|有人|新闻)|网传|谣传|有(?:句|个)?(?:话|说法)|歌词|台词|书里|书上|文章|新闻)|(?:里"
    r"|上)(?:有)?(?:句|段)(?:话|歌词|台词)"
)
_I_SAID_ZH = re.compile(
    r"^我(?:就|也|还|刚|已经|都|昨天)*(?:跟|对|和|告诉|给)(?!你)[^,]{1,6}(?:说|讲)|^我告诉(?!你)"
    r"|^我(?:就|还|都)?(?:说|想说)(?:了|过|的是|你)"
)
_SAYS_EN = (
    r"(?:said|says|say|told|tells|asked|asks|thinks?|thought|claims?|claimed|believes?|wrote|writes"
    r"|mentioned|reckons?|suggested|suggests|recommended|recommends|complained|insists?|warned|advised)"
)
_OTHERS_SAY_EN = re.compile(
    r"^(?:and |but |so |well )*(?!i\b|we\b)(?:[a-z'.-]+ ){1,4}?(?:just |always |also |once "
    rf"|even )*{_SAYS_EN}\b|\baccording to\b|\b(?:i|we) (?:heard|read|saw|told|said)\b|\b(?:apparently"
    r"|allegedly|rumou?r has it)\b|says the \w+$|\bthey say\b"
)

_FICTION_ZH = re.compile(
    r"(?:写|编|讲|续写|创作|构思|生成)(?:一?[个篇首段封则]|一下|点)[^,。]{0,8}(?:故事|小说|诗|文章"
    r"|文案|剧本|段子|散文|作文|信|邮件|介绍|歌|台词|对话|童话|简历|检讨|请假条|演讲|标题)|扮演|假装"
    r"|装作|角色扮演|主角|男主|女主|小说(?:里|中)|故事里|电影里|剧里|游戏里|这部电影|这本书|台词|歌词"
    r"|造句|例句"
)
_WORK_ON_ZH = re.compile(
    r"^(?:请|帮我|帮忙|麻烦)*翻译|翻译(?:一下|成|为|下|这|出来)|译成|翻成|译为|用(?:英|日|法|韩|德"
    r"|西班牙)[文语](?:怎么)?(?:说|写|讲)|改写|润色|校对|总结一下|帮我(?:总结|概括|改|看看这)|续写"
    r"|(?:这|上面|下面|以上|以下)(?:句|段|篇|的?内容|的?文字|的?代码)(?:是|改|翻|怎么|用|里|写)?"
)
_FICTION_EN = re.compile(
    r"^(?:please |can you |could you |help me |you )*(?:write|compose|draft|create|generate"
    r"|make up) (?:me )?(?:an? |the |some )?(?:[a-z]+ ){0,3}(?:story|poem|song|essay|email|letter"
    r"|novel|script|dialogue|haiku|tale|bio|ad|tweet|post|cover letter|speech)\b"
    r"|\b(?:pretend|role-?play|act as|imagine|main character|protagonist|in the (?:story|novel|movie"
    r"|film|game|song)|lyrics|you are (?:a|an) [a-z]+ named)\b"
)
_WORK_ON_EN = re.compile(
    r"^(?:please |can you |could you )*(?:translate|rewrite|rephrase|proofread|summari[sz]e|paraphrase"
    r"|correct|fix) ?(?:this|the following|that|it)?\b"
)

_ASKS_FOR_ZH = re.compile(
    r"^(?:请|麻烦|能|可以|快|那|再|先|现在|你|就)*(?:帮我|帮忙|替我|给我(?!妈|爸|女|儿|老|家|哥|姐|弟"
    r"|妹|爷|奶|朋友|买了|送了|打)|教我|告诉我|推荐(?!信)|介绍(?:一下|下|几)|解释|列(?:一|个|出)"
    r"|查(?:一?下|查)|搜|找(?:一?下|几)|生成|分析(?:一?下)|总结|画(?:一?[张个幅])"
    r"|写(?:一?[个篇首段封])|把(?:这|上面|下面|它|刚才|那)|我想(?:问|请教|知道|了解|查)|想问"
    r"|问(?:一?下|个)|看看|试试|说说|讲讲|聊聊)"
)
_ASKS_FOR_EN = re.compile(
    r"^(?:please |and |so |then |now |just |ok |hey )*(?:tell|show|give|help|find|explain|list"
    r"|describe|write|make|create|generate|draw|let (?:me|us)|look up|search|recommend|suggest"
    r"|summari[sz]e|compare|calculate|convert|check|fix|try|i (?:want|need|would like) you to"
    r"|i am (?:wondering|trying to (?:understand|figure))|i need help|i have a question|pick|plan|book"
    r"|do)\b"
)
_AT_ASSISTANT_ZH = re.compile(
    r"^(?:我)?(?:觉得|感觉|说|讨厌|喜欢|恨|爱|谢谢|相信|理解|看)?你(?!们)(?!(?:可以|就|以后|下次|也"
    r"|直接|都)*(?:叫|喊|称呼)我)|^(?:滚|闭嘴|住口|废话|傻|笨|蠢|垃圾|智障|废物)"
)
_SWEARING = re.compile(
    r"他妈的|(?<![他你我妈她的])妈的(?![生名电年腿身病])|tmd|卧槽|操你|傻[逼比x]|sb\b|去死|混蛋|王八蛋"
    r"|狗屁|\b(?:fuck(?:ing)?|shit|bullshit|wtf|damn(?:ed)? (?:you|bot|ai)|stupid (?:bot|ai|machine)"
    r"|asshole|idiot)\b"
)
_AT_ASSISTANT_EN = re.compile(
    r"^(?:and |but |so |well )*(?:you(?: are|r)?\b(?! can call me| may call me)|stop\b|shut up"
    r"|that is (?:wrong|not right|useless)\b)|\b(?:hate|love|like) (?:you\b|your (?:answer|reply|style"
    r"|tone|idea)|how you)|\b(?:i think|i know) (?:you|so)\b"
)
_SUBORDINATE = re.compile(
    r"(?:的时候|时候|(?<![平小按准及随临同当到暂有])时)$|^(?:when|while|whenever) |\b(?:i|we) (?:was"
    r"|were) (?!born)\w+ing\b"
)
_NOT_TO_KEEP = re.compile(
    r"(?:不用|不要|别|不必|无需|不需要|甭)(?:帮我|替我|给我)?(?:记(?!错|恨|不)|存(?!钱)|保存|记录)"
    r"|(?:do not|never) (?:save|store|remember|record|keep) (?:this|that|it|my|any)|off the record"
)
_QUOTED = re.compile(CUT)
_FICTION = (_FICTION_ZH, _FICTION_EN, _WORK_ON_ZH, _WORK_ON_EN)
_REASONS: tuple[tuple[Reason, tuple[re.Pattern[str], ...]], ...] = (
    ("quote", (_QUOTED,)),
    ("fiction", _FICTION),
    ("reported", (_OTHERS_SAY_ZH, _HEARSAY_ZH, _I_SAID_ZH, _OTHERS_SAY_EN)),
    ("question", (_WONDERING_EN,)),
    ("fragment", (_SUBORDINATE,)),
    ("request", (_ASKS_FOR_ZH, _ASKS_FOR_EN)),
    ("about the assistant", (_AT_ASSISTANT_ZH, _AT_ASSISTANT_EN)),
)
"""The patterns of a clause, in the order in which they are tried."""


def refusals(plain: PlainText, pieces: Sequence[Piece]) -> tuple[Reason | None, ...]:
    """For each clause why it is not listened to, or None."""
    reasons: list[Reason | None] = []
    fiction = False
    for _, group in groupby(pieces, key=lambda piece: piece.sentence):
        sentence = list(group)
        texts = [plain.text[piece.first : piece.behind] for piece in sentence]
        found = list(_sentence(sentence, texts))
        if found and found[0] == "not to be kept" and len(sentence) == 1 and reasons:
            reasons[-1] = found[0]
        if fiction:
            found = ["fiction"] * len(found)
        fiction = fiction or any(map(_begins_fiction, texts))
        reasons.extend(found)
    return tuple(reasons)


def is_question(text: str, *, marked: bool = False) -> bool:
    """Whether a clause in plain form asks something; `marked`: a question mark is behind it."""
    if marked or (_ASKING_EN.search(text) and not _STATEMENT_HOW_EN.search(text)):
        return True
    return bool(_ASKING_ZH.search(_NOT_ASKING_ZH.sub("", text)))


def _begins_fiction(text: str) -> bool:
    return any(pattern.search(text) for pattern in _FICTION)


def _sentence(pieces: Sequence[Piece], texts: Sequence[str]) -> Iterator[Reason | None]:
    whole = ",".join(texts)
    marked = pieces[0].mark == "?"
    everywhere = _of_whole(whole, texts, marked=marked)
    behind: Reason | None = None
    for place, text in enumerate(texts):
        reason = everywhere or behind or _of_clause(text, marked=marked and place == len(texts) - 1)
        if reason in ("reported", "fiction"):
            behind = reason
        yield reason


def _of_whole(whole: str, texts: Sequence[str], *, marked: bool) -> Reason | None:
    """What makes all of a sentence unfit."""
    if _NOT_TO_KEEP.search(whole):
        return "not to be kept"
    if _SWEARING.search(whole):
        return "about the assistant"
    if _IF_ZH.search(whole) or (
        _IF_EN.search(_HARMLESS_IF_EN.sub("", whole)) and "would rather" not in whole
    ):
        return "hypothesis"
    tagged = len(texts) > 1 and (_TAG_ZH.match(texts[-1]) or _TAG_EN.match(texts[-1]))
    asked = marked or is_question(texts[-1])
    if (tagged and asked) or (asked and _ABOUT_MEMORY_ZH.search(whole)):
        return "question"
    if "我" in whole and re.search(r"^(?:你)?(?:还)?(?:记得|记不记得)", whole):
        return "question"
    return None


def _of_clause(text: str, *, marked: bool) -> Reason | None:
    if is_question(text, marked=marked) and not _says_others(text):
        return "question"
    for reason, patterns in _REASONS:
        if any(pattern.search(text) for pattern in patterns):
            return reason
    return None


def _says_others(text: str) -> bool:
    """Fiction and the words of others go on in the clauses behind; a question does not."""
    return _QUOTED.search(text) is not None or any(
        pattern.search(text)
        for reason, patterns in _REASONS
        if reason in ("fiction", "reported")
        for pattern in patterns
    )
