"""Whether a clause only adds to the one before it, as in `养了一只猫，叫年糕，两岁`: one memory."""

from __future__ import annotations

import re

from vault.lifecycle.extract.candidate import Kind
from vault.lifecycle.extract.clause import Clause
from vault.lifecycle.extract.pattern import MEASURE, NUMBER
from vault.lifecycle.extract.words.times import CLOCK, ONE_TIME_ZH

_OF_SOMEBODY = (
    rf"^(?:{NUMBER}?{MEASURE}?)?(?:[大小黑白黄橘灰]|大女儿|小女儿|大儿子|小儿子|老大|老二|三花|女儿"
    r"|儿子)?的?(?:名字)?(?:叫|名叫|取名|起名|名字)"
    rf"|^(?:今年|都|快|才|已经|刚|满|现在)*{NUMBER}(?:岁|个月|个多月|月大)|^(?:大的|小的|老大|老二"
    r"|一个|另一个|一只|另一只)|^(?:是?[只条匹个]?)?(?:公|母|男|女)(?:的|孩)|^品种|^(?:在"
    r"|今年)?[上读念](?:[大中小]班|[一二三四五六]年级|初[一二三]|高[一二三]|幼儿园|小学|大[一二三四])"
)
_MORE: dict[Kind, str] = {
    "family": _OF_SOMEBODY,
    "pet": _OF_SOMEBODY + r"|^(?:是|一?[只条])[^,]{0,4}(?:短|毛|犬|猫|狗)|^耳朵|^特别(?:粘|黏|乖|皮)",
    "liking": r"^(?:尤其|特别|尤其是|特别是|主要是|比如|像|包括|其中|最(?!近))(?:是|爱|喜欢)?.+",
    "food": r"^(?:一吃就|一喝就|一点(?:都|也|儿)?不|不加|微|多少都|吃了会|尤其|特别是|点菜)",
    "health": r"^(?:一吃就|一喝就|一碰就|吃了会|严重|会起|看病|尤其|特别是|闻到就)",
    "plan": rf"^(?:在|地点|地址)[^,]{{2,16}}$|^(?:[早上中下午晚傍]{{1,2}})?{CLOCK}|^(?:待|住|玩|去"
    rf"|为期)[^,]{{0,2}}(?:{NUMBER})?[天周晚个月]+|^(?:要)?空腹|^(?:得|要)(?:带|去换|提前)",
    "project": r"^(?:名字)?叫|^用(?:的是)?[a-z]",
    "decision": r"^(?:而)?不[用选要买做去]|^因为|^主要是",
    "thing": r"^是[^,]{2,16}$",
    "habit": rf"^(?:{ONE_TIME_ZH})?会?(?:早|晚|多|少)一?点",
    "work": r"^(?:三班倒|朝九晚五|两班倒|带[^,]{1,6}班|早[^,]{1,3}晚[^,]{1,3})$",
}
_ONE_OF_SEVERAL = re.compile(
    r"老[大二三四小]|[大小]的|[大小二](?:女儿|儿子|闺女)|(?:elder|older|eldest"
    r"|oldest|younger|youngest)\b"
)
_ZH = {kind: re.compile(pattern) for kind, pattern in _MORE.items()}
_NAMES_EN = re.compile(r"[A-Z][\w'-]*(?:(?:,| and|, and) [A-Z][\w'-]*)*")
_MORE_EN: dict[Kind, re.Pattern[str]] = {
    "family": re.compile(
        r"^(?:named|called|aged|(?:his|her|its|their) names? (?:is|are)|(?:he|she|they|it) (?:is|are) )"
    ),
    "pet": re.compile(
        r"^(?:named|called|aged|(?:his|her|its|their) names? (?:is|are)|(?:he|she|they|it) (?:is|are) "
        r"|an? [a-z ]+$)"
    ),
    "liking": re.compile(r"^(?:especially|particularly|mostly|mainly|including|like)\b"),
    "work": re.compile(r"^(?:mostly|mainly|especially|specializing)\b"),
    "plan": re.compile(r"^(?:at|in|for) "),
}


def is_detail(clause: Clause, of: Kind, who: str = "") -> bool:
    """Whether `clause` goes on about what the finding before it was about, and states nothing of its own.

    Args:
        clause: the next one.
        of: the kind of that finding.
        who: the person or pet it was about; of another one of several (`老大…，老二…`) one learns anew.
    """
    if _ONE_OF_SEVERAL.match(who) and clause.subject.stated and clause.subject.words[:2] != who[:2]:
        return False
    if clause.subject.kind == "other" or (clause.subject.stated and clause.subject.kind == "me"):
        return False
    if clause.language == "zh":
        more = _ZH.get(of)
        return more is not None and more.search(clause.body) is not None
    more = _MORE_EN.get(of)
    names = of in ("family", "pet") and _NAMES_EN.fullmatch(clause.written)
    return bool(names) or (more is not None and more.search(clause.body) is not None)
