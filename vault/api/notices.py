"""What an answer says about its own limits, in the vault's language."""

from __future__ import annotations

from typing import Literal

NoticeCode = Literal[
    "model-missing",
    "model-broken",
    "model-loading",
    "index-building",
    "index-busy",
    "index-read-only",
    "other-model",
    "purge-busy",
    "as-of-commit",
    "as-of-dates",
]

NOTICES: dict[NoticeCode, tuple[str, str]] = {
    "model-missing": (
        "嵌入模型 {what} 未安装，目前只按字词查找；运行 `memvault model install {what}` 可按含义查找",
        "embedding model {what} is not installed: words only until `memvault model install {what}`",
    ),
    "model-broken": (
        "嵌入模型无法使用，目前只按字词查找：{what}",
        "the embedding model cannot be used, so recall goes by words only: {what}",
    ),
    "model-loading": (
        "嵌入模型还在加载，这次只按字词查找",
        "the embedding model is still loading: this answer goes by words only",
    ),
    "index-building": (
        "索引正在第一次建立（文件：{what}），完成之前可能什么都查不到，请稍后再问",
        "the index is being built for the first time (files: {what}); little or nothing is found yet",
    ),
    "index-busy": (
        "另一个进程正在更新索引，刚改动的内容可能还查不到",
        "another process is updating the index; what changed just now may not be found yet",
    ),
    "index-read-only": (
        "索引无法更新，刚改动的内容可能查不到：{what}",
        "the index could not be updated; what changed lately may not be found: {what}",
    ),
    "other-model": (
        "索引里的向量出自另一个模型，重建完成前只按字词查找",
        "the vectors in the index are of another model; until they are rebuilt recall goes by words only",
    ),
    "purge-busy": (
        "另一个进程一直在读旧的索引，其中可能还有已擦除的内容；请停止它后再擦除一次",
        "another process kept reading an older index, which may hold what was erased: stop it, erase again",
    ),
    "as-of-commit": (
        "按提交 {what} 时的内容回答",
        "answered from what was known as of commit {what}",
    ),
    "as-of-dates": (
        "没有那时的 git 提交，按记忆的日期推算 {what} 时的内容；后来改过的记忆只有现在的说法",
        "git has no commit of then: answered from the dates of memories as of {what}, in today's wording",
    ),
}


def notice(language: str, code: NoticeCode, what: object = "") -> str:
    """The text of a notice."""
    chinese, english = NOTICES[code]
    return (chinese if language == "zh" else english).format(what=what)
