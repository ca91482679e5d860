from __future__ import annotations

import pytest

from vault.api.remembered import Remembered
from vault.cli.output import Output
from vault.cli.remembered_lines import tell_remembered


def test_a_line_for_each_and_the_warnings_beside(capsys: pytest.CaptureFixture[str]) -> None:
    results = (
        Remembered("added", "mem_1", "不吃香菜", (), "facts/a.jsonl", 3),
        Remembered("superseded", "mem_2", "住在杭州", ("mem_0",), "facts/a.jsonl", 4, ("有一处被掩盖",)),
        Remembered("refused", content="", reason="empty"),
    )
    tell_remembered(Output(language="zh"), results)
    said = capsys.readouterr()
    assert said.out.splitlines() == [
        "已记下  不吃香菜  mem_1  facts/a.jsonl:3",
        "已记下，取代旧的 1 条  住在杭州  mem_2  facts/a.jsonl:4",
        "没有记下  ",
    ]
    assert said.err == "有一处被掩盖\n"
