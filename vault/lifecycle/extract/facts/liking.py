"""What the user, or somebody of theirs, likes, dislikes, fears, prefers."""

from __future__ import annotations

import re

from vault.lifecycle.extract.pattern import any_of
from vault.lifecycle.extract.rule import (
    ANY,
    ANYTHING,
    LIVING,
    ME,
    ME_ALOUD,
    SOMEBODY,
    Hit,
    Rule,
    maker,
)

_DEGREE = (
    r"(?:最|特别|超级?|非常|很|挺|蛮|太|真的|真|好|更|比较|还是|有点|有些|一直|从小就?|都|也|其实|向来"
    r"|尤其|格外|十分|相当|确实|就|不太|不怎么|不是很|不大|不|没那么|从来不|从不|并不)*"
)
_LIKES = any_of(
    "喜欢 喜爱 热爱 钟爱 酷爱 偏爱 偏好 爱好 爱 迷 迷上 迷上了 爱上 爱上了 沉迷 着迷于 痴迷 粉 追剧"
    " 追星 追番 欣赏 享受 中意 独爱"
)
_DISLIKES = any_of(
    "讨厌 厌恶 反感 受不了 忍受不了 不能忍受 接受不了 看不惯 烦 嫌弃 恨 恨死 讨厌死 怕 害怕 恐惧 惧怕"
    " 最怕 吃不惯 喝不惯 用不惯 住不惯 不感兴趣 忌讳"
)
_DEICTIC = re.compile(
    r"你|您|这|那|此|他|她|它|这样|那样|一下|一个人?了|不起|死|得|的(?!人|味)|让|在于|答案|回答|回复"
    r"|版本|方案|$"
)
_BY_ACCIDENT = re.compile(
    rf"{_DEGREE}(?:(?:爱)(?:人|情|国|心|护|惜|莫能助|在心|理不理|咋咋地|怎么|意|面子|美之心|岗)"
    r"|(?:粉)(?:色|末|丝|红|底|刷|笔|条)|追(?:完|上|求|问|究|到|加|回|不)|烦(?:死|恼|人|躁|不)"
    r"|迷(?:路|茫|糊)|恨不得|怕(?:是|了|你|我|不))"
)
_FANS = any_of(
    "粉丝 书迷 歌迷 影迷 球迷 铁粉 死忠粉 死忠 控 爱好者 发烧友 迷妹 迷弟 老粉 忠实粉丝 忠实听众"
    " 忠实观众 资深玩家 玩家 党 粉 脑残粉 狂热爱好者 重度用户 重度患者"
)
_NOT_LIKED_EN = re.compile(
    r"(?:it|that|this|them|him|her|you|your|how|what|when|the (?:idea|answer|way|sound|look)|these"
    r"|those|to (?:know|see|hear|ask|thank|have|be)\b.*(?:you|this|that)|i\b|the (?:first|second|last"
    r"|new|latest) (?:one|version|draft))\b"
)
_WORRY = re.compile(
    r"^(?:自己|会|又|到时|下次|以后|影响|打破|.*(?:就|放弃|起来|不够|会|出问题|坚持|不下来|来不及|耽误"
    r"|时间不|多了|还得|用不|加重|不好|不住|不了))"
)
_TONIGHT = re.compile(r"今天|今晚|待会|等会|一会儿|马上|刚才")


def _worth_keeping(hit: Hit) -> bool:
    """Not `我喜欢你`, `我不喜欢这个版本`, `爱人`."""
    value = hit.plain("value")
    at = hit.match[0]
    raw = hit.match["value"]
    if not value or re.match(_DEICTIC, value) or re.match("的?是|的$", raw) or _BY_ACCIDENT.match(at):
        return False
    return not re.search(
        r"你的|什么|哪|怎么|这[个种类样]|那[个种类样]|建议|方案$|方法$|答案|感觉$|里面的|其中|确实"
        r"|是个|^自己|^根本|^完全|^不(?!吃|喝|加)",
        value,
    )


def _worth_keeping_en(hit: Hit) -> bool:
    return not _NOT_LIKED_EN.match(hit.plain("value")) and not hit.plain("value").endswith(
        (" you", " it", " that", " this")
    )


_liking = maker(Rule("liking", "preference", ANYTHING, about=LIVING, accept=_worth_keeping))


ZH = (
    _liking(
        r"(?:的)?(?P<key>最(?:喜欢|爱|讨厌|爱吃|爱喝|爱看)的[^,。是]{1,8})(?:就)?(?:是"
        r"|:)(?P<value>[^,。]{1,20})$",
        where="rest",
        importance=0.6,
    ),
    _liking(
        r"(?P<value>[^,。]{1,14}?)(?:一直)?(?:是|算)我(?:的|最)(?:最爱|心头好|爱好|菜|本命"
        r"|最喜欢的[^,。]{0,8})$",
        about=ANY,
        where="body",
    ),
    _liking(
        rf"(?:相比|比起|和|跟|与)(?:起)?[^,。]{{1,10}}?(?:相比|比)?,?我?(?:还是)?{_DEGREE}(?:更喜欢"
        r"|更爱|更想|更倾向于?|更偏好?|宁愿|宁可)(?P<value>[^,。]{2,16})$",
        where="body",
        about=ME,
    ),
    _liking(
        rf"(?:对)(?P<value>[^,。]{{1,14}}?){_DEGREE}(?:有)?(?:感兴趣|着迷|上头|上瘾|没(?:有|什么"
        r"|啥)*兴趣|有兴趣|无感|没感觉|情有独钟|很?敏感|过敏感|痴迷|入迷)(?:的)?(?:了)?$"
    ),
    _liking(
        r"(?:的)?(?:业余|兴趣|最大的)*(?:爱好|兴趣|喜好|嗜好)(?:就)?(?:是|有|包括"
        r"|:)(?P<value>[^,。]{1,24})$",
        where="rest",
    ),
    _liking(
        rf"(?:是)(?:一?[个名位])?(?P<value>[^,。]{{1,12}}?)(?:的)?(?:资深|忠实|铁杆|十年)?(?:{_FANS})$",
        where="rest",
    ),
    _liking(
        rf"(?:说|看|听)?[^,。我]{{0,6}}?{_DEGREE}(?:{_DISLIKES})(?:了)?(?P<value>[^,。]{{1,24}})$",
        where="rest",
        accept=lambda hit: (
            _worth_keeping(hit)
            and bool(re.match(rf"{_DEGREE}(?:{_DISLIKES})", hit.match[0]))
            and not ("怕" in hit.match[0] and _WORRY.match(hit.plain("value")))
        ),
    ),
    _liking(
        rf"{_DEGREE}(?:{_LIKES})(?:着|过)?(?P<value>[^,。]{{1,24}})$",
        accept=lambda hit: _worth_keeping(hit) and not _TONIGHT.search(hit.clause.body),
    ),
    _liking(rf"{_DEGREE}(?:迷|喜欢|爱)(?P<value>[^,。]{{1,16}})$"),
    _liking(r"(?:偏向|推崇|崇拜|向往)(?P<value>[^,。]{2,16})$"),
    _liking(r"(?:只|就)(?:认|爱|喝|用|看|听|穿|买)(?P<value>[^,。]{1,14})$", where="core", about=SOMEBODY),
    _liking(
        r"(?:觉得|认为)(?:还是)?(?P<value>[^,。]{1,12}?)(?:最|更)(?:顺手|好用|好吃|好喝|舒服|适合我)$",
        about=ME_ALOUD,
    ),
    _liking(
        r"(?:一般|都|平时|总是|每次|通常)*(?:习惯|惯用|习惯于)(?:用|使用|坐|喝|吃|穿|在|选|买"
        r"|走)?(?P<value>[^,。]{2,16})$",
        about=ME,
    ),
    _liking(r"(?:无|没有?)(?P<value>[^,。]{1,6})不(?:欢|行)$"),
    _liking(
        r"(?P<value>[^,。]{1,8})我(?:能|可以)(?:天天|每天|一直)(?:吃|喝|看|听|玩)$", where="body", about=ANY
    ),
)

_REALLY = (
    r"(?:(?:really|absolutely|just|also|always|still|particularly|especially|quite|truly|generally"
    r"|usually|do not|does not|never|do|much|would|have|has|can not|could not|kind of|sort of"
    r"|personally) )*"
)
EN = (
    _liking(
        r"(?:my|our) (?P<key>(?:all-time )?(?:favou?rite|least favou?rite) [a-z ]{2,24}?)(?: is| are"
        r"|:) (?P<value>[^,]+)$",
        about=ME,
        where="rest",
        accept=None,
        importance=0.6,
    ),
    _liking(
        r"(?:my|our) (?:hobby|hobbies|interests?|passion)(?: is| are| include) (?P<value>[^,]+)$",
        about=ME,
        where="rest",
        accept=None,
    ),
    _liking(
        r"(?:a |an )?(?:huge |big |massive |not a |not really a |not much of a )*(?:fan|lover"
        r"|enthusiast|admirer|sucker|person) (?:of|for) (?P<value>[^,]+)$",
        accept=_worth_keeping_en,
    ),
    _liking(
        r"(?:not )?(?:really )?(?:an? )?(?P<value>(?:morning|night|dog|cat|coffee|tea|people|outdoor"
        r"|indoor|numbers) person|night owl|early bird|homebody|bookworm|foodie|introvert|extrovert)$",
        accept=None,
    ),
    _liking(
        rf"{_REALLY}(?:love|loves|like|likes|enjoy|enjoys|adore|adores|hate|hates|dislike|dislikes"
        r"|detest|loathe|despise|prefer|prefers|fancy|appreciate)(?P<value> [^,]+)$",
        where="rest",
        accept=_worth_keeping_en,
    ),
    _liking(
        rf"{_REALLY}(?:stand|bear|tolerate)(?P<value> [^,]+)$",
        where="rest",
        accept=lambda hit: " not " in f" {hit.match[0]}" and _worth_keeping_en(hit),
    ),
    _liking(
        r"(?:really |very |so |totally )*(?:into|fond of|keen on|passionate about|obsessed with"
        r"|crazy about|addicted to|interested in|hooked on|afraid of|scared of|terrified of|sick of"
        r"|tired of)(?P<value> [^,]+)$",
        accept=_worth_keeping_en,
    ),
    _liking(r"(?:rather|sooner) (?P<value>[^,]+ than [^,]+)$", where="core", accept=None, about=ME),
    _liking(r"would (?:rather|sooner) (?P<value>[^,]+)$", where="rest", accept=_worth_keeping_en, about=ME),
    _liking(
        r"(?P<value>[a-z][a-z ]{1,24}?)(?: is| are) (?:totally |really )?my (?:thing|jam|favou?rite"
        r"|cup of tea)$",
        about=ANY,
        where="body",
        accept=None,
    ),
    _liking(
        r"(?:always|mostly|usually|only|exclusively) (?:use|uses|drink|eat|buy|wear|choose|take|read"
        r"|listen to)(?P<value> [^,]+)$",
        where="rest",
        accept=_worth_keeping_en,
    ),
    _liking(
        r"(?:am |is |are )?(?:really |very |quite )*(?P<value>(?:shy|introverted|extroverted"
        r"|an introvert|an extrovert|afraid of heights|claustrophobic|left-handed|colou?rblind)[^,]*)$",
        where="rest",
        accept=None,
    ),
)
