"""What the command line says to people, in Chinese and in English.

Help texts stand with their commands and are English. Faults: `vault.errors` and `vault.cli.faults_zh`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from vault.cli.faults_zh import fault_in_chinese
from vault.cli.history_words import HISTORY_TEXTS
from vault.cli.life_words import LIFE_TEXTS
from vault.cli.reasons import reason_in
from vault.cli.service_words import SERVICE_TEXTS
from vault.cli.sync_words import SYNC_TEXTS
from vault.errors import CannotUndo, MemvaultError

Text = tuple[str, str]
"""Chinese, English."""

TEXTS: dict[str, Text] = {
    **LIFE_TEXTS,
    **SYNC_TEXTS,
    **HISTORY_TEXTS,
    **SERVICE_TEXTS,
    "usage-hint": ("用法见 `{command}`", "see `{command}`"),
    "output-failed": ("结果无法输出：{reason}", "the results cannot be written: {reason}"),
    "internal": ("memvault 自身出错：{what}", "a fault in memvault itself: {what}"),
    "internal-hint": (
        "请附上 `memvault doctor` 的输出和加上 MEMVAULT_DEBUG=1 重跑的结果报告此问题",
        "please report it with the output of `memvault doctor` and of a run with MEMVAULT_DEBUG=1",
    ),
    "created": ("已建立记忆库 {root}", "made a vault in {root}"),
    "created-for": (
        "默认用户 {user}，语言 {spoken}，时区 {timezone}",
        "default user {user}, language {spoken}, time zone {timezone}",
    ),
    "created-for-several": (
        "没有默认用户：有了不止一人的记忆后，每条命令要带 --user；语言 {spoken}，时区 {timezone}",
        "no default user: with several people pass --user; language {spoken}, time zone {timezone}",
    ),
    "git-committed": ("已放进 git，并做了第一次提交", "put into git, with a first commit"),
    "git-no-git": ("没有找到 git，未建立历史", "git was not found; no history is kept"),
    "git-inside-repository": (
        "该文件夹已在 git 仓库中，未作改动；`memvault git install` 让它按 id 合并记忆",
        "the folder is in a git repository already, which was left alone; `memvault git install` sets it up",
    ),
    "git-failed": ("git 拒绝了，未建立历史", "git refused; no history is kept"),
    "try-next": ("接下来可以试试：{command}", "try next: {command}"),
    "nothing-found": ("没有相关的记忆", "nothing relevant is remembered"),
    "nothing-listed": ("没有这样的记忆", "there are no such memories"),
    "why": ("原因：{why}", "why: {why}"),
    "indexed": (
        "{records} 条记忆；文件：新增 {added}、改动 {changed}、移动 {moved}、删除 {removed}",
        "{records} memories; files: {added} new, {changed} changed, {moved} moved, {removed} removed",
    ),
    "embedded": (
        "计算了 {embedded} 个向量，沿用 {reused} 个，用时 {seconds:.1f} 秒",
        "{embedded} vectors computed, {reused} reused, {seconds:.1f} s",
    ),
    "problems-known": (
        "有 {count} 处问题，见 `memvault check`",
        "{count} problems in the text, see `memvault check`",
    ),
    "check-clean": (
        "{files} 个文件，{records} 条记忆，没有问题",
        "{files} files, {records} memories, no problems",
    ),
    "check-found": (
        "{files} 个文件，{records} 条记忆：{errors} 处错误，{warnings} 处提醒",
        "{files} files, {records} memories: {errors} errors, {warnings} warnings",
    ),
    "plugin-loaded": ("已加载", "loaded"),
    "plugin-failed": ("加载失败", "failed"),
    "plugin-off": ("未启用", "off"),
    "no-plugin": ("没有名为 {name} 的插件", "there is no plugin {name}"),
    "model-here": ("已安装", "installed"),
    "model-not-here": ("未安装", "not installed"),
    "model-installed": ("已安装 {name}", "installed {name}"),
    "model-not-yet": (
        "{name} 还没有安装，装好之前只按字词查找：`memvault model install {name}`",
        "{name} is not installed; until it is, recall goes by words only: `memvault model install {name}`",
    ),
    "model-used": (
        "今后使用 {name}（写入 {path}）；下次建索引或查找时计算它的向量",
        "{name} is used from now on (written to {path}); the next index or recall computes its vectors",
    ),
    "status-files": (
        "文件：磁盘上 {on_disk}，已入索引 {indexed}，隔离 {quarantined}，待处理 {behind}",
        "files: {on_disk} on disk, {indexed} indexed, {quarantined} quarantined, {behind} behind",
    ),
    "status-records": (
        "记忆：{records} 条，{users} 位用户，{problems} 处问题",
        "memories: {records}, users: {users}, problems: {problems}",
    ),
    "status-problems": (
        "文字里的问题见 `memvault check`；读不懂的行，上次读懂的内容仍在使用",
        "problems: see `memvault check`; of a line that cannot be read, the last version that could is used",
    ),
    "watcher-alive": (
        "监视：进程 {pid} 运行中（{state}，{mode}）",
        "watcher: process {pid} is alive ({state}, {mode})",
    ),
    "watcher-never": ("监视：没有运行", "watcher: none runs"),
    "watcher-none": ("监视：没有运行（{reason}）", "watcher: none runs ({reason})"),
    "watching": ("正在监视 {root}，按 Ctrl-C 停止", "watching {root}, Ctrl-C stops"),
    "watch-stopped": ("已停止监视", "stopped watching"),
    "watch-changes": (
        "{clock}  {what}：新增 {added}、改动 {changed}、移动 {moved}、删除 {removed}，{seconds:.2f} 秒",
        "{clock}  {what}: {added} new, {changed} changed, {moved} moved, {removed} removed, {seconds:.2f} s",
    ),
    "whole-vault": ("整个记忆库", "the whole vault"),
    "and-more": ("{paths} 另 {count} 项", "{paths} and {count} more"),
    "model-fits": ("模型：{name}", "model: {name}"),
    "model-behind": (
        "模型：{name}，部分向量尚未计算，请运行 `memvault index`",
        "model: {name}; some vectors are not computed yet, run `memvault index`",
    ),
    "same-id": ("{path} 是同一 id 的另一份记忆库", "{path} is another copy of this vault, with the same id"),
    "status-clean": ("索引与文件一致", "index and files are in step"),
    "status-not-clean": ("索引与文件不一致", "index and files are not in step"),
    "status-quarantined": (
        "有文件读不懂，见 `memvault check`；其中上次读懂的内容仍在使用",
        "some files could not be understood, see `memvault check`; what was last understood of them is used",
    ),
    "cases-run": ("{passed} 个通过，{failed} 个未通过", "{passed} passed, {failed} failed"),
    "calibrated": ("用 {samples} 个样本校准了 {name}", "{name} was calibrated with {samples} samples"),
    "gate-before": (
        "之前：误召回 {false_recall:.1%}，保留 {kept:.1%}",
        "before: false recall {false_recall:.1%}, kept {kept:.1%}",
    ),
    "gate-after": (
        "之后：误召回 {false_recall:.1%}，保留 {kept:.1%}",
        "after: false recall {false_recall:.1%}, kept {kept:.1%}",
    ),
    "curve-kept": ("已采用新的曲线", "the new curve is in use"),
    "curve-not-kept": ("没有变好，仍用原来的曲线", "it is no better; the old curve stays"),
    "nothing-to-repair": ("没有可以自动修复的问题", "nothing can be repaired safely"),
    "repair-question": ("写入这些改动？", "write these changes?"),
    "repair-refused": (
        "未写入：没有终端可以询问，请加 --yes",
        "nothing was written: there is no terminal to ask on; pass --yes",
    ),
    "repair-declined": ("什么都没有写入", "nothing was written"),
    "repaired": ("已修复 {count} 个文件", "{count} files repaired"),
    "repair-failed": ("{path} 保持原样：{reason}", "{path} is left as it is: {reason}"),
}

TYPES: dict[str, Text] = {
    "fact": ("事实", "fact"),
    "preference": ("偏好", "preference"),
    "event": ("事件", "event"),
    "task": ("待办", "task"),
    "procedure": ("做法", "procedure"),
    "summary": ("摘要", "summary"),
    "note": ("笔记", "note"),
    "message": ("对话", "message"),
}

STAGES: dict[str, Text] = {
    "scan": ("查看文件", "looking at files"),
    "read": ("读取改动", "reading changes"),
    "embed": ("计算向量", "computing vectors"),
    "accelerate": ("建立检索结构", "building search structures"),
    "waiting": ("等待另一个安装进程", "waiting for another installation"),
    "fetching": ("下载模型（MB）", "fetching the model (MB)"),
    "converting": ("转换模型", "converting the model"),
    "copying": ("复制模型", "copying the model"),
    "measuring": ("校准模型", "measuring the model"),
}


def say(language: str, key: str, **values: object) -> str:
    """The text called `key`, filled in."""
    return _in(language, TEXTS[key]).format(**values)


def type_name(language: str, record_type: str) -> str:
    """What a type of record is called."""
    return _in(language, TYPES.get(record_type, (record_type, record_type)))


def stage_name(language: str, stage: str) -> str:
    """What a stage of a long run is called; a stage that is not known here keeps its own words."""
    return _in(language, STAGES.get(stage, (stage, stage)))


def explain_fault(language: str, error: MemvaultError) -> tuple[str, str]:
    """Message and hint of a fault."""
    told = fault_in_chinese(error) if language == "zh" else None
    if told is None and isinstance(error, CannotUndo):
        return str(error).replace(error.reason, reason_in(language, error.reason)), error.hint
    return told or (str(error), error.hint)


def language_of(environ: Mapping[str, str] = os.environ) -> str:
    """The language to speak as long as no vault is open: `MEMVAULT_LANGUAGE`, else the locale's.

    `C` and `POSIX`, as in most containers, and no locale at all promise English, and so do the help texts.
    """
    for variable in ("MEMVAULT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        name = environ.get(variable, "").strip().lower()
        if name:
            return "zh" if name.startswith("zh") else "en"
    return "en"


def _in(language: str, text: Text) -> str:
    return text[0] if language == "zh" else text[1]
