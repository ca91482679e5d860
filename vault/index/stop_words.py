"""Words that say nothing about what a question is about: left out of its words, kept in its bigrams."""

from __future__ import annotations

_CHINESE = """
的 地 得 了 着 过 吗 呢 吧 啊 呀 哦 嗯 哈 嘛 啦 么 之 也 都 就 才 还 又 再 很 太 更 最 挺 是 在 有
和 与 及 或 而 但 把 被 让 给 对 从 到 向 于 以 为 因 由 并 且 则 若 如 将 会 能 可 要 想 我 你 他
她 它 您 咱 我们 你们 他们 她们 它们 咱们 自己 这 那 哪 这个 那个 哪个 这些 那些 这里 那里 这样 那样
这么 那么 什么 怎么 怎样 怎么样 为什么 如何 多少 几 谁 何时 哪里 哪儿 是否 是不是 有没有 一个 一下
一些 一种 一样 所以 因为 但是 不过 而且 然后 如果 虽然 可以 可能 应该 需要 已经 正在 还是 就是 不是
没有 的话 来着 请问 记得 还记得 告诉 知道 觉得 用户
"""

_ENGLISH = """
a an the and or but if then than so as of at by for from in into on onto to with without about over
under is am are was were be been being do does did done doing have has had having will would shall
should can could may might must i me my mine we us our ours you your yours he him his she her hers
it its they them their theirs this that these those there here what which who whom whose when where
why how not no nor s t re ve ll d m user
"""

STOP_WORDS: frozenset[str] = frozenset((_CHINESE + _ENGLISH).split())
