"""What a file of the vault holds, as records with their passages. No disk, no database."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields

from vault.files.layout import Kind
from vault.format.decode import RawLine, split_lines
from vault.format.defaults import Defaults
from vault.format.machine_section import without_machine_text
from vault.format.memory_line import parse_memories
from vault.format.note_markdown import parse_note
from vault.format.turn_line import parse_turns
from vault.format.vault_yaml import Language
from vault.index.journal_slices import slice_journal
from vault.index.note_reading import as_written
from vault.index.passages import Passage, memory_passages, note_passages
from vault.index.record import MOST_COUNTED, StoredRecord
from vault.model.memory import MEMORY_TYPES, Memory, Source
from vault.model.note import Note
from vault.problem import Problem

_SAME_IN_BOTH = tuple(
    each.name
    for each in fields(StoredRecord)
    if each.name in {one.name for one in fields(Memory)} - {"id", "user_id", "type"}
)
"""Fields that a memory and its record have under one name."""


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """A record and the passages it is cut into."""

    record: StoredRecord
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Contents:
    """What one file holds.

    Attributes:
        records: in file order.
        problems: in the file's text.
        understood: False when nothing in it could be read although it is not empty.
        partial_line: number of a broken last line without a line end, perhaps still being written; or 0.
        broken_lines: bytes of the lines that could not be used, by line number.
    """

    records: tuple[FoundRecord, ...]
    problems: tuple[Problem, ...]
    understood: bool = True
    partial_line: int = 0
    broken_lines: Mapping[int, bytes] = field(default_factory=dict)


def read_contents(
    kind: Kind,
    data: bytes,
    *,
    path: str,
    defaults: Defaults,
    language: Language,
    read_note: Callable[[Note], Note] = as_written,
) -> Contents:
    """Parse a file and cut its records into passages; faults become problems, never exceptions."""
    if kind == "note":
        return _note(data, path, defaults, read_note)
    if kind == "turns":
        return _turns(data, path, defaults, language)
    return _memories(data, path, defaults, archived=kind == "archive")


def _memories(data: bytes, path: str, defaults: Defaults, *, archived: bool) -> Contents:
    parsed = parse_memories(data, path=path, defaults=defaults)
    records = []
    for located in parsed.memories:
        record = memory_record(located.memory, path=path, line=located.line, archived=archived)
        records.append(FoundRecord(record, memory_passages(record)))
    return Contents(
        records=tuple(records),
        problems=parsed.problems,
        understood=bool(records) or not _has_errors(parsed.problems),
        partial_line=parsed.lines[-1].number if parsed.partial_last_line else 0,
        broken_lines=_broken(parsed.problems, parsed.lines),
    )


def _note(data: bytes, path: str, defaults: Defaults, read_note: Callable[[Note], Note]) -> Contents:
    """What a person wrote in a note; its machine section repeats memories, which have their own records.

    A note with nothing but such a section says nothing of its own, and its title answers no question.
    """
    own = without_machine_text(data)
    parsed = parse_note(own, path=path, defaults=defaults)
    if parsed.note is None:
        return Contents((), parsed.problems, understood=not _has_errors(parsed.problems))
    lines = [line.raw.decode("utf-8", "replace").rstrip("\r\n") for line in split_lines(data)]
    by_machine = own != data and not any(section.text.strip() for section in parsed.note.sections)
    passages = () if by_machine else note_passages(parsed.note, lines)
    found = FoundRecord(note_record(read_note(parsed.note), path=path), passages)
    return Contents((found,), parsed.problems)


def _turns(data: bytes, path: str, defaults: Defaults, language: Language) -> Contents:
    parsed = parse_turns(data, path=path, defaults=defaults)
    records = slice_journal(parsed.turns, path=path, language=language)
    return Contents(
        records=tuple(FoundRecord(record, (Passage(record.text, record.line),)) for record in records),
        problems=parsed.problems,
        understood=bool(records) or not _has_errors(parsed.problems),
        partial_line=parsed.lines[-1].number if parsed.partial_last_line else 0,
        broken_lines=_broken(parsed.problems, parsed.lines),
    )


def memory_record(memory: Memory, *, path: str, line: int, archived: bool) -> StoredRecord:
    """A memory as a record of the index."""
    source = memory.source or Source()
    return StoredRecord(
        id=memory.id,
        user_id=memory.user_id,
        type=memory.type,
        text=memory.content,
        path=path,
        line=line,
        namespace=memory.namespace,
        status=memory.status,
        archived=archived,
        tags=memory.tags,
        key=memory.key,
        scene=memory.scene,
        value=memory.value,
        importance=memory.importance,
        confidence=memory.confidence,
        pinned=memory.pinned,
        sensitive=memory.sensitive,
        created_at=memory.created_at,
        updated_at=memory.updated_at,
        occurred_at=memory.occurred_at,
        valid_from=memory.valid_from,
        valid_until=memory.valid_until,
        expires_at=memory.expires_at,
        supersedes=memory.supersedes,
        superseded_by=memory.superseded_by,
        relations=memory.relations,
        source_kind=source.kind if memory.source else None,
        session_id=source.session_id,
        message_ids=source.message_ids,
        agent_id=source.agent_id,
        device=source.device,
        channel=source.channel,
        last_hit_at=memory.last_hit_at,
        hit_count=min(memory.hit_count, MOST_COUNTED),
    )


def memory_of(record: StoredRecord) -> Memory:
    """The memory that a record was made of, but for unknown keys and `vector_id`, which the index lacks.

    Raises:
        ValueError: it is a note or a slice of a conversation.
    """
    if record.type not in MEMORY_TYPES:
        raise ValueError(f"{record.id} is a {record.type}, not a memory")
    return Memory(
        id=record.id,
        provisional=record.id.startswith("prov_"),
        user_id=record.user_id,
        type=record.type,
        content=record.text,
        source=_source_of(record),
        **{name: getattr(record, name) for name in _SAME_IN_BOTH},
    )


def _source_of(record: StoredRecord) -> Source | None:
    if record.source_kind is None:
        return None
    return Source(
        kind=record.source_kind,
        session_id=record.session_id,
        message_ids=record.message_ids,
        agent_id=record.agent_id,
        device=record.device,
        channel=record.channel,
    )


def note_record(note: Note, *, path: str) -> StoredRecord:
    """A note as a record of the index; its text is the body."""
    parts: list[str] = []
    for section in note.sections:
        parts.extend(section.headings[-1:])
        parts.append(section.text)
    return StoredRecord(
        id=note.id,
        user_id=note.user_id,
        type="note",
        text="\n".join(part for part in parts if part),
        path=path,
        line=1,
        namespace=note.namespace,
        title=note.title,
        tags=note.tags,
        relations=note.relations,
        pinned=note.pinned,
        profile=note.is_profile,
        created_at=note.created_at,
        updated_at=note.updated_at,
    )


def _has_errors(problems: Iterable[Problem]) -> bool:
    return any(problem.severity == "error" for problem in problems)


def _broken(problems: Iterable[Problem], lines: tuple[RawLine, ...]) -> Mapping[int, bytes]:
    numbers = {problem.line for problem in problems if problem.severity == "error" and problem.line}
    return {line.number: line.raw for line in lines if line.number in numbers}
