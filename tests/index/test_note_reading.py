from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.index.conftest import Workbench
from vault.index.index import Index
from vault.index.note_reading import NoteReading, as_written
from vault.model.memory import Relation
from vault.model.note import Note


def tagging(note: Note) -> Note:
    return replace(note, tags=(*note.tags, "读到的"), relations=(Relation("links_to", "b"),))


def reopened(bench: Workbench, notes: NoteReading | None) -> Index:
    bench.index.close()
    bench.index = Index.open(bench.folder, model_facts=bench.model.facts, notes=notes)
    return bench.index


def test_what_is_read_is_in_the_index_and_goes_with_the_reading(tmp_path: Path) -> None:
    """Another identity reads all notes again, though no file has changed; the same one reads none."""
    bench = Workbench(tmp_path)
    bench.write("notes/a.md", "# 西湖\n\n去过。\n")
    bench.memories("facts/a.jsonl", {"id": "m", "content": "爱喝茶"})
    bench.reconcile()
    assert [each.tags for each in bench.index.records("u") if each.type == "note"] == [()]

    index = reopened(bench, NoteReading(tagging, ("tagging",)))
    report = bench.reconcile()
    assert (report.changed, report.unchanged, report.embedded) == (0, 2, 0)
    (note,) = [each for each in index.records("u") if each.type == "note"]
    assert (note.tags, note.relations) == (("读到的",), (Relation("links_to", "b"),))
    generation = index.generation

    reopened(bench, NoteReading(tagging, ("tagging",)))
    bench.reconcile()
    assert bench.index.generation == generation

    reopened(bench, None)
    bench.reconcile()
    assert [each.tags for each in bench.index.records("u") if each.type == "note"] == [()]
    bench.index.close()


def test_nothing_else_is_read_by_default() -> None:
    note = Note("n", "notes/a.md", "a")
    assert as_written(note) is note
    assert NoteReading() == NoteReading(as_written, ())
