"""Cases read from a file and compared with what came back."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from vault.errors import ConfigError
from vault.evaluation.cases import Case, Cases, load_cases, run_cases


class Answering:
    """A vault that gives the same answer to every question."""

    def __init__(self, *contents: str) -> None:
        self.contents = contents

    def recall(self, _query: str, **_options: object) -> Any:
        record = SimpleNamespace(title="", value="")
        return SimpleNamespace(hits=[SimpleNamespace(content=text, record=record) for text in self.contents])


def faults(case: Case, *contents: str) -> tuple[str, ...]:
    (result,) = run_cases(Answering(*contents), Cases((case,)))  # type: ignore[arg-type]
    return result.faults


@pytest.mark.parametrize(
    ("case", "contents", "fault"),
    [
        (Case("q", first="阳光"), ("住在阳光小区",), ""),
        (Case("q", first=("海边", "阳光")), ("住在阳光小区",), ""),
        (Case("q", first="阳光"), ("养了一只猫", "住在阳光小区"), "the first hit"),
        (Case("q", first="阳光"), (), "the first hit"),
        (Case("q", find=("猫", "阳光")), ("住在阳光小区", "养了一只猫"), ""),
        (Case("q", find=("猫", "阳光")), ("住在阳光小区",), "not found: 猫"),
        (Case("q", never="狗"), ("养了一只猫",), ""),
        (Case("q", never="猫"), ("养了一只猫",), "must not come back: 猫"),
        (Case("q", nothing=True), (), ""),
        (Case("q", nothing=True), ("养了一只猫",), "nothing was to come back, but 1 did"),
    ],
)
def test_each_expectation(case: Case, contents: tuple[str, ...], fault: str) -> None:
    found = faults(case, *contents)
    assert len(found) == bool(fault)
    assert not fault or found[0].startswith(fault)


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "cases.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file(tmp_path: Path) -> None:
    cases = load_cases(
        write(tmp_path, "now: 2026-11-30T12:00:00+08:00\ncases:\n- {ask: 住哪, find: [阳光], never: 海边}\n")
    )
    assert cases.now is not None
    assert cases.now.isoformat() == "2026-11-30T12:00:00+08:00"
    assert cases.cases == (Case("住哪", find=("阳光",), never="海边"),)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("cases:\n- {ask: 住哪}\n", "give first, find or never"),
        ("cases:\n- {ask: 住哪, find: 阳光, nothing: true}\n", "give first, find or never"),
        ("cases:\n- {ask: 住哪, fnd: 阳光}\n", "fnd"),
        ("now: 2026-11-30T12:00:00\ncases: []\n", "no offset"),
        ("cases: [", "cases.yaml"),
    ],
)
def test_faults_of_a_file(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(ConfigError, match=fault):
        load_cases(write(tmp_path, text))


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        load_cases(tmp_path / "none.yaml")


def test_the_cases_of_the_sample_vault_are_readable() -> None:
    assert len(load_cases(Path(__file__).parent.parent / "recall_cases.yaml").cases) > 100
