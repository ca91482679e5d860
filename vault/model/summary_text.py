"""The template of the summary of a conversation: what it is about, part by part. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

SummaryPart = Literal["facts", "project", "open", "mood"]

_TITLES: Mapping[str, Mapping[SummaryPart, str]] = {
    "zh": {"facts": "用户事实", "project": "项目状态", "open": "未决问题", "mood": "情绪与偏好"},
    "en": {
        "facts": "User facts",
        "project": "Project state",
        "open": "Open questions",
        "mood": "Mood and preferences",
    },
}
_JOINTS: Mapping[str, tuple[str, str, str]] = {"zh": ("：", "；", "。"), "en": (": ", "; ", ". ")}


def summary_text(parts: Mapping[str, Sequence[str]], language: str) -> str:
    """The statements under their titles, each once; parts without any are left out. Empty: nothing to say.

    Args:
        parts: statements by their `SummaryPart`, without a stop at their end.
        language: of the titles, `zh` or `en`.
    """
    colon, comma, stop = _JOINTS[language]
    told = [
        f"{title}{colon}{comma.join(dict.fromkeys(parts[part]))}"
        for part, title in _TITLES[language].items()
        if parts.get(part)
    ]
    return stop.join(told) + stop.strip() if told else ""


def open_part(text: str) -> tuple[str, str]:
    """A summary in two: what it tells, and the questions that it says are open."""
    for language, titles in _TITLES.items():
        colon, _, stop = _JOINTS[language]
        start = text.find(f"{titles['open']}{colon}")
        if start >= 0:
            end = text.find(f"{stop}{titles['mood']}{colon}", start)
            end = len(text) if end < 0 else end
            return f"{text[:start]}{text[end:]}", text[start:end]
    return text, ""
