"""Code, `schema/FORMAT.md` and the JSON Schemas say the same."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, get_args

import jsonschema
import pytest
import yaml

from vault.format.memory_line import format_memory
from vault.format.schema_check import MEMORY_FIELDS, NOTE_FIELDS, TURN_FIELDS, USAGE_FIELDS
from vault.format.turn_line import format_turn
from vault.format.usage_line import format_usage
from vault.format.vault_setting import SETTINGS, SettingTable
from vault.format.vault_yaml import VaultYaml, format_vault_yaml
from vault.format.version import FORMAT_VERSION
from vault.format.yaml_text import read_yaml_mapping
from vault.model.memory import MEMORY_TYPES, RECORD_TYPES, SOURCE_KINDS, STATUSES, Memory, Relation, Source
from vault.model.turn import Role, Turn
from vault.model.usage import Usage
from vault.problem import PROBLEM_CODES

ROOT = Path(__file__).parent.parent
SCHEMAS = ROOT / "schema"
SAMPLE = ROOT / "sample_vault"
FORMAT = (SCHEMAS / "FORMAT.md").read_text(encoding="utf-8")
NOON = datetime(2026, 1, 8, 12, tzinfo=timezone.utc)


def schema(name: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((SCHEMAS / f"{name}.v1.schema.json").read_text(encoding="utf-8"))
    return loaded


def validator(name: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema(name))


def documented(heading: str) -> list[str]:
    """The names in the first column of the tables in a section of FORMAT.md."""
    section = re.split(rf"^## {re.escape(heading)}$", FORMAT, flags=re.MULTILINE)[1].split("\n## ")[0]
    cells = re.findall(r"^\| (`.*?) \|", section, flags=re.MULTILINE)
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


def model_fields(model: type) -> list[str]:
    return [field.name for field in fields(model)]


def dotted(table: SettingTable, prefix: str = "") -> Iterator[str]:
    for name, entry in table.items():
        if callable(entry):
            yield prefix + name
        else:
            yield from dotted(entry, f"{prefix}{name}.")


def dotted_properties(node: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    for name, entry in node.items():
        if "properties" in entry:
            yield from dotted_properties(entry["properties"], f"{prefix}{name}.")
        else:
            yield prefix + name


@pytest.mark.parametrize("name", ["memory", "turn", "usage", "note", "vault"])
def test_schemas_are_schemas(name: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(name))
    assert schema(name)["$id"] == f"urn:memvault:schema:{name}:{FORMAT_VERSION}"


@pytest.mark.parametrize(
    ("name", "heading", "table"),
    [
        ("memory", "Memories", MEMORY_FIELDS),
        ("turn", "Journal", TURN_FIELDS),
        ("usage", "Usage", USAGE_FIELDS),
        ("note", "Notes", NOTE_FIELDS),
    ],
)
def test_fields_are_the_same_in_code_schema_and_document(
    name: str, heading: str, table: Mapping[str, object]
) -> None:
    assert list(schema(name)["properties"]) == list(table)
    assert documented(heading) == list(table)


def test_settings_are_the_same_in_code_schema_and_document() -> None:
    names = list(dotted(SETTINGS))
    assert list(dotted_properties(schema("vault")["properties"])) == names
    assert documented("vault.yaml") == names
    assert {name.split(".")[0] for name in names} == set(model_fields(VaultYaml)) - {"extra", "given"}


def test_fields_are_those_of_the_models() -> None:
    properties = schema("memory")["properties"]
    assert set(properties) == set(model_fields(Memory)) - {"provisional", "extra"}
    assert list(properties["source"]["properties"]) == model_fields(Source)
    assert list(properties["relations"]["items"]["properties"]) == model_fields(Relation)
    assert set(schema("turn")["properties"]) == {*model_fields(Turn), "ts"}
    assert set(schema("usage")["properties"]) == set(model_fields(Usage))


def test_words_are_those_of_the_models() -> None:
    properties = schema("memory")["properties"]
    assert properties["type"]["enum"] == list(MEMORY_TYPES)
    assert properties["status"]["enum"] == list(STATUSES)
    assert properties["source"]["properties"]["kind"]["enum"] == list(SOURCE_KINDS)
    assert schema("turn")["properties"]["role"]["enum"] == list(get_args(Role))
    half_lives = schema("vault")["properties"]["recall"]["properties"]["half_life_days"]
    assert list(half_lives["properties"]) == list(RECORD_TYPES)
    assert all(
        f"`{word}`" in FORMAT for word in (*MEMORY_TYPES, *STATUSES, *SOURCE_KINDS, *model_fields(Source))
    )


def test_defaults_are_those_of_the_models() -> None:
    defaults = {
        name: entry["default"] for name, entry in schema("memory")["properties"].items() if "default" in entry
    }
    model = Memory("mem_1", "x")
    assert defaults == {name: getattr(model, name) for name in defaults}
    assert {"namespace", "type", "importance", "confidence", "pinned", "sensitive", "status"} == set(defaults)


FULL = Memory(
    id="mem_1",
    content="接入密码",
    user_id="lin",
    namespace="home",
    type="preference",
    key="接入密码",
    scene="客厅",
    value="x",
    tags=("设备",),
    importance=0.8,
    confidence=0.9,
    pinned=True,
    sensitive=True,
    created_at=NOON,
    updated_at=NOON.replace(microsecond=250_000),
    occurred_at=NOON,
    valid_from=NOON,
    valid_until=NOON,
    expires_at=NOON,
    status="superseded",
    supersedes=("mem_0",),
    superseded_by=("mem_2",),
    relations=(Relation("part_of", "mem_3"),),
    source=Source("agent", "s", ("m",), "a", "d", "c"),
    last_hit_at=NOON,
    hit_count=3,
    vector_id="vec_1",
    extra={"心情": ["好"]},
)


@pytest.mark.parametrize("memory", [FULL, Memory("mem_1", "x"), Memory("prov_1", "x", provisional=True)])
def test_written_memories_follow_the_schema(memory: Memory) -> None:
    record = json.loads(format_memory(memory))
    validator("memory").validate(record)
    assert not {"last_hit_at", "hit_count", "vector_id"} & set(record)


def test_a_full_memory_writes_every_field_that_is_written() -> None:
    deprecated = {name for name, entry in schema("memory")["properties"].items() if entry.get("deprecated")}
    assert set(json.loads(format_memory(FULL))) == set(MEMORY_FIELDS) - deprecated | {"心情"}


def test_written_turns_and_usage_follow_their_schemas() -> None:
    for turn in (Turn("s", 1, "user", "x", NOON, "lin", "a", "c"), Turn("", 0, "assistant", "x", None)):
        validator("turn").validate(json.loads(format_turn(turn)))
    for usage in (Usage("mem_1", 3, NOON, 1, 2, 3, 4), Usage("mem_1")):
        validator("usage").validate(json.loads(format_usage(usage)))


@pytest.mark.parametrize(
    "settings", [VaultYaml(id="v", default_user="lin"), VaultYaml(id="v", note_folders=(".",))]
)
def test_written_settings_follow_the_schema(settings: VaultYaml) -> None:
    validator("vault").validate(yaml.safe_load(format_vault_yaml(settings)))


@pytest.mark.parametrize(
    ("name", "record"),
    [
        ("memory", {}),
        ("memory", {"content": " "}),
        ("memory", {"content": "x", "type": "habit"}),
        ("memory", {"content": "x", "importance": 1.5}),
        ("memory", {"content": "x", "created_at": "yesterday"}),
        ("memory", {"content": "x", "tags": "a, b"}),
        ("memory", {"content": "x", "source": "chat"}),
        ("turn", {"role": "tool", "content": "x"}),
        ("usage", {"id": "mem_1", "hits": -1}),
        ("note", {"created_at": "soon"}),
        ("vault", {"format": 2, "id": "v"}),
        ("vault", {"format": 1, "id": "../v"}),
        ("vault", {"format": 1, "id": "v", "note_folders": ["/etc"]}),
        ("vault", {"format": 1, "id": "v", "extensions": ["x"]}),
    ],
)
def test_what_writers_must_not_write(name: str, record: dict[str, object]) -> None:
    assert not validator(name).is_valid(record)


def lines(pattern: str) -> list[Any]:
    found = [path.read_text(encoding="utf-8").splitlines() for path in sorted(SAMPLE.glob(pattern))]
    return [json.loads(line) for file in found for line in file if line.strip()]


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("facts/**/*.jsonl", "memory"),
        ("archive/**/*.jsonl", "memory"),
        ("journal/**/*.jsonl", "turn"),
        ("usage/*.jsonl", "usage"),
    ],
)
def test_the_sample_vault_follows_the_schemas(pattern: str, name: str) -> None:
    records = lines(pattern)
    assert records
    for record in records:
        validator(name).validate(record)


def test_the_notes_of_the_sample_vault_follow_the_schema() -> None:
    front_matter = [
        read_yaml_mapping(text.split("---\n")[1])
        for text in (path.read_text(encoding="utf-8") for path in SAMPLE.glob("notes/**/*.md"))
        if text.startswith("---\n")
    ]
    assert front_matter
    for found in front_matter:
        assert found is not None
        validator("note").validate(found.values)


def test_examples_in_the_document_follow_the_schema() -> None:
    examples = re.findall(r"^```json\n(.*?)^```", FORMAT, flags=re.MULTILINE | re.DOTALL)
    assert examples
    for example in examples:
        validator("memory").validate(json.loads(example))


def test_every_problem_code_is_specified_and_no_other() -> None:
    assert documented("Problem codes") == list(PROBLEM_CODES) == sorted(PROBLEM_CODES)
    for code, meaning in PROBLEM_CODES.items():
        assert f"| `{code}` | {meaning} |" in FORMAT


def test_every_problem_code_is_used_somewhere() -> None:
    texts = set()
    for path in (ROOT / "vault").rglob("*.py"):
        if path.name != "problem.py":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            texts |= {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert [code for code in PROBLEM_CODES if code not in texts] == []


def codes_in(tree: ast.AST) -> Iterator[str]:
    """Constants where a code belongs in `Problem(…)`, `report.error(…)`, `report.warning(…)`, `FieldFault(…)`."""
    positions = {"Problem": 3, "FieldFault": 0, "error": 0, "warning": 0}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        position = positions.get(name)
        if position is not None and len(node.args) > position:
            argument = node.args[position]
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value


def test_every_code_that_format_reports_is_known() -> None:
    found = {
        code
        for path in (ROOT / "vault" / "format").glob("*.py")
        for code in codes_in(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert len(found) > 15
    assert found <= set(PROBLEM_CODES)
