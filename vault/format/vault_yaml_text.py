"""The text of a new `vault.yaml`: a first page for whoever opens the folder."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Literal

_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_./-]*")
_MISREAD = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})

_PREFACE = {
    "zh": """\
# 这个文件夹是一个 memvault 记忆库：AI 助手记住的东西，都以纯文本放在这里，归你所有。
# 可以直接用编辑器修改、用 git 管理、在设备之间同步；索引可以随时从这些文件重建。
#
#   facts/     一行一条记忆（JSONL）。手写时只需要 {"content": "……"}
#   notes/     Markdown 笔记；notes/profile.md 是个人档案
#   journal/   对话原文，按设备和日期存放
#   archive/   已被取代、过期或遗忘的记忆，不再被想起
#   usage/     每台设备的使用计数
#
# 格式说明：memvault 项目中的 schema/FORMAT.md。检查错误：memvault check
""",
    "en": """\
# This folder is a memvault vault: what an AI assistant remembers, as plain text that belongs to you.
# Edit it with any editor, keep it in git, sync it between devices; the index can be rebuilt at any time.
#
#   facts/     one memory a line (JSONL). By hand, {"content": "..."} is enough
#   notes/     Markdown notes; notes/profile.md is the profile
#   journal/   conversations as they were, by device and day
#   archive/   memories that were superseded, expired or forgotten; not recalled
#   usage/     counters of each device
#
# The format: schema/FORMAT.md of the memvault project. To look for mistakes: memvault check
""",
}
_COMMENTS = {
    "zh": {
        "default_user": "没有写明 user_id 的记忆属于谁",
        "language": "zh 或 en",
        "timezone": "没有写时区的日期按这个时区理解",
        "note_folders": "哪些文件夹里的 .md 是笔记",
        "users": "家人共用时，在这里列出每个人",
        "recall": "一次最多想起几条",
    },
    "en": {
        "default_user": "whose memories those are that have no user_id",
        "language": "zh or en",
        "timezone": "in which dates without an offset are read",
        "note_folders": "folders whose .md files are notes",
        "users": "list the people here when several share the vault",
        "recall": "memories recalled at most",
    },
}


def vault_yaml_text(
    *,
    vault_id: str,
    default_user: str,
    language: Literal["zh", "en"],
    timezone: str,
    note_folders: Sequence[str],
) -> str:
    """A new `vault.yaml`. What is not set stands in it as a comment, ready to be used."""
    comments = _COMMENTS[language]
    folders = f"note_folders: [{', '.join(map(_scalar, note_folders))}]"
    if tuple(note_folders) == ("notes",):
        folders = f"# {folders}"
    user = f"default_user: {_scalar(default_user)}" if default_user else "# default_user: me"
    lines = [
        "format: 1",
        f"id: {_scalar(vault_id)}",
        f"{user}  # {comments['default_user']}",
        f"language: {language}  # {comments['language']}",
        f"timezone: {_scalar(timezone)}  # {comments['timezone']}",
        f"{folders}  # {comments['note_folders']}",
        f"# users: {{me: {{name: Me}}}}  # {comments['users']}",
        f"# recall: {{limit: 5}}  # {comments['recall']}",
    ]
    return _PREFACE[language] + "\n" + "\n".join(lines) + "\n"


def _scalar(text: str) -> str:
    """The text such that other YAML readers take it for text, too."""
    if _PLAIN.fullmatch(text) and text.lower() not in _MISREAD:
        return text
    return json.dumps(text, ensure_ascii=False)
