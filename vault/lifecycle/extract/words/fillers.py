"""What people say before they come to the point, and the particles at the end. Neither is kept."""

from __future__ import annotations

from vault.lifecycle.extract.pattern import any_of, word_of

_SOUNDS = "嗯 呃 额 啊 哦 噢 喔 哎 唉 诶 欸 嘿 嗨 哈喽 哈罗 呀 哇 咳 哎呀 哎哟 嗯嗯 哈哈"
_GREETINGS = (
    "你好呀 你好啊 你好 大家好 早上好 下午好 晚上好 早安 早呀 早 谢谢你 谢谢 多谢 好的 好吧 好 行 可以"
    " 收到 ok okay hi hello"
)
_TURNS = (
    "对了 话说 说实话 老实说 说真的 讲真 说起来 说来惭愧 顺便说一下 顺便说一句 顺便提一下 顺便一提"
    " 顺便说 顺便 另外 还有 而且 并且 但是 但 不过"
    " 可是 然后 所以 因此 因为 由于 总之 反正 首先 其次 再说 再就是 就是说 其实吧 其实呢 其实 那个"
    " 补充一下 补充一点 说明一下 忘了说 忘了自我介绍"
    " 自我介绍一下 自我介绍 简单介绍一下 介绍一下 我跟你说 我跟你讲 跟你说 跟你讲 跟你说一下 我告诉你"
    " 告诉你 我说 说一下 最后 同时 毕竟 又偏偏 偏偏 又 如你所知 主要是 主要"
)
_CORRECTIONS = (
    "不对不对 不对 不是不是 不是的 不是 错了 更正一下 更正 纠正一下 纠正 更新一下 我说错了 刚才说错了"
    " 刚刚说错了 说错了 我记错了 记错了 我打错了 打错了"
    " 我搞错了 搞错了 准确地说 准确说 应该说 抱歉 不好意思"
)
LEAD_ZH = (
    rf"(?:{any_of(_CORRECTIONS)}|{any_of(_TURNS)}|{any_of(_GREETINGS)}|{any_of(_SOUNDS)})(?:呢|吧|啊"
    r"|哈|呀)?[,:~、]*"
)
CORRECTION_ZH = (
    rf"(?:^|[,。!\s]){any_of(_CORRECTIONS.replace('抱歉 不好意思', ''))}(?=$|[,。!:])"
    rf"|{any_of('说错了 记错了 打错了 搞错了')}"
)
KEPT_BEHIND_LEAD = {
    "不是": "不是",
    "好": "好",
    "早": "早",
    "行": "行",
    "可以": "可以",
    "那个": "那个",
    "又": "又",
    "最后": "最后",
    "主要": "主要",
    "同时": "同时",
}
"""Leads that begin ordinary statements as well: they count only with a comma behind them."""

NEUTRAL_ZH = any_of(
    "现在 目前 其实 一直 一直都 就是 就 也是 也 都 还 还是 真的 确实 已经 早就 最近 本来 原来 原本"
    " 后来 刚刚 刚 终于 特地 正好 同样 又 今年 这两年 这几年 恰好 只是 自己"
    " 平时 个人 本身 之前 以前 当时 从小 算是 大概 可能 应该 好像 也许 估计 真 老早 实在 肯定 一定"
    " 仍然 仍 依然"
)
UNSURE_ZH = any_of("大概 可能 也许 好像 估计 说不定 应该会 不一定 或许 似乎")
PARTICLES_ZH = "啊呀哦呢吧嘛哈喔噢耶哟诶唉哇咯喽呗滴~!。.,、…^_😀 \ufffc"

_LEADS_EN = (
    "well so ok okay oh hey hi hello hmm um uh yeah yes yep no nope actually anyway also and but"
    " because since although though plus"
    " by_the_way btw fyi just_so_you_know you_know honestly to_be_honest tbh thanks thank_you sorry"
    " correction sure great cool"
    " actually_no no_wait wait that_is_wrong that_is_not_right lol haha good_morning good_evening"
    " as_you_know i_mean"
    " like_i_said quick_fact fun_fact then first second finally please"
)
LEAD_EN = rf"(?:{word_of(_LEADS_EN)}[\s,.!:-]*)"
CORRECTION_EN = (
    r"\b(?:actually|no|wait|correction|sorry)\s*[,:]\s*(?:no\b)?|that is (?:wrong|not right|incorrect)"
    r"|i misspoke|i was wrong|scratch that|i meant"
)
NEUTRAL_EN = (
    r"(?:"
    + word_of(
        "actually currently just now also still really already recently finally basically mostly"
        " mainly only even both"
        " am are is was were have_been has_been got_to be so lately honestly truly originally probably"
        " maybe kind_of sort_of self personally"
    )
    + r"\s*)"
)
UNSURE_EN = word_of("probably maybe perhaps might may possibly")
