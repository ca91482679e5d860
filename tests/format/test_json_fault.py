from __future__ import annotations

import json

import pytest

from vault.format.json_fault import explain_json_fault


@pytest.mark.parametrize(
    ("text", "column", "message", "hint"),
    [
        ('{"content": "x",}', 16, "a comma before }", "delete the comma"),
        ('{"tags": ["a", ]}', 14, "a comma before ]", "delete the comma"),
        ('{“content”: "x"}', 2, "a full-width sign “", "JSON needs the signs of an English keyboard"),
        ('{"content"："x"}', 11, "a full-width sign ：", "JSON needs the signs of an English keyboard"),
        ('{"a": 1， "b": 2}', 8, "a full-width sign ，", "JSON needs the signs of an English keyboard"),
        ('{"a":\u00a01}', 6, "a blank U+00A0 outside of a text", "use an ordinary blank"),
        ("{'content': 'x'}", 2, "a text in single quotes", 'use double quotes: "'),
        (
            '{"content": "年糕',
            13,
            'a text begins here and has no closing "',
            'close it with "; a line break in it is \\n',
        ),
        ('{"content": "x"} {"a": 1}', 18, "a second record on the line", "put a line break before it"),
        ('{"content": "x"},', 17, "a comma behind the record", "delete the comma"),
        ('{"content": "x"} oops', 18, "`oops` behind the record", "delete it"),
        (
            '{"content": "he said "no""}',
            23,
            'no comma before `no""}`',
            'put one there; a " inside a text is \\"',
        ),
        ('{"content" "x"}', 12, 'no colon before `"x"}`', "put one between a key and its value"),
        ('{content: "x"}', 2, '`content: "x"}` where a key belongs', 'write keys like "content"'),
        ('{"pinned": True}', 12, "`True}` is not JSON", "write true"),
        ('{"key": None}', 9, "`None}` is not JSON", "write null"),
        ('{"content": x}', 13, "`x}` is not JSON", 'write texts in double quotes, like {"content": "…"}'),
        (r'{"path": "C:\memo"}', 13, "a backslash that means nothing in JSON", r"write a backslash as \\"),
        ("// my memories", 1, "a comment", "JSON has no comments: delete the line"),
        ("# 我的记忆", 1, "a comment", "JSON has no comments: delete the line"),
        ("{", 2, "the line ends too early", "write each record on one line"),
        ('{"content": ', 13, "the line ends too early", "finish the line"),
    ],
)
def test_faults_of_hand_written_lines(text: str, column: int, message: str, hint: str) -> None:
    with pytest.raises(json.JSONDecodeError) as caught:
        json.loads(text)
    assert explain_json_fault(text, caught.value) == (column, message, hint)
