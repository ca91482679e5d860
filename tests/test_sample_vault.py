"""The sample vault shows every kind of record and every field, and is consistent in itself."""

from __future__ import annotations

import dataclasses
import json
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from vault.files.vault_folder import create_vault
from vault.format.defaults import Defaults
from vault.format.memory_line import LocatedMemory, parse_memories
from vault.format.note_markdown import parse_note
from vault.format.turn_line import parse_turns
from vault.format.vault_yaml import parse_vault_yaml
from vault.model.memory import MEMORY_TYPES, SOURCE_KINDS, STATUSES, Memory, Source
from vault.model.note import Note
from vault.model.turn import Turn
from vault.model.validity import is_current, is_expired
from vault.problem import Problem

ROOT = Path(__file__).parent.parent / "sample_vault"
NOW = datetime(2026, 11, 30, 12, tzinfo=timezone(timedelta(hours=8)))
JOURNAL_WEEK = [date(2026, 11, 23) + timedelta(days=day) for day in range(7)]


@pytest.fixture(scope="module")
def defaults() -> Defaults:
    parsed = parse_vault_yaml((ROOT / "vault.yaml").read_bytes())
    assert parsed.problems == ()
    return parsed.settings.defaults()


def read_memories(pattern: str, defaults: Defaults) -> tuple[list[LocatedMemory], list[Problem]]:
    memories: list[LocatedMemory] = []
    problems: list[Problem] = []
    for path in sorted(ROOT.glob(pattern)):
        name = path.relative_to(ROOT).as_posix()
        parsed = parse_memories(path.read_bytes(), path=name, defaults=defaults)
        memories += parsed.memories
        problems += parsed.problems
    return memories, problems


@pytest.fixture(scope="module")
def facts(defaults: Defaults) -> list[Memory]:
    located, problems = read_memories("facts/**/*.jsonl", defaults)
    assert problems == []
    return [each.memory for each in located]


@pytest.fixture(scope="module")
def archived(defaults: Defaults) -> list[Memory]:
    located, problems = read_memories("archive/**/*.jsonl", defaults)
    assert problems == []
    return [each.memory for each in located]


@pytest.fixture(scope="module")
def notes(defaults: Defaults) -> dict[str, Note]:
    found = {}
    for path in sorted(ROOT.glob("notes/**/*.md")):
        name = path.relative_to(ROOT).as_posix()
        parsed = parse_note(path.read_bytes(), path=name, defaults=defaults)
        assert parsed.problems == ()
        assert parsed.note is not None
        found[name] = parsed.note
    return found


@pytest.fixture(scope="module")
def turns(defaults: Defaults) -> list[Turn]:
    found: list[Turn] = []
    for path in sorted(ROOT.glob("journal/**/*.jsonl")):
        name = path.relative_to(ROOT).as_posix()
        parsed = parse_turns(path.read_bytes(), path=name, defaults=defaults)
        assert parsed.problems == ()
        found += [each.turn for each in parsed.turns]
    return found


def test_there_are_enough_memories_of_every_type_for_two_users(facts: list[Memory]) -> None:
    assert len(facts) >= 60
    assert {memory.type for memory in facts} == set(MEMORY_TYPES)
    assert {memory.user_id for memory in facts} == {"linzhou", "xiaoyu"}


def test_statuses_and_ends_are_shown(facts: list[Memory], archived: list[Memory]) -> None:
    assert {memory.status for memory in facts + archived} == set(STATUSES)
    assert {memory.status for memory in archived} == {"superseded", "forgotten"}
    assert any(memory.expires_at and is_expired(memory, NOW) for memory in facts)
    assert any(memory.valid_until and is_expired(memory, NOW) for memory in facts)
    assert any(memory.pinned for memory in facts)
    assert any(memory.sensitive and memory.key and memory.scene and memory.value for memory in facts)


def test_every_field_is_shown(defaults: Defaults) -> None:
    plain = Memory(id="", content="")
    shown: set[str] = set()
    sources: set[str] = set()
    kinds: set[str] = set()
    for each in (
        read_memories("facts/**/*.jsonl", defaults)[0] + read_memories("archive/**/*.jsonl", defaults)[0]
    ):
        memory = each.memory
        shown |= {
            field.name
            for field in dataclasses.fields(Memory)
            if getattr(memory, field.name) != getattr(plain, field.name)
        }
        if memory.source:
            kinds.add(memory.source.kind)
            sources |= set(json.loads(each.raw.raw)["source"])
    assert shown == {field.name for field in dataclasses.fields(Memory)}
    assert sources == {field.name for field in dataclasses.fields(Source)}
    assert kinds == set(SOURCE_KINDS)


def test_ids_are_unique_and_links_lead_somewhere(facts: list[Memory], archived: list[Memory]) -> None:
    everything = facts + archived
    ids = [memory.id for memory in everything]
    assert len(set(ids)) == len(ids)
    for memory in everything:
        linked = {*memory.supersedes, *memory.superseded_by, *(each.target for each in memory.relations)}
        assert linked <= set(ids), memory.content
    old = next(memory for memory in archived if memory.status == "superseded")
    new = next(memory for memory in facts if memory.id in old.superseded_by)
    assert old.id in new.supersedes
    assert old.slot == new.slot


def test_some_memories_are_written_by_hand_without_an_id(facts: list[Memory]) -> None:
    by_hand = [memory for memory in facts if memory.provisional]
    assert 3 <= len(by_hand) <= len(facts) // 4


def test_nothing_was_written_in_the_future(
    facts: list[Memory], archived: list[Memory], turns: list[Turn]
) -> None:
    for memory in facts + archived:
        assert memory.created_at is not None
        assert memory.created_at <= NOW, memory.content
        assert memory.updated_at is None or memory.created_at <= memory.updated_at <= NOW, memory.content
    assert all(turn.at is not None and turn.at <= NOW for turn in turns)


def test_one_slot_is_asked_for_in_several_scenes(facts: list[Memory]) -> None:
    scenes = {memory.scene for memory in facts if memory.key == "接入密码" and memory.user_id == "linzhou"}
    assert len(scenes) >= 2


def test_the_home_is_said_in_one_line_only() -> None:
    """So that a single edit by hand moves the person."""
    lines = [
        f"{path.relative_to(ROOT).as_posix()}:{number}"
        for path in sorted(ROOT.rglob("*"))
        if path.is_file()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if "阳光小区" in line
    ]
    assert lines == ["facts/home.jsonl:1"]


def test_current_memories_of_one_slot_do_not_compete(facts: list[Memory]) -> None:
    slots = [memory.slot for memory in facts if memory.slot and is_current(memory, NOW)]
    assert len(set(slots)) == len(slots)


def test_notes_with_and_without_front_matter(notes: dict[str, Note]) -> None:
    with_front_matter = [name for name in notes if (ROOT / name).read_bytes().startswith(b"---\n")]
    assert len(with_front_matter) >= 3
    assert len(notes) - len(with_front_matter) >= 2
    assert any(note.sections and not note.sections[0].headings for note in notes.values())
    assert {note.user_id for note in notes.values() if note.is_profile} == {"linzhou", "xiaoyu"}


def test_the_journal_is_a_whole_week_of_several_devices_and_both_users(turns: list[Turn]) -> None:
    zone = NOW.tzinfo
    assert {turn.at.astimezone(zone).date() for turn in turns if turn.at} == set(JOURNAL_WEEK)
    assert {turn.user_id for turn in turns} == {"linzhou", "xiaoyu"}
    assert len(list((ROOT / "journal").iterdir())) == 3


def test_journal_turns_stand_in_the_file_of_their_device_and_day(defaults: Defaults) -> None:
    for path in sorted(ROOT.glob("journal/**/*.jsonl")):
        parsed = parse_turns(path.read_bytes(), path=path.relative_to(ROOT).as_posix(), defaults=defaults)
        days = {each.turn.at.astimezone(NOW.tzinfo).date() for each in parsed.turns if each.turn.at}
        assert days == {date.fromisoformat(path.stem)}
        assert path.parent.name == path.stem[:4]


def test_automatic_files_are_named_by_device_and_month(defaults: Defaults) -> None:
    for path in sorted(ROOT.glob("facts/auto/*/*.jsonl")):
        parsed = parse_memories(path.read_bytes(), path=path.relative_to(ROOT).as_posix(), defaults=defaults)
        for memory in (each.memory for each in parsed.memories):
            assert memory.source is not None
            assert memory.source.device == path.parent.name
            assert memory.created_at is not None
            assert f"{memory.created_at.astimezone(NOW.tzinfo):%Y-%m}" == path.stem


def test_usage_counts_memories_that_exist(facts: list[Memory]) -> None:
    ids = {memory.id for memory in facts}
    lines = (ROOT / "usage" / "macbook-air.jsonl").read_text(encoding="utf-8").splitlines()
    assert lines
    assert {json.loads(line)["id"] for line in lines} <= ids


@pytest.mark.parametrize("name", [".gitignore", ".gitattributes", ".stignore"])
def test_the_files_beside_the_vault_are_those_that_init_writes(name: str, tmp_path: Path) -> None:
    root = tmp_path / "new"
    create_vault(
        root, vault_id="vault_x", default_user="linzhou", language="zh", timezone="Asia/Shanghai", adopt=False
    )
    assert (ROOT / name).read_bytes() == (root / name).read_bytes()
