from __future__ import annotations

from zoneinfo import ZoneInfo

import pytest

from vault.errors import UnsupportedFormat, VaultSettingsBroken
from vault.format.defaults import Defaults
from vault.format.vault_yaml import ParsedVaultYaml, VaultYaml, format_vault_yaml, parse_vault_yaml
from vault.format.version import FORMAT_VERSION


def parse(text: str) -> ParsedVaultYaml:
    return parse_vault_yaml(text.encode())


def found(parsed: ParsedVaultYaml) -> list[tuple[int, int, str]]:
    return [(each.line, each.column, each.code) for each in parsed.problems]


def test_every_setting() -> None:
    parsed = parse("""\
format: 1
id: vault_1
default_user: lin
language: en
timezone: Asia/Shanghai
note_folders: [notes, 日记]
extensions: []
users:
  lin: {name: 林舟}
  wu: {name: 小雨}
recall:
  limit: 8
  budget_tokens: 600
  threshold: 0.3
  half_life_days: {event: 60, preference: 720}
lifecycle:
  inactive_after_days: 365
  journal_retention_days: 0
""")
    assert not parsed.problems
    assert parsed.settings == VaultYaml(
        id="vault_1",
        default_user="lin",
        language="en",
        timezone="Asia/Shanghai",
        note_folders=("notes", "日记"),
        users={"lin": "林舟", "wu": "小雨"},
        recall={
            "limit": 8,
            "budget_tokens": 600,
            "threshold": 0.3,
            "half_life_days": {"event": 60.0, "preference": 720.0},
        },
        lifecycle={"inactive_after_days": 365, "journal_retention_days": 0},
    )


def test_what_records_inherit() -> None:
    settings = parse(
        "format: 1\nid: v\ndefault_user: lin\ntimezone: Asia/Shanghai\nusers: [lin, wu]\nnote_folders: .\n"
    )
    assert settings.settings.defaults("mac") == Defaults(
        user_id="lin",
        timezone=ZoneInfo("Asia/Shanghai"),
        device="mac",
        users=("lin", "wu"),
        note_folders=(".",),
    )


def test_settings_that_are_not_there_have_defaults() -> None:
    parsed = parse("format: 1\nid: v\ndefault_user:\nlanguage: null\nrecall:\n")
    assert parsed.settings == VaultYaml(id="v")
    assert not parsed.problems


def test_bad_settings_fall_back_and_are_named_with_their_place() -> None:
    parsed = parse("""\
format: 1
id: v
timezone: Mars/Olympus
language: fr
lifecycle: 3
recall:
  limit: 500
  treshold: 0.2
  half_life_days: {fact: 0, dream: 5, event: 30}
colour: blue
id: w
""")
    assert found(parsed) == [
        (3, 11, "bad-setting"),
        (4, 11, "bad-setting"),
        (5, 12, "bad-setting"),
        (7, 10, "bad-setting"),
        (8, 13, "unknown-setting"),
        (9, 26, "bad-setting"),
        (9, 36, "unknown-setting"),
        (10, 9, "unknown-setting"),
        (11, 5, "duplicate-key"),
    ]
    assert parsed.settings == VaultYaml(
        id="w", recall={"half_life_days": {"event": 30.0}}, extra={"colour": "blue"}
    )
    assert parsed.problems[4].hint == "did you mean `threshold`?"
    assert {problem.severity for problem in parsed.problems} == {"warning"}


def test_a_vault_cannot_name_a_model_a_path_or_a_command() -> None:
    parsed = parse(
        "format: 1\nid: v\nmodel: /tmp/evil\nrecall: {model_path: x, limit: 3}\non_start_command: rm\n"
    )
    assert found(parsed) == [
        (3, 8, "setting-not-allowed"),
        (4, 22, "setting-not-allowed"),
        (5, 19, "setting-not-allowed"),
    ]
    assert parsed.settings == VaultYaml(id="v", recall={"limit": 3})


def test_a_vault_without_an_id_can_be_read() -> None:
    parsed = parse("format: 1\n")
    assert parsed.settings == VaultYaml()
    assert found(parsed) == [(0, 0, "missing-setting")]


@pytest.mark.parametrize(
    "text",
    [
        "format: 2\nid: v\n",
        "format: 1\nextensions: [encrypted]\n",
        "format: 99\nwhatever: [\n".replace("[", "x"),
    ],
)
def test_a_newer_vault_is_refused(text: str) -> None:
    with pytest.raises(UnsupportedFormat):
        parse(text)


@pytest.mark.parametrize(
    ("data", "location"),
    [
        (b"", "vault.yaml"),
        (b"id: v\n", "vault.yaml"),
        (b"- format\n", "vault.yaml"),
        (b"format:\n", "vault.yaml"),
        (b"format: one\n", "vault.yaml:1:9"),
        (b"format: 0\n", "vault.yaml:1:9"),
        (b"format: [1]\n", "vault.yaml:1:9"),
        (b"format: 1\n\tid: v\n", "vault.yaml:2:1"),
        (b"format: 1\nid: &a v\n", "vault.yaml:2:5"),
        (b"format: 1\nid: caf\xe9\n", "vault.yaml:2:0"),
        ("format: 1\n".encode("utf-16"), "vault.yaml"),
        (b"format: 1\n<<<<<<< HEAD\nid: a\n=======\nid: b\n>>>>>>> x\n", "vault.yaml:2:1"),
    ],
)
def test_settings_that_cannot_be_read_stop_everything(data: bytes, location: str) -> None:
    with pytest.raises(VaultSettingsBroken) as caught:
        parse_vault_yaml(data)
    assert caught.value.location == location


def test_byte_order_mark_and_crlf() -> None:
    assert parse_vault_yaml(b"\xef\xbb\xbfformat: 1\r\nid: v\r\n").settings == VaultYaml(id="v")


@pytest.mark.parametrize(
    "settings",
    [
        VaultYaml(id="vault_1", default_user="lin", timezone="Asia/Shanghai"),
        VaultYaml(id="vault_1", default_user="林舟", language="en"),
        VaultYaml(id="vault_1", default_user="no", note_folders=(".",)),
        VaultYaml(id="vault_1", default_user='a: "b" # c', note_folders=("日记", "notes")),
        VaultYaml(id="123", default_user=""),
    ],
)
def test_what_is_written_reads_back(settings: VaultYaml) -> None:
    parsed = parse(format_vault_yaml(settings))
    assert parsed.settings == settings
    assert not parsed.problems


def test_the_version_written_is_the_version_read() -> None:
    assert parse(format_vault_yaml(VaultYaml(id="v"))).settings.format == FORMAT_VERSION


@pytest.mark.parametrize("base", ["", "||||||| base\ntimezone: Europe/Paris\n"])
def test_of_a_conflict_that_git_left_the_first_side_counts(base: str) -> None:
    text = (
        f"format: 1\nid: v\n<<<<<<< HEAD\ntimezone: Asia/Tokyo\n{base}=======\ntimezone: Asia/Shanghai\n"
        "language: en\n>>>>>>> phone\ndefault_user: lin\n"
    )
    parsed = parse(text)
    assert parsed.settings == VaultYaml(id="v", timezone="Asia/Tokyo", default_user="lin")
    assert [(each.line, each.code, each.severity) for each in parsed.problems] == [
        (3, "conflict-marker", "error")
    ]


def test_which_vault_it_is_is_not_guessed() -> None:
    for text in (
        "format: 1\n<<<<<<< a\nid: v\n=======\nid: w\n>>>>>>> b\n",
        "<<<<<<< a\nformat: 1\n=======\nformat: 2\n>>>>>>> b\nid: v\n",
        "format: 1\nid: v\n<<<<<<< a\nlanguage: en\n=======\n",
        "format: 1\nid: v\n=======\n",
    ):
        with pytest.raises(VaultSettingsBroken):
            parse(text)
