"""Reading JSON lines: from the bytes of a file to its objects, with every fault located.

The standard library's parser is used throughout: it says where a fault is, and an ordinary line takes it
some 4 µs. What the keys mean is not known here.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from vault.format.conflict_marker import find_conflicts
from vault.format.decode import (
    RawLine,
    foreign_encoding,
    is_blank,
    looks_like_gb18030,
    split_lines,
    without_nul_characters,
    without_surrogates,
)
from vault.format.json_fault import explain_json_fault
from vault.format.json_span import ObjectSpan, nesting_depth, object_span
from vault.format.report import Report, quoted

MAX_LINE_BYTES = 1_000_000
MAX_DEPTH = 32

_ESCAPED_NUL_OR_SURROGATE = re.compile(rb"\\u(?:0000|[dD][89a-fA-F])")
_TWICE_REPORTED = 20
_UTF8 = "save the file as UTF-8"


@dataclass(frozen=True)
class ObjectLine:
    """A line that holds an object. Of a key that stands twice the record has the last value."""

    line: RawLine
    record: dict[str, object]

    @cached_property
    def _span(self) -> ObjectSpan:
        return object_span(self.line.raw)

    def place(self, key: str) -> tuple[int, int]:
        """The line and column (1-based, in characters) of the value of a key; column 0 without the key."""
        member = self._span.last(key)
        column = 0 if member is None else len(self.line.raw[: member.value_start].decode()) + 1
        return self.line.number, column


@dataclass(frozen=True, slots=True)
class JsonLines:
    """A JSONL file as a whole.

    Attributes:
        lines: all lines, blank and broken ones too.
        usable: False when the file is not understood as a whole or holds a conflict git left in it.
        partial_last_line: the last line is broken and has no line end.
    """

    lines: tuple[RawLine, ...]
    usable: bool
    partial_last_line: bool


def read_json_lines(data: bytes, report: Report, accept: Callable[[ObjectLine], None]) -> JsonLines:
    """Hand each object of a file to `accept`, in order; what is not one goes to the report."""
    lines = tuple(split_lines(data))
    if code := foreign_encoding(data):
        report_encoding(code, report)
        return JsonLines(lines, usable=False, partial_last_line=False)
    conflicts = find_conflicts(lines, only_whole=False)
    for number in conflicts.openings:
        report_conflict(number, report)
    skipped = conflicts.markers | conflicts.base
    reader = _LineReader(report)
    broken = 0
    for line in lines:
        if line.number in skipped or _is_blank_line(line.raw):
            continue
        found = reader.read(line)
        if found is None:
            broken = line.number
        else:
            accept(found)
    partial = bool(lines) and broken == len(lines) and not lines[-1].raw.endswith(b"\n")
    return JsonLines(lines, usable=not conflicts.openings, partial_last_line=partial)


def report_encoding(code: str, report: Report) -> None:
    """Report a file that `foreign_encoding` recognised."""
    message = "the file is UTF-16 or UTF-32" if code == "utf16" else "the file is not text"
    report.error(code, 0, 0, message, _UTF8 if code == "utf16" else "restore it from a backup or delete it")


def report_conflict(line: int, report: Report) -> None:
    """Report a conflict that git left in a file."""
    message = "git left a conflict here; both sides are read, and the file is not written to"
    report.error("conflict-marker", line, 1, message, "keep what is right and delete the marker lines")


def _is_blank_line(raw: bytes) -> bool:
    first = raw.lstrip()[:1]
    return not first or (first > b"\x7f" and len(raw) < 1000 and is_blank(raw.decode(errors="replace")))


class JsonFloat(float):
    """A number that remembers how it was written: read as text, `1.10` is not `1.1`."""

    __slots__ = ("written",)

    def __init__(self, written: str) -> None:
        self.written = written

    def __str__(self) -> str:
        return self.written


class _LineReader:
    """Reads the lines of one file one by one."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._twice: list[str] = []
        self._strict = json.JSONDecoder(object_pairs_hook=self._object, parse_float=JsonFloat)
        self._lenient = json.JSONDecoder(
            object_pairs_hook=self._object, parse_float=JsonFloat, parse_int=_integer, strict=False
        )

    def read(self, line: RawLine) -> ObjectLine | None:
        """The object in a line, or None when there is none; the report says why."""
        text = self._text(line)
        if text is None:
            return None
        self._twice.clear()
        try:
            record = self._parse(text, line)
        except json.JSONDecodeError as fault:
            column, message, hint = explain_json_fault(text, fault)
            code = "broken-json" if line.raw.endswith(b"\n") else "half-written-line"
            self._report.error(code, line.number, column, message, hint)
            return None
        if not isinstance(record, dict):
            hint = 'write each record as one line, like {"content": "…"}'
            self._report.error("not-an-object", line.number, 1, f"{quoted(text)} is not an object", hint)
            return None
        found = ObjectLine(line, record)
        for key in self._twice[:_TWICE_REPORTED]:
            message, hint = f"{quoted(key)} stands twice", "delete one of the two"
            self._report.warning("duplicate-key", *found.place(key), message, hint)
        return self._scrubbed(found) if _ESCAPED_NUL_OR_SURROGATE.search(line.raw) else found

    def _text(self, line: RawLine) -> str | None:
        raw, number = line.raw, line.number
        if len(raw) > MAX_LINE_BYTES:
            message = f"the line has {len(raw):,} bytes, more than {MAX_LINE_BYTES:,}"
            self._report.error("line-too-long", number, 0, message, "move long texts into notes/")
        elif b"\0" in raw:
            message = "NUL bytes, as a crash leaves them"
            self._report.error("nul-byte", number, raw.index(b"\0") + 1, message, "delete them or the line")
        elif raw.count(b"[") + raw.count(b"{") > MAX_DEPTH and nesting_depth(raw) > MAX_DEPTH:
            message = f"arrays and objects are nested more than {MAX_DEPTH} deep"
            self._report.error("nested-too-deep", number, 0, message, "a record needs two levels at most")
        else:
            try:
                text = raw.decode().rstrip("\r\n")
                return text if text[0] != "\ufeff" else f" {text[1:]}"  # files that were joined with `cat`
            except UnicodeDecodeError as fault:
                self._report_not_utf8(line, fault)
        return None

    def _report_not_utf8(self, line: RawLine, fault: UnicodeDecodeError) -> None:
        column = len(line.raw[: fault.start].decode()) + 1
        half_written = fault.reason == "unexpected end of data" and not line.raw.endswith(b"\n")
        code = "half-written-line" if half_written else "not-utf8"
        message = f"the byte {line.raw[fault.start]:#04x} is not UTF-8 here"
        hint = f"the line looks like GBK: {_UTF8}" if looks_like_gb18030(line.raw) else _UTF8
        self._report.error(code, line.number, column, message, hint)

    def _parse(self, text: str, line: RawLine) -> object:
        try:
            record: object = self._strict.decode(text)
        except json.JSONDecodeError as fault:
            if not fault.msg.startswith("Invalid control character"):
                raise
            record = self._again(text)
            message, hint = "a control character inside a text", "write it escaped, like \\t"
            self._report.warning("control-character", line.number, fault.pos + 1, message, hint)
        except ValueError:  # an integer of more digits than Python converts
            record = self._again(text)
        return record

    def _again(self, text: str) -> object:
        self._twice.clear()
        return self._lenient.decode(text)

    def _scrubbed(self, found: ObjectLine) -> ObjectLine:
        record: dict[str, object] = {}
        for key, value in found.record.items():
            text = _map_texts(value, without_surrogates)
            if text != value:
                self._report.warning(
                    "lone-surrogate",
                    *found.place(key),
                    "half of a surrogate pair, like \\ud83d, is read as U+FFFD",
                    "write the character itself",
                )
            without_nul = _map_texts(text, without_nul_characters)
            if without_nul != text:
                message = "\\u0000 is read as U+FFFD"
                self._report.warning("control-character", *found.place(key), message, "delete it")
            record[without_nul_characters(without_surrogates(key))] = without_nul
        return ObjectLine(found.line, record)

    def _object(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        record = dict(pairs)
        if len(record) != len(pairs):
            counts = Counter(key for key, _ in pairs)
            self._twice.extend(key for key, count in counts.items() if count > 1)
        return record


def _integer(digits: str) -> object:
    return int(digits) if len(digits) < 1000 else digits


def _map_texts(value: object, change: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return change(value)
    if isinstance(value, list):
        return [_map_texts(item, change) for item in value]
    if isinstance(value, dict):
        return {change(str(key)): _map_texts(item, change) for key, item in value.items()}
    return value
