"""What a person should know about something that was, or was not, remembered; in the vault's language."""

from __future__ import annotations

from typing import Literal

from vault.api.submission import MANY_CHARACTERS, MOST_CHARACTERS, Concern, Refusal

WriteConcern = Literal[Concern, Refusal, "contradicts", "not-moved", "expired", "older"]

_TEXTS: dict[WriteConcern, tuple[str, str]] = {
    "empty": ("没有内容可记", "there is nothing to remember"),
    "only-recalled": (
        "这只是注入提示里的旧记忆，没有新内容",
        "this is only a repeated block of recalled memories, nothing new",
    ),
    "too-long": (
        f"超过 {MOST_CHARACTERS} 个字符：一条记忆只写一件事，长文请写成 notes/ 里的笔记",
        f"longer than {MOST_CHARACTERS} characters: a memory is one statement; write a note below notes/",
    ),
    "bad-type": (
        "没有这种类型；可用：fact preference event task procedure summary",
        "no such type; there are fact, preference, event, task, procedure and summary",
    ),
    "out-of-range": (
        "importance 和 confidence 必须在 0 到 1 之间",
        "importance and confidence lie between 0 and 1",
    ),
    "no-zone": ("时间必须带时区", "a time needs a zone"),
    "plugin": ("插件不允许写入：{what}", "a plugin refused it: {what}"),
    "masked": (
        "其中的个人信息已遮盖；要原样保存，请用 --key、--value 加 --sensitive 写成精确事实",
        "personal data was masked; to keep it whole, write an exact fact: --key, --value and --sensitive",
    ),
    "gives-orders": (
        "文中有对模型下命令的话，来源又不是本人：会保存，但不会自动注入提示",
        "the text gives orders to a model and is not the owner's: kept, but never put into a prompt unasked",
    ),
    "long": (
        f"超过 {MANY_CHARACTERS} 个字符，最好拆成几条",
        f"longer than {MANY_CHARACTERS} characters; better split into several memories",
    ),
    "contradicts": (
        "与 {what} 矛盾，两条都保留；用 `memvault conflicts` 查看",
        "contradicts {what}; both are kept, see `memvault conflicts`",
    ),
    "not-moved": (
        "旧的那条没能移进 archive/（不会再被想起；`memvault check --fix` 可以补上）：{what}",
        "the old one could not be moved to archive/ (it is not recalled; see `memvault check --fix`): {what}",
    ),
    "older": (
        "比已知的更早，只记入历史；若其实是新的，请检查各设备的时钟（`memvault devices`）",
        "older than what is known, so filed as history; if it is new, a clock is wrong: `memvault devices`",
    ),
    "expired": ("已经过期，不会被想起", "it has expired already and is not recalled"),
}


def concern_text(language: str, code: WriteConcern, what: object = "") -> str:
    """The text of a concern or of a refusal."""
    chinese, english = _TEXTS[code]
    return (chinese if language == "zh" else english).format(what=what)
