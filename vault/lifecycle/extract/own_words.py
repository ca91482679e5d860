"""Which part of a message the user wrote there: not code, logs, tool output, quotes, documents, talks.

A line that looks like one of a recalled memory (`- [2026-01-05 · 偏好] …`) is never the user's own; whole
blocks of them are taken out before (see `vault.recall.prompt_block`).
"""

from __future__ import annotations

import re

from vault.lifecycle.extract.transcript import words_of_others

MOST_CHARACTERS = 1200
"""A longer message is a document, of which only so much is read, and no line that belongs to a list."""
MOST_READ = 20_000
"""What lies further behind in a message is not looked at."""
_MOST_LINES = 12
_STRUCTURED_LINES = 4

_CONTROL = re.compile(
    r"\s*\[?(?:NO_?REPLY|HEARTBEAT(?:_OK)?|SILENT|DONE|ACK|STOP|CONTINUE|null|undefined|\(no content\)"
    r"|\[object Object\])\]?[.\s]*",
    re.IGNORECASE,
)
_MACHINE_MESSAGE = re.compile(
    r"\s*(?:\[?tool[_ ](?:result|output|call|use)|\[(?:system|tool|assistant|function)"
    r"|traceback \(most recent|Error:|<\?xml|<!doctype|<html|<\|"
    r"|<(?:system|tool|function|assistant|instructions|context|document|relevant|memory|memories"
    r"|antml)[\w:-]*[\s>]|[{\[]\s*[\"'{\[]|diff --git|commit [0-9a-f]{7,40}\b|BEGIN:V)",
    re.IGNORECASE,
)
_TEMPLATE_TOKEN = re.compile(r"<\|[^|<>\n]{1,30}\|>|\[/?INST\]|<</?SYS>>|<(?:start|end)_of_turn>")
_BLOCKS = (
    re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL),
    re.compile(r"<(?P<tag>[a-z][\w:-]{2,40})[^<>\n]{0,80}>.*?(?:</(?P=tag)>|\Z)", re.DOTALL | re.IGNORECASE),
    re.compile(r"https?://\S+"),
)
_MEMORY_LINE = re.compile(r"\s*(?:>\s*)?(?:[-*•]\s*)?\[(?:\d{4}-\d\d-\d\d\s*·\s*)?[^\]\s\d]{2,14}\]\s.*")
_MEMORY_LABEL = re.compile(
    r"\[(?:\d{4}-\d\d-\d\d\s*·\s*)?(?:事实|偏好|事件|待办|做法|总结|笔记|对话|档案|fact|preference"
    r"|event|task|procedure|summary|note|conversation|profile)\]",
    re.IGNORECASE,
)
_MACHINE_LINE = re.compile(
    r"\s*(?:>|\$ |# |#{2,} |PS [A-Z]:|\||\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[\d\d:\d\d|(?:INFO|WARN(?:ING)?"
    r"|ERROR|DEBUG|FATAL)\b|at [\w.$]+\(|File \"|[+-]{3} |@@ |\w+Error:|\w+Exception\b|import \w+"
    r"|from \w+ import"
    r"|def \w+\(|class \w+|function \w+\(|(?:const|let|var) \w+ =|return\b.*;|[{}\])]+[;,]?\s*$"
    r"|[\w.]+\s*=\s*[\"'\[{(]|npm |pip |git |\[\w+ [0-9a-f]{7}\])"
)
_STRUCTURE = re.compile(
    r"\s*(?:#{1,6} |[-*•] |\d+[.)、] |[一二三四五六七八九十]+、|[^\s:：,，。]{1,8}[:：]\s?\S|\|)"
)
_QUOTE = re.compile(
    r"“([^”\n]{0,400})”|「([^」\n]{0,400})」|『([^』\n]{0,400})』|\"([^\"\n]{0,400})\"|《([^》\n]{0,400})》"
)
_LONG_QUOTE = 12
_SPEAKS = re.compile(r"我|你|\b(?:i|i'm|you|my)\b", re.IGNORECASE)


def own_words(text: str) -> bytearray:
    """For each character of `text` 1 where it is the user's own, else 0."""
    own = bytearray(b"\x01" * len(text))
    _cut(own, MOST_READ, len(text))
    head = text[:MOST_READ]
    for block in _BLOCKS:
        for match in block.finditer(head):
            _cut(own, *match.span())
    left = "".join(character for character, kept in zip(head, own, strict=False) if kept)
    if _CONTROL.fullmatch(left) or _MACHINE_MESSAGE.match(left) or _TEMPLATE_TOKEN.search(head):
        return bytearray(len(text))
    for start, end in words_of_others(head):
        _cut(own, start, end)
    _cut_lines(head, own)
    for quote in _QUOTE.finditer(head):
        said = next(group for group in quote.groups() if group is not None)
        if len(said) > _LONG_QUOTE or (_SPEAKS.search(said) and not quote[0].startswith("《")):
            _cut(own, *quote.span())
    return own


def _cut(own: bytearray, start: int, end: int) -> None:
    own[start:end] = bytes(max(0, end - start))


def _cut_lines(text: str, own: bytearray) -> None:
    lines = text.splitlines(keepends=True)
    document = _is_document(own, lines)
    start, begun, read = 0, False, 0
    for line in lines:
        end = start + len(line.rstrip("\r\n"))
        begun = begun or (document and bool(_STRUCTURE.match(line)))
        machine = _MACHINE_LINE.match(line) or (
            _MEMORY_LINE.fullmatch(line.rstrip()) and _MEMORY_LABEL.search(line)
        )
        if begun or machine:
            _cut(own, start, end)
        read += sum(own[start:end])
        if read > MOST_CHARACTERS:
            _cut(own, max(start, end - (read - MOST_CHARACTERS)), len(own))
            return
        start += len(line)


def _is_document(own: bytearray, lines: list[str]) -> bool:
    structured = sum(bool(_STRUCTURE.match(line)) for line in lines)
    headings = any(re.match(r"\s*#{1,6} ", line) for line in lines)
    return (
        sum(own) > MOST_CHARACTERS
        or len(lines) > _MOST_LINES
        or (headings and len(lines) >= _STRUCTURED_LINES)
        or structured > _STRUCTURED_LINES
    )
