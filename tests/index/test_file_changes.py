"""Files that come, change, move and go; and everything that can be wrong with one of them."""

from __future__ import annotations

import os
from datetime import timedelta

import pytest

from tests.index.conftest import NOW, Workbench
from vault.errors import ReadFailed, VaultVanished
from vault.files.fingerprint import FileBytes
from vault.index import file_changes

CAT = {"id": "cat", "content": "养了一只猫，名叫年糕"}
HOME = {"id": "home", "content": "住在阳光小区"}
JUST_NOW = NOW - timedelta(seconds=0.5)


def test_a_first_run_takes_everything_in(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT, HOME)
    bench.write("notes/网络.md", "# 家里的网络\n\n光猫在玄关。\n")
    bench.write(
        "journal/d/2026/2026-11-01.jsonl", '{"session_id":"s","turn":1,"role":"user","content":"早上好"}\n'
    )
    bench.memories("archive/old.jsonl", {"id": "old", "content": "以前住在河边", "status": "superseded"})
    report = bench.reconcile()
    assert (report.added, report.records, report.passages) == (4, 5, 5)
    assert (report.embedded, report.reused) == (5, 0)
    assert report.problems == ()
    assert bench.texts() == [
        "以前住在河边",
        "住在阳光小区",
        "光猫在玄关。",
        "养了一只猫，名叫年糕",
        "用户：早上好",
    ]


def test_nothing_changed_nothing_done(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    first = bench.reconcile()
    second = bench.reconcile()
    assert (second.unchanged, second.added, second.changed) == (1, 0, 0)
    assert second.generation == first.generation
    assert bench.model.passages_embedded == 1


def test_a_changed_line_changes_one_record(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT, HOME)
    bench.reconcile()
    before = {p.record.id: p.id for p in bench.index.user("u").passages(bench.index.user("u").passage_ids())}
    bench.memories("facts/a.jsonl", CAT, {**HOME, "content": "搬到了城西"}, at=NOW - timedelta(days=1))
    report = bench.reconcile()
    after = {p.record.id: p.id for p in bench.index.user("u").passages(bench.index.user("u").passage_ids())}
    assert (report.changed, report.embedded) == (1, 1)
    assert before["cat"] == after["cat"]
    assert bench.by_words("城西") == ["搬到了城西"]
    assert bench.by_words("阳光小区") == []
    assert bench.by_vector("住在阳光小区")[0] != "住在阳光小区"


def test_a_line_put_in_front_moves_the_others_without_embedding(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    bench.memories("facts/a.jsonl", HOME, CAT, at=NOW - timedelta(days=1))
    bench.reconcile()
    cat = bench.index.record("cat")
    assert cat is not None
    assert cat.line == 2
    (passage,) = bench.index.user("u").passages([1])
    assert (passage.line, passage.record.line) == (2, 2)
    assert bench.model.passages_embedded == 2


def test_a_changed_field_is_seen_without_embedding_again(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", {**CAT, "tags": ["宠物"]})
    bench.reconcile()
    bench.memories("facts/a.jsonl", {**CAT, "tags": ["动物"], "pinned": True}, at=NOW - timedelta(days=1))
    bench.reconcile()
    cat = bench.index.record("cat")
    assert cat is not None
    assert (cat.tags, cat.pinned) == (("动物",), True)
    assert bench.index.user("u").columns.pinned.tolist() == [True]
    assert bench.by_words("动物") == [CAT["content"]]
    assert bench.by_words("宠物") == []
    assert bench.model.passages_embedded == 1


def test_a_deleted_file_leaves_no_trace(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.memories("facts/b.jsonl", {**HOME, "key": "住址", "tags": ["家"]})
    bench.reconcile()
    bench.remove("facts/b.jsonl")
    report = bench.reconcile()
    assert (report.removed, report.records) == (1, 1)
    assert bench.index.record("home") is None
    assert bench.by_words("阳光小区") == []
    assert bench.by_vector("住在阳光小区") == [CAT["content"]]
    assert bench.index.user("u").slots() == ()
    with bench.index._reading() as connection:
        for table in ("records", "passages", "vectors"):
            assert connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] == 1
        for table in ("tags", "dictionary"):
            left = connection.execute(f"SELECT * FROM {table}").fetchall()
            assert [row[0] for row in left] == (["年糕"] if table == "dictionary" else [])
        terms = {row[0] for row in connection.execute("SELECT term FROM terms WHERE passages > 0")}
    assert "阳光" not in terms
    assert "_阳光" not in terms


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("facts/a.jsonl", "facts/b.jsonl"),
        ("facts/a.jsonl", "facts/deep/er/a.jsonl"),
        ("facts/a.jsonl", "facts/家.jsonl"),
    ],
)
def test_a_moved_file_keeps_its_records_and_vectors(bench: Workbench, old: str, new: str) -> None:
    bench.memories(old, CAT, HOME)
    bench.reconcile()
    ids = bench.index.user("u").passage_ids().tolist()
    bench.move(old, new)
    report = bench.reconcile()
    assert (report.moved, report.added, report.removed) == (1, 0, 0)
    assert bench.index.user("u").passage_ids().tolist() == ids
    assert bench.model.passages_embedded == 2
    cat = bench.index.record("cat")
    assert cat is not None
    assert cat.path == new


def test_a_moved_folder(bench: Workbench) -> None:
    for number in range(20):
        bench.memories(f"facts/old/{number}.jsonl", {"id": f"m{number}", "content": f"第{number}件事"})
    bench.reconcile()
    bench.move("facts/old", "facts/new")
    report = bench.reconcile()
    assert (report.moved, report.added, report.removed) == (20, 0, 0)
    assert bench.model.passages_embedded == 20


def test_a_deleted_file_whose_content_reappears_elsewhere_has_moved(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    bench.remove("facts/a.jsonl")
    bench.memories("facts/b.jsonl", CAT, at=NOW - timedelta(days=1))
    report = bench.reconcile()
    assert (report.moved, report.removed, report.added) == (1, 0, 0)
    assert bench.model.passages_embedded == 1


def test_a_moved_note_keeps_its_vectors_though_its_id_follows_the_path(bench: Workbench) -> None:
    bench.write("notes/a.md", "# 家里的网络\n\n光猫在玄关。\n")
    bench.reconcile()
    before = bench.index.user("u").passage_ids().tolist()
    bench.move("notes/a.md", "notes/家/b.md")
    report = bench.reconcile()
    assert report.moved == 1
    assert bench.index.user("u").passage_ids().tolist() == before
    assert bench.model.passages_embedded == 1
    (passage,) = bench.index.user("u").passages(before)
    assert passage.path == "notes/家/b.md"


def test_a_file_moved_into_the_archive_is_history(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    bench.move("facts/a.jsonl", "archive/a.jsonl")
    bench.reconcile()
    assert bench.index.user("u").columns.archived.tolist() == [True]
    assert bench.model.passages_embedded == 1


@pytest.mark.parametrize("what", ["touch", "chmod", "rewrite", "replace"])
def test_a_file_with_the_same_bytes_has_not_changed(bench: Workbench, what: str) -> None:
    bench.memories("facts/a.jsonl", CAT)
    first = bench.reconcile()
    place = bench.root / "facts/a.jsonl"
    data = place.read_bytes()
    if what == "touch":
        bench.date("facts/a.jsonl", NOW - timedelta(hours=3))
    elif what == "chmod":
        place.chmod(0o600)
    elif what == "rewrite":
        bench.write("facts/a.jsonl", data, NOW - timedelta(hours=3))
    else:
        bench.write("facts/new", data)
        (bench.root / "facts/new").replace(place)
    report = bench.reconcile()
    assert (report.unchanged, report.changed, report.added) == (1, 0, 0)
    assert report.generation == first.generation
    assert bench.model.passages_embedded == 1
    assert bench.index.status(bench.vault).clean


def test_an_edit_of_the_same_size_and_time_just_after_the_first_read_is_seen(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", {"id": "m", "content": "密码是 1111"}, at=JUST_NOW)
    bench.reconcile()
    inode = (bench.root / "facts/a.jsonl").stat().st_ino
    bench.memories("facts/a.jsonl", {"id": "m", "content": "密码是 2222"}, at=JUST_NOW)
    assert (bench.root / "facts/a.jsonl").stat().st_ino == inode
    assert not bench.index.status(bench.vault).clean
    bench.reconcile(now=NOW + timedelta(seconds=10))
    assert bench.texts() == ["密码是 2222"]


def test_the_second_read_of_a_young_file_settles_it(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT, at=JUST_NOW)
    first = bench.reconcile()
    assert bench.index.status(bench.vault).clean
    second = bench.reconcile(now=NOW + timedelta(seconds=10))
    assert second.generation == first.generation
    assert (second.unchanged, second.changed) == (1, 0)


def test_a_broken_line_hides_no_other(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT, "{oops", HOME)
    report = bench.reconcile()
    assert report.records == 2
    assert [(p.path, p.line, p.code) for p in report.problems] == [("facts/a.jsonl", 2, "broken-json")]


def test_a_line_that_breaks_is_served_as_it_was_last_good(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT, HOME)
    bench.reconcile()
    bench.memories("facts/a.jsonl", '{"id": "cat", "content": "养了两只猫"', HOME, at=NOW - timedelta(days=1))
    report = bench.reconcile()
    assert [problem.code for problem in report.problems] == ["broken-json"]
    assert str(CAT["content"]) in bench.texts()
    bench.memories("facts/a.jsonl", {**CAT, "content": "养了两只猫"}, HOME, at=NOW - timedelta(hours=20))
    bench.reconcile()
    assert bench.texts() == ["住在阳光小区", "养了两只猫"]


def test_a_half_written_last_line_is_not_called_bad_at_first_sight(bench: Workbench) -> None:
    whole = b'{"id":"cat","content":"x"}\n'
    bench.write("facts/a.jsonl", whole + b'{"id":"home","con', at=JUST_NOW)
    first = bench.reconcile()
    assert first.problems == ()
    assert first.unsettled == ("facts/a.jsonl",)
    assert first.records == 1
    assert not bench.index.status(bench.vault).clean
    second = bench.reconcile(now=NOW + timedelta(seconds=1), under=first.unsettled)
    assert [problem.code for problem in second.problems] == ["half-written-line"]
    assert second.unsettled == ()
    assert bench.index.status(bench.vault).clean


def test_a_half_written_last_line_that_is_finished_was_never_bad(bench: Workbench) -> None:
    bench.write("facts/a.jsonl", b'{"id":"home","con', at=JUST_NOW)
    assert bench.reconcile().unsettled == ("facts/a.jsonl",)
    bench.write("facts/a.jsonl", '{"id":"home","content":"住在阳光小区"}\n', at=NOW)
    report = bench.reconcile(now=NOW + timedelta(seconds=1))
    assert (report.problems, report.records) == ((), 1)


def test_an_old_half_written_line_is_bad_at_once(bench: Workbench) -> None:
    bench.write("facts/a.jsonl", b'{"id":"home","con')
    report = bench.reconcile()
    assert [problem.code for problem in report.problems] == ["half-written-line"]
    assert report.unsettled == ()


def test_a_file_that_is_no_longer_understood_is_served_as_it_was_last_good(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    bench.write("facts/a.jsonl", '{"id":"cat","content":"x"}\n'.encode("utf-16"), at=NOW - timedelta(days=1))
    report = bench.reconcile()
    assert [problem.code for problem in report.problems] == ["utf16"]
    assert bench.by_words("年糕") == [CAT["content"]]
    status = bench.index.status(bench.vault)
    assert (status.quarantined, status.indexed, status.behind) == (1, 0, 0)
    bench.memories("facts/a.jsonl", {**CAT, "content": "养了两只猫"}, at=NOW - timedelta(hours=20))
    report = bench.reconcile()
    assert report.problems == ()
    assert bench.texts() == ["养了两只猫"]


@pytest.fixture
def unreadable(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """Paths that the system refuses to read (root reads everything, whatever the permissions)."""
    refused: set[str] = set()
    from vault.index import status

    def read(root: object, path: str) -> FileBytes:
        if path in refused:
            raise ReadFailed(path, "Permission denied")
        return original(root, path)  # type: ignore[arg-type]

    original = file_changes.read_file
    monkeypatch.setattr(file_changes, "read_file", read)
    monkeypatch.setattr(status, "read_file", read)
    return refused


def test_an_unreadable_file_is_served_as_it_was_and_tried_again(
    bench: Workbench, unreadable: set[str]
) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.memories("facts/b.jsonl", HOME)
    bench.reconcile()
    unreadable.add("facts/a.jsonl")
    bench.memories("facts/a.jsonl", {**CAT, "content": "养了两只猫"}, at=NOW - timedelta(days=1))
    report = bench.reconcile()
    assert [(p.path, p.code) for p in report.problems] == [("facts/a.jsonl", "unreadable-file")]
    assert bench.texts() == ["住在阳光小区", CAT["content"]]
    assert bench.index.status(bench.vault).quarantined == 1
    assert bench.reconcile().generation == report.generation, "the same refusal is no change"
    unreadable.clear()
    assert bench.reconcile().problems == ()
    assert bench.texts() == ["住在阳光小区", "养了两只猫"]
    assert bench.index.status(bench.vault).clean


def test_a_new_unreadable_file_stops_no_other(bench: Workbench, unreadable: set[str]) -> None:
    unreadable.add("facts/a.jsonl")
    bench.memories("facts/a.jsonl", CAT)
    bench.memories("facts/b.jsonl", HOME)
    report = bench.reconcile()
    assert report.records == 1
    status = bench.index.status(bench.vault)
    assert (status.on_disk, status.indexed, status.quarantined, status.behind) == (2, 1, 1, 0)


def test_a_file_that_vanishes_while_it_is_read_is_taken_out_next_time(
    bench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(root: object, path: str) -> FileBytes:
        raise FileNotFoundError(path)

    bench.memories("facts/a.jsonl", CAT)
    bench.memories("facts/b.jsonl", HOME)
    bench.reconcile()
    bench.memories("facts/a.jsonl", {**CAT, "content": "养了两只猫"}, at=NOW - timedelta(days=1))
    with monkeypatch.context() as patched:
        patched.setattr(file_changes, "read_file", read)
        assert bench.reconcile().removed == 0
    bench.remove("facts/a.jsonl")
    assert bench.reconcile().removed == 1


def test_an_empty_vault_that_held_memories_stops_the_run(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.write("notes/a.md", "# 网络\n\n光猫在玄关。\n")
    before = bench.reconcile()
    bench.remove("facts")
    bench.remove("notes")
    with pytest.raises(VaultVanished) as raised:
        bench.reconcile()
    assert raised.value.indexed_files == 2
    assert bench.index.generation == before.generation
    assert bench.by_words("年糕")
    report = bench.reconcile(allow_empty=True)
    assert (report.removed, report.records) == (2, 0)


def test_a_part_of_the_vault_that_is_gone_does_not_stop_the_run(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.memories("facts/b.jsonl", HOME)
    bench.reconcile()
    bench.remove("facts/b.jsonl")
    assert bench.reconcile(under=["facts/b.jsonl"]).removed == 1


def test_a_limited_run_that_would_empty_the_index_stops_too(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    bench.remove("facts/a.jsonl")
    with pytest.raises(VaultVanished):
        bench.reconcile(under=["facts/a.jsonl"])


def test_a_limited_run_looks_nowhere_else(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.memories("facts/b.jsonl", HOME)
    bench.reconcile()
    bench.memories("facts/a.jsonl", {**CAT, "content": "养了两只猫"}, at=NOW - timedelta(days=1))
    bench.memories("facts/b.jsonl", {**HOME, "content": "搬到了城西"}, at=NOW - timedelta(days=1))
    report = bench.reconcile(under=["facts/a.jsonl"])
    assert report.changed == 1
    assert bench.texts() == ["住在阳光小区", "养了两只猫"]
    assert bench.index.status(bench.vault).behind == 1


def test_a_hard_link_is_read_once(bench: Workbench) -> None:
    place = bench.write("notes/a.md", "# 网络\n\n光猫在玄关。\n")
    os.link(place, bench.root / "notes/b.md")
    report = bench.reconcile()
    assert (report.added, report.records) == (1, 1)
    assert [(p.path, p.code) for p in report.problems] == [("notes/b.md", "hard-link-twin")]


def test_problems_go_when_their_cause_goes(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT, "{oops")
    bench.write("facts/b.sync-conflict-20261101-120000-ABCDEFG.jsonl", "{}\n")
    bench.write("facts/b.jsonl", '{"content": "x"}\n')
    bench.reconcile()
    assert bench.codes() == ["broken-json", "conflict-copy"]
    bench.remove("facts/b.sync-conflict-20261101-120000-ABCDEFG.jsonl")
    bench.reconcile(under=["facts/b.sync-conflict-20261101-120000-ABCDEFG.jsonl"])
    assert bench.codes() == ["broken-json"]
    bench.remove("facts/a.jsonl")
    report = bench.reconcile()
    assert report.problems == bench.index.problems() == ()


def test_problems_follow_a_moved_file(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT, "{oops")
    bench.reconcile()
    bench.move("facts/a.jsonl", "facts/b.jsonl")
    report = bench.reconcile()
    assert [(p.path, p.line) for p in report.problems] == [("facts/b.jsonl", 2)]


def test_a_new_default_user_is_applied_to_files_that_did_not_change(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", CAT)
    bench.reconcile()
    bench.write(
        "vault.yaml", (bench.root / "vault.yaml").read_text().replace("default_user: u", "default_user: v")
    )
    bench.reconcile()
    assert bench.index.users() == ("v",)
    assert bench.texts("v") == [CAT["content"]]
    assert bench.texts("u") == []
    assert bench.model.passages_embedded == 1


def test_adding_a_language_or_zone_to_the_settings_reads_all_files_again_once(bench: Workbench) -> None:
    bench.memories("facts/a.jsonl", {**CAT, "created_at": "2026-01-01"})
    first = bench.reconcile()
    text = (bench.root / "vault.yaml").read_text()
    bench.write("vault.yaml", text.replace("Asia/Shanghai", "UTC"))
    second = bench.reconcile()
    assert second.generation > first.generation
    cat = bench.index.record("cat")
    assert cat is not None
    assert cat.created_at is not None
    assert cat.created_at.isoformat() == "2026-01-01T00:00:00+00:00"
    assert bench.reconcile().generation == second.generation
