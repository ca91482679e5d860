"""What the command line says to people, in Chinese and in English.

Help texts stand with their commands and are English. Faults: `vault.errors` and `vault.cli.faults_zh`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from vault.cli.faults_zh import fault_in_chinese
from vault.errors import MemvaultError

Text = tuple[str, str]
"""Chinese, English."""

TEXTS: dict[str, Text] = {
    "usage-hint": ("用法见 `{command}`", "see `{command}`"),
    "internal": ("memvault 自身出错：{what}", "a fault in memvault itself: {what}"),
    "internal-hint": (
        "请附上 `memvault doctor` 的输出和加上 MEMVAULT_DEBUG=1 重跑的结果报告此问题",
        "please report it with the output of `memvault doctor` and of a run with MEMVAULT_DEBUG=1",
    ),
}


def say(language: str, key: str, **values: object) -> str:
    """The text called `key`, filled in."""
    chinese, english = TEXTS[key]
    return (chinese if language == "zh" else english).format(**values)


def explain_fault(language: str, error: MemvaultError) -> tuple[str, str]:
    """Message and hint of a fault."""
    told = fault_in_chinese(error) if language == "zh" else None
    return told or (str(error), error.hint)


def language_of(environ: Mapping[str, str] = os.environ) -> str:
    """The language to speak as long as no vault is open: `MEMVAULT_LANGUAGE`, else the locale's.

    `zh` also where no language is set (`C`), because most vaults are Chinese.
    """
    for variable in ("MEMVAULT_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        name = environ.get(variable, "").strip().lower()
        if name:
            return "zh" if name.startswith(("zh", "c.", "posix")) or name == "c" else "en"
    return "zh"
