"""What the command line says about devices that changed the same, in Chinese and in English."""

from __future__ import annotations

SYNC_TEXTS: dict[str, tuple[str, str]] = {
    "merge-kept": (
        "{path}：有 {count} 条记忆两边都改了，以较晚的为准；另一版留在文件末尾，见 `memvault conflicts`",
        "{path}: both sides changed {count} memories; `memvault conflicts` shows the versions that lost",
    ),
    "merge-side-by-side": (
        "{path}：有 {count} 节两边都改了，两个版本都在笔记里，等你选定",
        "{path}: both sides changed {count} section(s); both versions stand in the note for you to choose",
    ),
    "merge-marked": (
        "{path}：无法合并，已留下冲突标记",
        "{path}: it cannot be merged; conflict markers were left in it",
    ),
    "status-conflicts": (
        "多台设备改过、还没处理的有 {count} 处，见 `memvault conflicts`；两边的内容都在，回忆照常",
        "several devices changed the same in {count} places, see `memvault conflicts`; nothing is lost",
    ),
    "copies-title": ("同步冲突副本", "conflict copies"),
    "twins-title": ("同一条记忆出现在多处", "memories that stand at several places"),
    "losers-title": ("合并时落选的版本", "versions that lost in a merge"),
    "marked-title": ("git 留下合并冲突的文件", "files in which git left a conflict"),
    "side-by-side-title": ("两个版本并存的笔记", "notes in which two versions stand side by side"),
    "copy-of": ("{path}  是 {of} 的副本", "{path}  is a copy of {of}"),
    "copy-orphan": ("{of} 已不存在", "{of} does not exist any more"),
    "copy-identical": ("内容相同", "says the same"),
    "copy-safe": ("可以直接合并", "can be merged without loss"),
    "copy-obstacle": ("无法合并：{reason}", "cannot be merged: {reason}"),
    "copy-others": ("另有 {count} 处属于其他用户", "and {count} of other users"),
    "copy-more": ("另有 {count} 处不同", "and {count} more"),
    "only-ours": ("仅在原文件", "only in the file"),
    "only-theirs": ("仅在副本", "only in the copy"),
    "side-only-ours": ("仅在我方", "only in ours"),
    "side-only-theirs": ("仅在对方", "only in theirs"),
    "field-here": ("原", "here"),
    "field-there": ("副本", "copy"),
    "field-ours": ("我方", "ours"),
    "field-theirs": ("对方", "theirs"),
    "field-present": ("现在", "now"),
    "field-lost": ("落选", "lost"),
    "field-counts": ("← 合并后以此为准", "← counts when merged"),
    "loser-of": ("{id}  是 {of} 的另一个版本", "{id}  is another version of {of}"),
    "loser-alone": ("{of} 已不存在", "{of} does not exist any more"),
    "sync-hint": (
        "`memvault conflicts --resolve auto` 按规则合并，也可选 ours、theirs 或 both；`--undo 副本` 可以撤销",
        "`memvault conflicts --resolve auto` merges; or choose ours, theirs or both; `--undo COPY` undoes it",
    ),
    "losers-hint": (
        "落选的版本：`--resolve theirs ID` 让它生效，`ours ID` 不再列出，`both ID` 两条都留",
        "of what lost, `--resolve theirs ID` lets one count, `ours ID` files it away, `both ID` keeps both",
    ),
    "side-by-side-hint": (
        "请在笔记里留下正确的一个，并删掉 <!-- memvault:… --> 标记或 # memvault:version 行",
        "keep the right one in the note and delete the <!-- memvault:… --> or # memvault:version marks",
    ),
    "resolved": ("已处理 {name}", "resolved {name}"),
    "resolved-undo": ("撤销：memvault conflicts --undo {name}", "undo: memvault conflicts --undo {name}"),
    "resolved-lost": ("保留在历史里：{text}", "kept as history: {text}"),
    "resolved-sections": (
        "{count} 节有两个版本并存，等你选定",
        "{count} section(s) stand there in two versions for you to choose",
    ),
    "resolved-add": ("然后：git add {name}", "then: git add {name}"),
    "resolved-not": ("{name} 保持原样：{reason}", "{name} is left as it is: {reason}"),
    "resolved-none": (
        "没有可以一起处理的；同一 id 的记忆和落选的版本请写明 ID",
        "there is nothing to resolve all at once; name a memory or a version that lost by its id",
    ),
    "resolution-undone": ("已撤销，恢复了 {paths}", "taken back; restored {paths}"),
    "conflicts-one-wish": (
        "--keep、--resolve 和 --undo 只能选一个",
        "--keep, --resolve and --undo exclude each other",
    ),
    "device-here": ("本机", "this device"),
    "device-shared": ("另一台机器也以 {device} 写入", "another machine writes as {device}, too"),
    "device-shared-hint": (
        "机器是克隆来的？在其中一台上运行 `memvault devices --new-id`，或者改用别的 MEMVAULT_DEVICE",
        "a cloned machine? run `memvault devices --new-id` on one of them, or set another MEMVAULT_DEVICE",
    ),
    "device-former-copied": (
        "本机的状态文件夹是从它那里复制来的",
        "the state folder of this device was copied from there",
    ),
    "device-former-shared": (
        "本机以前的 id：另一台机器也以它写入，所以换了",
        "a former id of this device: another machine writes under it, too",
    ),
    "device-former-asked": ("本机以前的 id", "a former id of this device"),
    "device-renamed": (
        "本机的 id 现在是 {new}；以 {old} 写下的内容保留原处",
        "the id of this device is {new} now; what it wrote as {old} stays where it is",
    ),
    "device-wrote": ("最后写入", "last write"),
    "device-seen": ("最后用过", "last used"),
    "device-holds": ("记忆 {memories}，消息 {turns}", "{memories} memories, {turns} messages"),
    "device-fast": (
        "{device} 的时钟至少快 {amount}：{reason}",
        "the clock of {device} is fast by {amount} at least: {reason}",
    ),
    "device-slow": (
        "{device} 的时钟至少慢 {amount}：{reason}",
        "the clock of {device} is slow by {amount} at least: {reason}",
    ),
    "no-devices": ("还没有设备写入过这个记忆库", "no device has written into this vault yet"),
    "clock-future": (
        "{path}:{line} 的时间 {at} 还没有到",
        "{path}:{line} tells of {at}, which is still to come",
    ),
    "clock-order": (
        "{path}:{line} 写于 {at}，却提到了 {other_at} 才写下的 {other}",
        "{path}:{line} of {at} names {other}, which was written at {other_at}",
    ),
    "clock-hint": (
        "请校准时钟：两边都改过的字段以时间较晚的为准",
        "set the clock right: of a field that two devices changed, the later one counts",
    ),
}
