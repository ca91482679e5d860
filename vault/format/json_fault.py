"""Why a line is not JSON: where the fault is, what it is, and what the person can do about it."""

from __future__ import annotations

import json
import re

from vault.format.report import quoted

_FULL_WIDTH = re.compile("[“”„＂「」‘’：，｛｝［］]")
_FOREIGN_BLANK = re.compile(r"[^\S \t\r\n]")
_WORD = re.compile(r"\w+")
_JSON_WORDS = {"True": "true", "False": "false", "None": "null", "undefined": "null", "nil": "null"}


def explain_json_fault(text: str, fault: json.JSONDecodeError) -> tuple[int, str, str]:
    """The column (1-based, in characters) of a fault, what is wrong there, and what to do."""
    rest = text[fault.pos :].lstrip(" \t\r\n")
    at = len(text) - len(rest)
    if fault.msg.startswith("Unterminated string"):
        return at + 1, 'a text begins here and has no closing "', 'close it with "; a line break in it is \\n'
    before = text[:at].rstrip(" \t\r\n")
    for comma, closing in ((before[-1:], rest[:1]), (rest[:1], rest[1:].lstrip(" \t\r\n")[:1])):
        if comma == "," and closing in ("}", "]"):
            column = len(before) if before[-1:] == "," else at + 1
            return column, f"a comma before {closing}", "delete the comma"
    if not rest:
        alone = before in ("{", "[")
        return (
            at + 1,
            "the line ends too early",
            "write each record on one line" if alone else "finish the line",
        )
    if fault.msg.startswith("Invalid \\"):
        return at + 1, "a backslash that means nothing in JSON", "write a backslash as \\\\"
    return (at + 1, *_explain_sign(fault.msg, before, rest))


def _explain_sign(message: str, before: str, rest: str) -> tuple[str, str]:
    word = _WORD.match(rest)
    json_word = _JSON_WORDS.get(word.group()) if word else None
    shown = quoted(rest)
    explanations = (
        (
            _FULL_WIDTH.match(rest),
            f"a full-width sign {rest[0]}",
            "JSON needs the signs of an English keyboard",
        ),
        (
            _FOREIGN_BLANK.match(rest),
            f"a blank U+{ord(rest[0]):04X} outside of a text",
            "use an ordinary blank",
        ),
        (rest[0] == "'", "a text in single quotes", 'use double quotes: "'),
        (not before and rest[0] in "/#", "a comment", "JSON has no comments: delete the line"),
        (
            message == "Extra data" and rest[0] == "{",
            "a second record on the line",
            "put a line break before it",
        ),
        (message == "Extra data" and rest[0] == ",", "a comma behind the record", "delete the comma"),
        (message == "Extra data", f"{shown} behind the record", "delete it"),
        ("',' delimiter" in message, f"no comma before {shown}", 'put one there; a " inside a text is \\"'),
        ("':' delimiter" in message, f"no colon before {shown}", "put one between a key and its value"),
        ("property name" in message, f"{shown} where a key belongs", 'write keys like "content"'),
        (json_word, f"{quoted(rest[:9])} is not JSON", f"write {json_word}"),
    )
    for applies, fault, hint in explanations:
        if applies:
            return fault, hint
    return f"{shown} is not JSON", 'write texts in double quotes, like {"content": "…"}'
