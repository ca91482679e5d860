"""Faults of an operation, told in Chinese. The English text is the exception's own (`vault.errors`)."""

from __future__ import annotations

from vault.cli.reasons import reason_in
from vault.errors import (
    AlreadyWatched,
    BrokenMarkers,
    CannotUndo,
    MemvaultError,
    NotMerged,
    UnknownMemory,
    UnknownSection,
    UnknownUser,
    VaultNotFound,
)

_NEWCOMER = "新成员请加到 vault.yaml 的 `users` 里"
_MARKERS = "请只留一个 <!-- memvault:begin --> 和其后的一个 <!-- memvault:end -->，各占一行；或者全部删掉"

FAULTS_ZH: dict[str, tuple[str, str]] = {
    "AlreadyServed": ("记忆库 {path} 已有服务在运行", "客户端会自己找到它"),
    "AlreadyWatched": ("这个记忆库已有进程 {pid}（{role}）在监视", "请先停止它"),
    "AlreadyWatched/unknown": ("这个记忆库已有另一个进程在监视", "请先停止它"),
    "BackupFailed": ("{path}：{reason}", ""),
    "BrokenMarkers/unclosed": ("{path} 第 {lines} 行的机器段落没有结束标记，这篇笔记保持原样", _MARKERS),
    "BrokenMarkers/unopened": ("{path} 第 {lines} 行的结束标记之前没有开始标记，这篇笔记保持原样", _MARKERS),
    "BrokenMarkers/doubled": ("{path} 有不止一个机器段落（标记在第 {lines} 行），保持原样", _MARKERS),
    "BrokenMarkers/not-seen": (
        "{path} 第 {lines} 行的标记在代码块、引用或列表里，这篇笔记保持原样",
        _MARKERS,
    ),
    "CannotListen": (
        "无法监听 127.0.0.1 的端口 {port}：{reason}",
        "请换一个端口，或不写 --port，自动选空闲的",
    ),
    "CannotUndo": ("{name} 无法撤销：{reason}", ""),
    "ChangedOnDisk": ("{path} 被另一个程序改动，什么都没有写入", "请再试一次"),
    "ChecksumMismatch": (
        "{source} 的 sha256 是 {actual}，应为 {expected}，已删除",
        "请再试一次；若仍如此，这个来源不可信",
    ),
    "ConfigError": ("{where}：{what}", ""),
    "DownloadFailed": ("下载 {source} 失败：{reason}", "请检查网络后重试；已下载的部分会续传"),
    "EditRefused": ("{path} 保持原样：{reason}", ""),
    "FolderNotEmpty": (
        "{path} 不是空文件夹，什么都没有改动",
        "加上 --adopt 可把已有的笔记文件夹变成记忆库，其中的文件保持原样",
    ),
    "GitFailed": ("git {command}：{reason}", ""),
    "GitMissing": ("这台机器上没有 git", "请先安装 git"),
    "IndexBroken": (
        "索引 {path} 无法使用：{reason}",
        "它不含你的任何原始数据：删除该文件夹后运行 `memvault index`",
    ),
    "LockTimeout": ("另一个 memvault 进程写入 {path} 已超过 {seconds:.0f} 秒", "请等它结束，或停止它"),
    "MemoryErased": ("{memory_id} 已被擦除，没有留下可以恢复的内容", ""),
    "ModelBroken": ("嵌入模型 {name} 无法加载：{reason}", "请运行 `memvault model install {name} --force`"),
    "MaskFailed": (
        "插件 {plugin} 的遮盖失败，未经遮盖的内容一概不写入：{reason}",
        "用 `memvault plugins` 查看；修好它，或在自己的 config.yaml 里写 `plugins: {{{plugin}: off}}` 停用",
    ),
    "ModelNotInstalled": ("嵌入模型 {name} 尚未安装", "请运行 `memvault model install {name}`"),
    "NothingToResolve": ("{name} 不是可以处理的冲突", "有哪些冲突见 `memvault conflicts`"),
    "NotMerged": (
        "{path}：{reason}；未作改动",
        "请手工比较两个版本，或用 --resolve ours 或 theirs 选定一个",
    ),
    "NoConflict": ("{memory_id} 没有需要裁决的矛盾", "`memvault conflicts` 可列出全部矛盾"),
    "OpenClawFailed": ("`openclaw {command}` 失败：{reason}", "它的配置保持原样"),
    "OpenClawMissing": (
        "没有找到命令 {program}",
        "请先安装（`npm install -g openclaw`），或用 --openclaw PATH 指出",
    ),
    "NotAMemory": ("{record_id} 不是一条记忆，而是 {path} 的一部分", "请直接修改那个文件"),
    "NotUnderGit": ("{path} 不在 git 仓库中", "请先在那里运行 `git init`，再运行 `memvault git install`"),
    "OutsideVault": ("{path} 指向记忆库之外", "只读写记忆库之内的文件"),
    "ProfileOfAnother": (
        "{path} 属于“{owner}”，不是“{user}”的档案，保持原样",
        "请改正其 front matter 里的 user_id，或 vault.yaml 里的 users",
    ),
    "ReadFailed": ("无法读取 {path}：{reason}", "请检查权限"),
    "ImportFailed": ("{importer} 读不了 {path}：{reason}；什么都没有写入", ""),
    "RepositoryBusy": ("git 的 {operation} 还没有完成，什么都没有做", "请先完成或放弃它"),
    "UnknownCommit": ("历史里没有 {name}", "`memvault git log` 可列出提交和 id"),
    "UnknownImporter": ("没有能读 {name} 的导入器", "请用 --with NAME 指定；可用：{importers}"),
    "UnknownMemory": ("没有 id 为 {memory_id} 的记忆", "`memvault list` 可列出全部 id"),
    "UnknownMemory/several": ("{memory_id} 对应多条记忆：{candidates}", "请写出更多位 id"),
    "UnknownModel": ("没有名为 {name} 的嵌入模型", "`memvault model list` 可列出全部模型"),
    "UnknownSection": ("{path} 中没有小节 {headings}", ""),
    "UnknownSection/several": ("{path} 中小节 {headings} 不止一处：第 {lines} 行", "请指明行号"),
    "UnknownUser": ("这个记忆库里没有用户 {user}", f"已有用户：{{users}}；{_NEWCOMER}"),
    "UnknownUser/empty": ("这个记忆库里没有用户 {user}", f"记忆库还是空的；{_NEWCOMER}"),
    "UnparsedFile": ("{path} 保持原样：{reason}", "请运行 `memvault check`，手工改正后重试"),
    "UnsupportedFormat": ("{path}：{what}", "请升级 memvault 后再打开这个记忆库"),
    "UserRequired": (
        "这个记忆库属于多位用户，请指明为谁回答",
        "在命令前加 --user ID；已有用户：{users}",
    ),
    "VaultExists": ("{path} 已经是记忆库，什么都没有改动", ""),
    "VaultNotFound": (
        "{path} 不是记忆库",
        "请用 --vault DIR 或 MEMVAULT_DIR 指定，或运行 `memvault init DIR`",
    ),
    "VaultNotFound/nowhere": (
        "这里及上级文件夹中都没有记忆库",
        "请用 --vault DIR 或 MEMVAULT_DIR 指定，或运行 `memvault init DIR`",
    ),
    "VaultSettingsBroken": ("{location}：{what}", "请手工改正 vault.yaml 后重试"),
    "VaultVanished": (
        "{path} 是空的或不存在，而索引里有 {indexed_files} 个文件；索引未作改动",
        "请确认磁盘已挂载、同步已完成；若确实删除了文件，请运行 `memvault index --rebuild`",
    ),
    "WriteFailed": ("无法写入 {path}：{reason}；文件保持原样", ""),
}
"""Class name, with the variant behind a slash -> message and hint. The fields are the attributes of the
exception; an empty hint means the exception's own."""


def fault_in_chinese(error: MemvaultError) -> tuple[str, str] | None:
    """Message and hint, or None when only the English text exists."""
    texts = FAULTS_ZH.get(type(error).__name__ + _variant(error))
    if texts is None:
        return None
    facts = {name: _told(value) for name, value in vars(error).items()}
    if isinstance(error, (NotMerged, CannotUndo)):
        facts["reason"] = reason_in("zh", error.reason)
    message, hint = (text.format(**facts) for text in texts)
    return message, hint or error.hint


def _variant(error: MemvaultError) -> str:
    if isinstance(error, BrokenMarkers):
        return f"/{error.fault}"
    if isinstance(error, AlreadyWatched) and error.pid is None:
        return "/unknown"
    if isinstance(error, VaultNotFound) and error.path is None:
        return "/nowhere"
    if isinstance(error, UnknownUser) and not error.users:
        return "/empty"
    several = (isinstance(error, UnknownMemory) and error.candidates) or (
        isinstance(error, UnknownSection) and error.lines
    )
    return "/several" if several else ""


def _told(value: object) -> object:
    return "、".join(map(str, value)) if isinstance(value, tuple) else value
