from __future__ import annotations

import inspect
from pathlib import Path
from typing import get_args

import pytest

from vault import errors
from vault.cli.faults_zh import FAULTS_ZH, fault_in_chinese
from vault.errors import MemvaultError
from vault.format.machine_section import MarkerFault

ALL = {
    name
    for name, one in vars(errors).items()
    if inspect.isclass(one) and issubclass(one, MemvaultError) and one is not MemvaultError
}


def test_every_fault_has_a_chinese_text() -> None:
    assert {name.partition("/")[0] for name in FAULTS_ZH} == ALL


@pytest.mark.parametrize(
    ("error", "message", "hint"),
    [
        (errors.VaultNotFound(None), "这里及上级文件夹中都没有记忆库", "memvault init"),
        (errors.UnknownUser("小红", ("小明", "小刚")), "没有用户 小红", "小明、小刚"),
        (errors.UnknownUser("小红", ()), "没有用户 小红", "空的"),
        (errors.UnknownMemory("mem_1", ("mem_12", "mem_13")), "mem_12、mem_13", "更多位"),
        (errors.LockTimeout(Path("/x"), 9.6), "超过 10 秒", "等它结束"),
        (errors.ConfigError("a.yaml:3", "wrong {braces}", "do that"), "a.yaml:3：wrong {braces}", "do that"),
        (errors.BrokenMarkers("a.md", (3, 9), "doubled", "what", "hint"), "第 3、9 行", "只留一个"),
        (errors.UnknownSection("a.md", ("家", "厨房"), (3, 9)), "第 3、9 行", "行号"),
    ],
)
def test_the_facts_are_filled_in(error: MemvaultError, message: str, hint: str) -> None:
    told = fault_in_chinese(error)
    assert told is not None
    assert message in told[0]
    assert hint in told[1]


@pytest.mark.parametrize("fault", get_args(MarkerFault))
def test_every_fault_of_markers_has_its_text(fault: str) -> None:
    assert f"BrokenMarkers/{fault}" in FAULTS_ZH


@pytest.mark.parametrize("name", FAULTS_ZH)
def test_only_attributes_of_the_fault_are_used(name: str) -> None:
    parameters = inspect.signature(getattr(errors, name.partition("/")[0])).parameters
    facts = dict.fromkeys(parameters, 1)
    message, hint = FAULTS_ZH[name]
    assert message.format(**facts)
    assert hint.format(**facts) or name
