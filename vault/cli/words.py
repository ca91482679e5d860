"""What the command line says to people, in Chinese and in English.

Help texts stand with their commands and are English. Faults: `vault.errors` and `vault.cli.faults_zh`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from vault.cli.faults_zh import fault_in_chinese
from vault.cli.history_words import HISTORY_TEXTS
from vault.cli.sync_words import SYNC_TEXTS
from vault.errors import MemvaultError

Text = tuple[str, str]
"""Chinese, English."""

TEXTS: dict[str, Text] = {
    **SYNC_TEXTS,
    **HISTORY_TEXTS,
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
    "remember-added": ("已记下", "remembered"),
    "remember-merged": ("已更新", "brought up to date"),
    "remember-superseded": ("已记下，取代旧的 {count} 条", "remembered in place of {count}"),
    "remember-unchanged": ("已知，无需再记", "known already"),
    "remember-refused": ("没有记下", "not remembered"),
    "captured": (
        "已写入对话 {journalled} 条；早已有的 {known} 条，没有内容的 {skipped} 条",
        "{journalled} turns journalled; {known} were there before, {skipped} had nothing in them",
    ),
    "capture-pending": (
        "{count} 条在后台提取；`memvault capture --pending` 可等待完成",
        "{count} are extracted in the background; `memvault capture --pending` waits for it",
    ),
    "extracted": (
        "从 {turns} 条对话中提取了 {memories} 条记忆",
        "{turns} turns were extracted and proposed {memories} memories",
    ),
    "extract-failed": ("其中 {count} 处出错，已跳过", "{count} of them failed and were passed over"),
    "openclaw-backup": ("备份 OpenClaw 的配置 …", "copying OpenClaw's configuration …"),
    "openclaw-link": ("连接插件 …", "linking the plugin …"),
    "openclaw-unlink": ("断开插件 …", "unlinking the plugin …"),
    "openclaw-configure": ("写入槽位和权限 …", "writing slot and permissions …"),
    "openclaw-restore": ("还原配置 …", "putting the configuration back …"),
    "openclaw-verify": ("通过 OpenClaw 查一次 …", "asking something through OpenClaw …"),
    "openclaw-installed": (
        "已装进 {version}，插件在 {plugin}",
        "installed in {version}; the plugin is in {plugin}",
    ),
    "openclaw-backup-at": ("原来的配置在 {path}", "the configuration from before is in {path}"),
    "openclaw-uninstalled": (
        "已从 OpenClaw 中移除，配置已还原；记忆库没有动",
        "taken out of OpenClaw, its configuration is back; the vault was left alone",
    ),
    "openclaw-was-not": ("OpenClaw 里没有 memvault", "memvault was not in OpenClaw"),
    "openclaw-version": ("{version}", "{version}"),
    "openclaw-gateway": ("网关正在运行，并已加载插件", "the gateway is running, with the plugin"),
    "openclaw-no-gateway": (
        "没有正在运行的网关，或它还没有加载插件：`openclaw gateway restart`",
        "no gateway is running, or it has not loaded the plugin yet: `openclaw gateway restart`",
    ),
    "openclaw-import": (
        "读到 {read} 行：记下 {kept}，合并 {merged}，跳过 {skipped}",
        "{read} lines read: {kept} kept, {merged} merged, {skipped} skipped",
    ),
    "openclaw-import-trial": (
        "读到 {read} 行，会记下 {kept}，合并 {merged}，跳过 {skipped}；什么都没有写",
        "{read} lines read: {kept} would be kept, {merged} merged, {skipped} skipped; nothing was written",
    ),
    "openclaw-import-more": ("另有 {count} 行，见 --json", "{count} more lines: see --json"),
    "openclaw-import-turns": (
        "旧对话：读到 {read} 条，写入 {kept}，早已有 {known}，跳过 {skipped}；提取出 {memories} 条记忆",
        "old sessions: {read} messages: {kept} kept, {known} known, {skipped} skipped; {memories} memories",
    ),
    "openclaw-import-senders": (
        "有别人说的话，没有导入。要导入某人的：--user 用户 --sender 编号；这里有：{senders}",
        "others than the owner wrote and are left out; for one of them: --user NAME --sender ID: {senders}",
    ),
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
    "service-none": ("服务：没有运行", "service: none runs"),
    "service-runs": (
        "服务：进程 {pid} 在 {url} 运行，开始于 {since}（{version}），模型{model}",
        "service: process {pid} at {url} since {since} ({version}), model {model}",
    ),
    "service-silent": (
        "服务：进程 {pid} 在 {url} 没有应答（开始于 {since}）；可以结束它，再运行 `memvault serve`",
        "service: process {pid} at {url} does not answer (since {since}); stop it, then run `memvault serve`",
    ),
    "service-model-ready": ("已就绪", "ready"),
    "service-model-loading": ("正在加载", "loading"),
    "service-model-missing": ("未安装", "missing"),
    "service-model-off": ("未启用", "off"),
    "service-building": (
        "服务正在第一次建立索引（文件：{files}）",
        "the service is building the first index (files: {files})",
    ),
    "service-settings": (
        "服务仍在用原来的设置：{why}",
        "the service goes on with its old settings: {why}",
    ),
    "service-restart": (
        "这些设置要重新启动服务才生效：{names}",
        "these settings count once the service is started again: {names}",
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
    "serving": (
        "正在服务 {root}：{url}，按 Ctrl-C 停止",
        "serving {root} at {url}, Ctrl-C stops",
    ),
    "unit-written": ("已写入 {path}", "wrote {path}"),
    "unit-enable": ("启动并随登录启动：{command}", "start it, now and at each login: {command}"),
    "unit-removed": ("已删除 {path}", "removed {path}"),
    "unit-not-there": ("没有 {path}，什么都没有改动", "there is no {path}; nothing was changed"),
    "unit-disable": ("若它还在运行：{command}", "if it still runs: {command}"),
    "serve-stopped": ("服务已停止", "the service has stopped"),
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
    "judged-counted": ("已记下评价：{text}  [{id}]", "noted: {text}  [{id}]"),
    "judged-archived": (
        "已移入归档 {path}，不再想起：{text}；`memvault restore {id}` 可恢复",
        "archived in {path}, recalled no more: {text}; `memvault restore {id}` brings it back",
    ),
    "judged-woken": ("已记下评价，不再休眠：{text}  [{id}]", "noted, and active again: {text}  [{id}]"),
    "pinned": ("已固定：{text}  [{id}]", "pinned: {text}  [{id}]"),
    "pinned-already": ("本来就固定着：{text}  [{id}]", "pinned already: {text}  [{id}]"),
    "unpinned": ("已取消固定：{text}  [{id}]", "no longer pinned: {text}  [{id}]"),
    "unpinned-already": ("本来就没有固定：{text}  [{id}]", "not pinned anyway: {text}  [{id}]"),
    "forgotten": (
        "已移入归档 {path}，不再想起：{text}；`memvault restore {id}` 可恢复",
        "archived in {path}, recalled no more: {text}; `memvault restore {id}` brings it back",
    ),
    "not-forgotten": ("本来就在归档里：{text}  [{id}]", "in the archive already: {text}  [{id}]"),
    "restored": ("已恢复：{text}  [{id}]", "restored: {text}  [{id}]"),
    "not-restored": ("本来就在使用中：{text}  [{id}]", "not archived anyway: {text}  [{id}]"),
    "revived": ("{id} 已过期的日期已去掉：{fields}", "dates of {id} that were over were taken out: {fields}"),
    "restored-beside": (
        "取代它的 {others} 仍在，两者互相矛盾；`memvault conflicts --keep {id}` 可以裁决",
        "{others} had taken its place and is still there; `memvault conflicts --keep {id}` decides",
    ),
    "erase-places": ("将从 {count} 处擦除：", "to be erased from {count} places:"),
    "erase-others": ("内容相同，一并擦除：{ids}", "these say the same and go, too: {ids}"),
    "erase-question": ("永久擦除，无法恢复。继续吗？", "this cannot be undone. Erase?"),
    "erase-refused": (
        "什么都没有擦除：没有终端可以询问，请加 --yes",
        "nothing was erased: there is no terminal to ask on; pass --yes",
    ),
    "erased": ("已擦除 {count} 条记忆：{ids}", "erased {count} memories: {ids}"),
    "erased-places": ("改动了 {count} 处：", "{count} places were changed:"),
    "erased-draft": ("已删除中断写入留下的文件 {path}", "deleted {path}, left by a write that was cut short"),
    "cut-memory": ("记忆", "memory"),
    "cut-mention": ("另一条记忆中的文字", "words in another memory"),
    "cut-turn": ("对话", "message"),
    "cut-section": ("笔记的机器段落", "machine section of a note"),
    "cut-usage": ("使用计数", "counters"),
    "cut-broken": ("残缺的一行", "a broken line"),
    "erase-fault": ("未能清理：{what}", "could not be cleaned: {what}"),
    "erase-left": ("仍有残留：{place}（{form}）", "still there: {place} ({form})"),
    "form-text": ("原文", "as it was"),
    "form-escaped": ("转义写法", "escaped"),
    "form-utf-16": ("UTF-16 编码", "in UTF-16"),
    "form-gb18030": ("GBK 编码", "in GBK"),
    "form-reworded": ("空格或标点不同", "with other blanks or punctuation"),
    "form-name": ("文件名", "in its name"),
    "erase-unread": ("无法检查：{path}", "could not be looked into: {path}"),
    "erase-commit": ("git 历史中仍有：{id}  {at}  {paths}", "still in git's history: {id}  {at}  {paths}"),
    "erase-loose": (
        "git 中另有 {count} 个没有提交指向的对象含有它；`git gc --prune=now` 可清除",
        "{count} objects that no commit leads to hold it in git; `git gc --prune=now` deletes them",
    ),
    "erase-remotes": (
        "推送过的远程仓库里也可能有：{names}",
        "other repositories may have got it, too: {names}",
    ),
    "erase-history-hint": (
        "memvault 从不改写历史；要从历史中清除，请用 `git filter-repo`，并在每份克隆中都做",
        "memvault never rewrites history; to remove it there use `git filter-repo`, in every clone",
    ),
    "erase-history-part": ("git 历史没有查完", "git's history was not searched to the end"),
    "erase-unknown": (
        "原文已不可知，无从查找；索引和缓存又清理了一遍",
        "its words are not known any more, so nothing was searched for; index and caches were cleaned again",
    ),
    "erase-shared": (
        "这个库由几个人共用：查找和列出的只是属于你的部分；别人说过什么不列出，也没有改动",
        "several people share this vault: only what is yours was looked for, and nothing of others is told",
    ),
    "erase-related": (
        "这些可能说到同一件事，没有擦除：",
        "these may tell of the same in other words and were not erased:",
    ),
    "erase-gone": ("没有找到任何残留", "nothing of it was found anywhere"),
    "conflict-settled": ("以此为准：{text}  [{id}]；已归档：", "kept: {text}  [{id}]; archived:"),
    "conflicts-hint": (
        "每组以前一条为准；`memvault conflicts --keep ID` 可以裁决",
        "recall goes by the first of each; `memvault conflicts --keep ID` decides",
    ),
    "no-conflicts": ("没有互相矛盾的记忆", "no memories contradict each other"),
    "reflect-user": ("用户 {user}", "user {user}"),
    "reflect-facts": ("将交给写入检查的事实：{count} 条", "facts to be handed to the write gate: {count}"),
    "reflect-summaries": ("将写入的往日总结：{count} 条", "summaries of old days to be written: {count}"),
    "reflect-profile": ("已更新档案 {path}", "the profile {path} was refreshed"),
    "reflect-removed": (
        "保留期已过，已删去 {path} 里的原文",
        "its time is over: what was said in {path} is gone",
    ),
    "reflect-would-remove": (
        "保留期已过，将删去 {path} 里的原文",
        "its time is over: what was said in {path} would go",
    ),
    "reflect-left-alone": ("未改动：{what}", "left alone: {what}"),
    "reflect-nothing": ("没有新的内容", "there is nothing new"),
    "reflect-dry-run": ("以上只是预览，什么都没有写入", "this is what would be done; nothing was written"),
    "tidy-expired": ("已过期，移入归档：{count} 条", "over, to the archive: {count}"),
    "tidy-resting": ("很久没用到，休眠：{count} 条", "not used for long, inactive: {count}"),
    "tidy-waking": ("又用到了，唤醒：{count} 条", "used again, active: {count}"),
    "tidy-nothing": ("没有需要整理的", "there is nothing to tidy"),
    "tidy-dry-run": ("以上只是预览，什么都没有写入", "this is what would be done; nothing was written"),
    "tidy-counted-since": (
        "这台设备从 {day} 起记录用没用到；之前的日子不算（--all-days 则算上）",
        "uses are counted on this device since {day}; days before do not count (with --all-days they do)",
    ),
    "tidy-not-counted": (
        "没有记录用没用到（lifecycle.record_usage），所以没有记忆会休眠",
        "uses are not counted (lifecycle.record_usage), so nothing becomes inactive",
    ),
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
