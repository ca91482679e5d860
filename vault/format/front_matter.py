"""The YAML front matter of a Markdown note: where it ends, and what it holds. Not what its keys mean."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from vault.format.report import Report, quoted
from vault.format.yaml_text import YamlFault, YamlMapping, read_yaml_mapping

_FENCE = re.compile(r"---[ \t]*")
_CLOSING_FENCE = re.compile(r"(?:---|\.\.\.)[ \t]*")
_KEY_LINE = re.compile(r"(?P<key>[^\s\"'\[\]{}#:,>|*&!%@`-][^:\"]*):(?:[ \t]+(?P<value>.*))?")
# Line ends to YAML, but not to an editor: a fault behind one would be reported on the wrong line.
_NOT_LINE_ENDS = dict.fromkeys(map(ord, "\r\x85\u2028\u2029"), " ")
_ITEM_LINE = re.compile(r"\s*-\s+(?P<item>.*)")
_NEEDS_QUOTES = re.compile(r"[^\"'\[{|>&!#].*:(?:\s.*)?|\*.*\*|[@`%].*")
_YAML_LINE = re.compile(r"\s*#.*|\s+.*|-\s.*")


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """What stands above the body of a note.

    Attributes:
        values: by key, see `vault.format.yaml_text`.
        places: line and column of each value in the file, 1-based.
        body: index of the first line of the body.
    """

    values: dict[str, object] = field(default_factory=dict)
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    body: int = 0


def read_front_matter(lines: Sequence[str], report: Report) -> FrontMatter:
    """Read the front matter of a note, if it has one.

    A first line `---` may also be a rule across the page: front matter is only what goes on with a key.
    When the YAML is broken, the lines that are plainly `key: value` are still read.

    Args:
        lines: all lines of the note, without line ends.
        report: takes the faults.
    """
    if not lines or not _FENCE.fullmatch(lines[0]):
        return FrontMatter()
    closing = next((i for i in range(1, len(lines)) if _CLOSING_FENCE.fullmatch(lines[i])), None)
    if closing is not None and all(not line.strip() for line in lines[1:closing]):
        return FrontMatter(body=closing + 1)
    if not _starts_with_key(lines):
        if closing is not None and lines[1].strip():
            message = "what stands between the --- lines has no keys; it is read as text"
            report.warning(
                "broken-front-matter", 2, 1, message, "write `key: value` lines, or a blank line first"
            )
        return FrontMatter()
    if closing is None:
        return _unclosed(lines, report)
    try:
        found = _read_as_meant(lines[1:closing])
    except YamlFault as fault:
        if _body_began_before(lines, closing):
            return _unclosed(lines, report)
        line = fault.line + 1
        message = f"the front matter is not YAML: {fault.message}"
        report.warning("broken-front-matter", line, fault.column, message, _hint(lines[line - 1]))
        found = _plain_lines(lines[1:closing])
    return _placed(found or YamlMapping({}, {}), closing + 1, report)


def _read_as_meant(lines: Sequence[str]) -> YamlMapping | None:
    """Read YAML; if that fails, once more with quotes where `title: Tea: green` plainly lacks them."""
    text = "\n".join(lines).translate(_NOT_LINE_ENDS)
    meant = "\n".join(map(_with_quotes, lines)).translate(_NOT_LINE_ENDS)
    try:
        return read_yaml_mapping(text)
    except YamlFault:
        with suppress(YamlFault):
            return read_yaml_mapping(meant)
        raise


def _with_quotes(line: str) -> str:
    pair = _KEY_LINE.fullmatch(line)
    value = (pair["value"] or "").strip() if pair else ""
    if pair is None or not _NEEDS_QUOTES.fullmatch(value):
        return line
    escaped = value.replace("'", "''")
    return f"{pair['key'].rstrip()}: '{escaped}'"


def _starts_with_key(lines: Sequence[str]) -> bool:
    first = next((line for line in lines[1:] if line.strip() and not line.startswith("#")), "")
    return _KEY_LINE.fullmatch(first.strip()) is not None


def _body_began_before(lines: Sequence[str], closing: int) -> bool:
    """Whether the closing line found is rather a rule in the body, because `---` was forgotten above."""
    end = next((i for i in range(1, closing) if not lines[i].strip()), closing)
    rest = [line for line in lines[end:closing] if line.strip()]
    return all(map(_is_yaml_like, lines[1:end])) and not all(map(_is_yaml_like, rest))


def _is_yaml_like(line: str) -> bool:
    return bool(_KEY_LINE.fullmatch(line) or _YAML_LINE.fullmatch(line))


def _unclosed(lines: Sequence[str], report: Report) -> FrontMatter:
    body = (i for i in range(1, len(lines)) if lines[i].startswith("# ") or not _is_yaml_like(lines[i]))
    end = next(body, len(lines))
    if end == 1:
        return FrontMatter()
    hint = f"put a line --- below line {end}"
    report.warning("unclosed-front-matter", 1, 1, "the front matter has no closing ---", hint)
    return _placed(_plain_lines(lines[1:end]), end, report)


def _placed(found: YamlMapping, body: int, report: Report) -> FrontMatter:
    places = {key: (line + 1, column) for key, (line, column) in found.places.items()}
    for key in found.twice:
        report.warning("duplicate-key", *places[key], f"{quoted(key)} stands twice", "delete one of the two")
    return FrontMatter(found.values, places, body)


def _plain_lines(lines: Sequence[str]) -> YamlMapping:
    """Read `key: value` lines, and `- item` lines below a key without a value, as the text they are."""
    values: dict[str, object] = {}
    places: dict[str, tuple[int, int]] = {}
    items: list[object] | None = None
    for number, line in enumerate(lines, 1):
        if pair := _KEY_LINE.fullmatch(line.lstrip("\t") if items is None else line):
            text = (pair["value"] or "").strip()
            items = None if text else []
            key = pair["key"].rstrip()
            values[key] = _unquoted(text) if text else items
            places[key] = (number, line.index(text, line.index(":")) + 1)
        elif items is not None and (item := _ITEM_LINE.fullmatch(line)):
            items.append(_unquoted(item["item"].strip()))
    return YamlMapping({key: value or None for key, value in values.items()}, places)


def _unquoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if is_quoted else text


def _hint(line: str) -> str:
    if "\t" in line[: len(line) - len(line.lstrip())]:
        return "indent with blanks, not with tabs"
    pair = _KEY_LINE.fullmatch(line.strip())
    if pair and pair["value"]:
        value = pair["value"].strip().replace("'", "''")
        return f"put the text in quotes: {pair['key'].rstrip()}: '{value}'"
    return "write `key: value` lines, with the value in quotes if it holds signs like : # * &"
