"""Whom a question concerns: the person whose memories these are, or the assistant and the world at large.

Wording only, in Chinese and English: one of several kinds of evidence that `vault.recall.relevance` weighs,
never a decision by itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from vault.index.tokens import normalise

_I = (
    r"(?<![给帮陪教让替])(?<!告诉)(?:我|咱|俺)(?!要(?:听|看|唱|玩|睡)|想(?:听|看|唱|玩|睡))"
    r"|\b(?:i|my|mine|we|our|ours)\b|(?<!tell )(?<!give )(?<!show )(?<!play )\bme\b"
)
_OWN = (
    r"老婆|老公|妻子|丈夫|太太|媳妇|爱人|女儿|儿子|闺女|孩子|宝宝|爸|妈|爷爷|奶奶|外公|外婆|姥姥|姥爷|岳[父母]|婆婆|公公"
    r"|家里|家门|家的|房东|房租|房贷|老板|导师|室友|单位"
)
"""Whom and what everybody has but once; nobody says mine when asking for them."""
_ANYBODY = re.compile(r"\bhow (?:do|can|should) i\b|\bi'?m (?:bored|sad|tired)\b")
"""Turns of speech in which I is anybody."""

_PERSONAL = re.compile(f"{_I}|{_OWN}")

_NUMBER = r"[\d一二三四五六七八九十百千万零两.\s]"
_ELSEWHERE = re.compile(
    "|".join(
        (
            # the world as it is at this moment
            (
                r"天气|气温|下雨|下雪|空气质量|几点了|几点钟?$|现在(?:是)?(?:几点|什么时间)"
                r"|今天(?:是)?(?:几号|星期几|周几|几月)|汇率|股市|股价|大盘|油价|限行|彩票|双色球|开奖|星座|运势"
                r"|新闻|头条|比分|\b(?:weather|forecast|what time is it|exchange rate|stock price)\b"
                r"|\b(?:headlines|horoscope)\b"
            ),
            # to be entertained
            (
                r"[讲说来](?:一?个|点|段)?[^我]{0,4}(?:笑话|故事|段子|绕口令|谜语|相声)|猜个?谜"
                r"|唱(?:一?首|个|支)?[^我]{0,4}歌|陪我(?:聊|玩|说)|无聊|\bsing (?:me )?a song\b|\bbored\b"
                r"|\btell me a (?:joke|story)\b"
            ),
            # orders to the device
            (
                r"^(?:请|麻烦)?你?(?:帮我|给我)?(?:播放|放(?:一?首|点|个)|打开|开启|关闭|关掉|关机|开机|重启|暂停|继续播"
                r"|调[大小高低亮暗]|把.{0,6}(?:调|打开|关)|[下上]一首|切歌|截(?:个|一?张)?屏|导航|返回|退出|停止|闭嘴"
                r"|定(?:一?个)?.{0,10}闹钟|设[置个].{0,10}(?:闹钟|提醒)|(?:给.{1,6})?打个?电话|拨打|发[条个]?(?:短信|微信))"
                r"|^(?:play|turn (?:on|off|up|down)|open|close|set an? (?:timer|alarm)|stop|pause|skip)\b"
            ),
            # the assistant itself
            (
                r"^(?:小\w,?)?你(?!.*(?:记|印象|我|帮|给))|^你(?:喜欢|爱|想|讨厌)我|[和跟]你聊|聊聊你"
                r"|\bare you\b|\byour name\b"
            ),
            # sums
            (
                rf"^{_NUMBER}+(?:[-+*/×÷x加减]|乘以?|除以?){_NUMBER}+"
                r"|\d\s*[-+*/×÷]\s*\d+\s*(?:=|等于|是多少|\?|$)"
            ),
            # courtesies
            (
                r"^(?:你好|您好|早上好|中午好|下午好|晚上好|早安|晚安|谢谢|多谢|再见|拜拜|嗯+|哦+|好的?|哈+|对|是的|不用了?"
                r"|没事|知道了|ok|hi|hello|thanks|thank you|bye|good (?:morning|night|evening)).{0,4}$"
                r"|^[你您]?(?:[早午中晚]?[饭餐])?[你您]?(?:吃过?|睡|起床?|忙|在)饭?了?(?:吗|没有?|不在)\W*$"
            ),
            # school knowledge
            (
                r"[是有]什么意思|的意思(?:是|$)|用(?:英语|英文|日语|法语|韩语)怎?么?说|翻译成|首都|的作者|哪个朝代"
                r"|怎么[读念写]$|下一句|\b(?:capital of|how do you say|translate)\b"
            ),
        )
    )
)


@dataclass(frozen=True, slots=True)
class Concern:
    """What the wording of a question says.

    Attributes:
        personal: it speaks of the person who asks.
        elsewhere: it asks for live data, entertainment, general knowledge, or something of the assistant.
    """

    personal: bool = False
    elsewhere: bool = False


def concern(segments: Sequence[str]) -> Concern:
    """What a question concerns, from its segments (what is left of it without chatter)."""
    texts = [normalise(segment).strip() for segment in segments]
    return Concern(
        personal=any(_PERSONAL.search(_ANYBODY.sub("", text)) for text in texts),
        elsewhere=any(_ELSEWHERE.search(text) for text in texts),
    )
