from __future__ import annotations

from vault.plugin_api.faults import Faults
from vault.problem import PROBLEM_CODES


def test_one_a_plugin_and_hook_gone_when_it_works_again() -> None:
    faults = Faults()
    faults.note("a", "before_write", "failed: X")
    faults.note("a", "before_write", "failed: Y")
    faults.note("b", "load", "cannot be loaded", "/home/me/config.yaml:7")
    first, second = faults.of()
    assert first.message == "plugin a: before_write: failed: Y"
    assert (second.path, second.line, second.message) == (
        "/home/me/config.yaml",
        7,
        "plugin b: cannot be loaded",
    )
    assert {first.code, second.code} <= set(PROBLEM_CODES)
    assert {first.severity, second.severity} == {"warning"}
    assert faults.of("b") == (second,)
    assert faults.of(what=("before_write", "mask")) == (first,)
    faults.forget("a", "before_write")
    faults.forget("a", "never")
    assert faults.of() == (second,)
