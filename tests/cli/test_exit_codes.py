from __future__ import annotations

from pathlib import Path

import pytest

from vault.cli.exit_codes import ExitCode, exit_code_of
from vault.errors import (
    ConfigError,
    LockTimeout,
    MemvaultError,
    ModelNotInstalled,
    UnknownMemory,
    UserRequired,
    VaultNotFound,
    VaultVanished,
    WriteFailed,
)


@pytest.mark.parametrize(
    "error",
    [VaultNotFound(None), UserRequired(("a", "b")), ConfigError("a", "b"), UnknownMemory("mem_x")],
)
def test_what_the_command_line_got_wrong(error: MemvaultError) -> None:
    assert exit_code_of(error) is ExitCode.USAGE


@pytest.mark.parametrize(
    "error",
    [
        VaultVanished(Path("v"), 3),
        LockTimeout(Path("v"), 10),
        WriteFailed(Path("v"), "full"),
        ModelNotInstalled("m"),
        MemvaultError("something new"),
    ],
)
def test_what_the_world_got_wrong(error: MemvaultError) -> None:
    assert exit_code_of(error) is ExitCode.DEGRADED


def test_the_numbers_are_a_contract() -> None:
    assert {code.name: int(code) for code in ExitCode} == {
        "OK": 0,
        "PROBLEMS": 1,
        "USAGE": 2,
        "DEGRADED": 3,
        "INTERNAL": 70,
        "INTERRUPTED": 130,
        "PIPE_CLOSED": 141,
    }
