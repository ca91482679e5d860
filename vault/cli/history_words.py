"""What the command line says about git, differences and backups, in Chinese and in English."""

from __future__ import annotations

HISTORY_TEXTS: dict[str, tuple[str, str]] = {
    "git-driver": ("git 今后用它合并记忆：{command}", "git merges memories with it: {command}"),
    "git-lines": ("已补充 {paths}，请提交", "{paths} got lines; commit them"),
    "git-hook-installed": ("提交之前会检查：{path}", "what is committed is checked before: {path}"),
    "git-hook-unchanged": ("提交之前会检查：{path}", "what is committed is checked before: {path}"),
    "git-hook-theirs": (
        "已有别的钩子 {path}，未作改动；要检查提交，请加上一行：{line}",
        "there is another hook, {path}, which was left alone; to check commits add a line: {line}",
    ),
    "git-hook-elsewhere": (
        "钩子是几个仓库共用的（{path}），未作改动；要检查提交，请加上一行：{line}",
        "hooks are shared with other repositories ({path}), which get none; to check add a line: {line}",
    ),
    "git-auto-commit": (
        "要让 memvault 写入的内容自动提交，请在 config.yaml 里写 history: {{auto_commit: true}}",
        "to have what memvault writes committed, put history: {{auto_commit: true}} into your config.yaml",
    ),
    "git-check-failed": (
        "提交里有问题；确实要这样提交，请用 git commit --no-verify",
        "there are problems in the commit; git commit --no-verify makes it all the same",
    ),
    "git-log-empty": ("还没有提交", "there are no commits yet"),
    "by-program": ("memvault", "memvault"),
    "by-person": ("{author} 手工修改", "by hand, {author}"),
    "by-committed": ("{author} 提交", "committed by {author}"),
    "by-not-committed": ("尚未提交", "not committed yet"),
    "replaced-by": ("取代它的是 {ids}", "replaced by {ids}"),
    "by-device": ("设备 {device}", "on {device}"),
    "by-agent": ("助手 {agent}", "agent {agent}"),
    "by-session": ("对话 {session}", "session {session}"),
    "undone": ("已撤销：{text}  [{id}]", "taken back: {text}  [{id}]"),
    "undo-left": ("保持原样：{id}（{why}）", "left as it is: {id} ({why})"),
    "undo-changed-since": ("之后又改过", "changed since"),
    "undo-gone": ("已经不在了", "not there any more"),
    "undo-back-already": ("已经恢复了", "back already"),
    "undo-erased": ("已擦除", "erased"),
    "undo-history": ("本来就是历史", "history anyway"),
    "undo-new-note": ("新写的笔记，请自己删除", "a new note: yours to delete"),
    "undo-conflict": ("同一处之后又改过", "the same lines were changed since"),
    "undo-settings": ("设置请直接修改", "settings are yours to edit"),
    "undo-nothing-to-undo": ("没有可以撤销的", "there is nothing to take back in it"),
    "undo-commit": ("新的提交 {commit}", "new commit {commit}"),
    "undo-not-committed": ("还没有提交：{reason}", "not committed: {reason}"),
    "diff-by-dates": (
        "没有那时的 git 提交，按记忆的日期推算",
        "git has no commit of then: compared by the dates of memories",
    ),
    "diff-nothing": ("没有变化", "nothing has changed"),
    "backed-up": (
        "已备份到 {path}：{files} 个文件，{kilobytes} kB",
        "backed up to {path}: {files} files, {kilobytes} kB",
    ),
    "backup-read-back": ("已读回核对", "read back and compared"),
    "backup-not-read-back": (
        "加密前已核对；没有给出密钥，加密后的内容没有读回",
        "compared before it was encrypted; without a key what is encrypted was not read back",
    ),
    "backup-last": ("上次备份：{age}前，{path}", "last backup: {age} ago, {path}"),
    "backup-none": ("还没有备份过", "there is no backup yet"),
    "backup-where": (
        "请写明备份到哪里，或者在 config.yaml 里设置 backup.folder",
        "name where the backup is to go, or set backup.folder in your config.yaml",
    ),
    "age-days": (" {days} 天", "{days} days"),
    "age-hours": (" {hours} 小时", "{hours} h"),
    "backup-removed": ("已删除旧备份 {path}", "older backup removed: {path}"),
    "backup-left-out": ("没有备份（链接，或者读不了）：{path}", "left out (a link, or not readable): {path}"),
    "backup-whole": ("{path} 完好：{files} 个文件，备份于 {at}", "{path} is whole: {files} files, made {at}"),
    "backup-restored": (
        "已恢复到 {path}：{files} 个文件，备份于 {at}",
        "restored into {path}: {files} files, of {at}",
    ),
    "backup-merged": (
        "从 {at} 的备份取回 {memories} 条记忆、{turns} 条对话、{files} 个文件",
        "brought back from the backup of {at}: {memories} memories, {turns} turns, {files} files",
    ),
    "backup-later": (
        "{count} 条记忆在备份里的版本更新，已合并",
        "{count} memories are newer in the backup, and were merged",
    ),
    "backup-kept": (
        "{count} 处与备份不同，保持现在的样子",
        "{count} differ from the backup and stay as they are",
    ),
    "restore-where": (
        "请给出一个空文件夹，或者用 --merge 合并到记忆库",
        "name an empty folder, or pass --merge for the vault",
    ),
}
