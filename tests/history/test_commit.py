"""Commits of the program's own writes, beside what the person is doing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timezone
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.history.repositories import Copy, line, start
from vault.errors import GitFailed, RepositoryBusy
from vault.history.commit import FileWrite, commit_writes
from vault.history.git import open_repository

NOW = datetime(2026, 11, 30, 12, tzinfo=timezone.utc)
HOME = {"id": "mem_home", "content": "住在阳光小区"}
CAT = {"id": "mem_cat", "content": "养了一只叫年糕的猫"}
TEA = {"id": "mem_tea", "content": "爱喝龙井"}
FACTS = "facts/auto/laptop/2026-11.jsonl"


def message(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> str:
    return f"memory: {len(before)} to {len(after)}\n\nwhy"


def write(copy: Copy, path: str, after: str) -> FileWrite:
    """What the program does: the file as it finds it becomes another one."""
    place = copy.root / path
    before = place.read_bytes() if place.exists() else None
    copy.write(path, after)
    return FileWrite(path, before, after.encode())


def commit(copy: Copy, *writes: FileWrite) -> object:
    return commit_writes(open_repository(copy.root), writes, message, NOW)


def state(copy: Copy) -> tuple[str, str, str]:
    """What the person has in hand: staged, not staged, not known to git."""
    return (
        copy.git("diff", "--cached"),
        copy.git("diff"),
        copy.git("ls-files", "--others", "--exclude-standard"),
    )


def test_a_new_file_is_committed_by_the_program(copy: Copy) -> None:
    copy.commit()
    done = commit_writes(open_repository(copy.root), [write(copy, FACTS, line(CAT))], message, NOW)
    assert copy.git("log", "-1", "--format=%H %an %ae %cn %aI %s").split() == [
        done.id, "memvault", "memvault@localhost", "memvault", "2026-11-30T12:00:00+00:00",
        "memory:", "0", "to", "1",
    ]  # fmt: skip
    assert copy.git("show", f"HEAD:{FACTS}") == line(CAT)
    assert copy.git("status", "--porcelain") == ""
    assert copy.git("fsck", "--strict") == ""


def test_the_first_commit_of_a_repository(copy: Copy) -> None:
    commit(copy, write(copy, FACTS, line(CAT)))
    assert copy.git("ls-tree", "-r", "--name-only", "HEAD").split() == [FACTS]
    assert state(copy) == ("", "", "vault.yaml\n")


def test_what_the_person_has_staged_and_not_staged_stays(copy: Copy) -> None:
    copy.remember("facts/home.jsonl", HOME)
    copy.write("notes/a.md", "one\n")
    copy.commit()
    copy.write("notes/a.md", "one\ntwo\n")
    copy.git("add", "notes/a.md")
    copy.write("notes/a.md", "one\ntwo\nthree\n")
    copy.write("notes/new.md", "new\n")
    copy.git("rm", "--quiet", "--cached", "facts/home.jsonl")
    before = state(copy)
    commit(copy, write(copy, FACTS, line(CAT)))
    assert state(copy) == before
    assert copy.git("show", "--name-only", "--format=").split() == [FACTS]


def test_lines_of_the_person_in_the_same_file_are_not_committed(copy: Copy) -> None:
    copy.remember(FACTS, HOME)
    copy.commit()
    edited = {**HOME, "tags": ["家"]}
    copy.remember(FACTS, edited, TEA)
    commit(copy, write(copy, FACTS, line(edited) + line(TEA) + line(CAT)))
    assert copy.git("show", f"HEAD:{FACTS}") == line(HOME) + line(CAT)
    assert copy.read(FACTS) == line(edited) + line(TEA) + line(CAT)
    changed = [each for each in copy.git("diff").splitlines() if each[:1] in "+-"][2:]
    assert "年糕" not in "".join(changed)


def test_a_line_staged_by_the_person_keeps_beside_it_what_the_program_wrote(copy: Copy) -> None:
    copy.remember(FACTS, HOME)
    copy.commit()
    copy.remember(FACTS, HOME, TEA)
    copy.git("add", FACTS)
    commit(copy, write(copy, FACTS, line(HOME) + line(TEA) + line(CAT)))
    assert copy.git("show", f"HEAD:{FACTS}") == line(HOME) + line(CAT)
    copy.git("commit", "--quiet", "-m", "by hand")
    committed = copy.git("show", f"HEAD:{FACTS}")
    assert sorted(committed.splitlines()) == sorted((line(HOME) + line(TEA) + line(CAT)).splitlines())


def test_a_field_of_a_line_that_the_person_has_changed_too(copy: Copy) -> None:
    copy.remember(FACTS, HOME)
    copy.commit()
    edited = {**HOME, "tags": ["家"]}
    copy.remember(FACTS, edited)
    commit(copy, write(copy, FACTS, line({**edited, "pinned": True})))
    assert copy.git("show", f"HEAD:{FACTS}") == line({**HOME, "pinned": True})


def test_a_move_to_the_archive(copy: Copy) -> None:
    copy.remember("facts/home.jsonl", HOME, CAT)
    copy.commit()
    over = {**HOME, "status": "forgotten"}
    commit(
        copy,
        write(copy, "archive/laptop/2026-11.jsonl", line(over)),
        write(copy, "facts/home.jsonl", line(CAT)),
    )
    assert copy.git("show", "HEAD:facts/home.jsonl") == line(CAT)
    assert copy.git("status", "--porcelain") == ""


def test_a_file_that_is_gone(copy: Copy) -> None:
    copy.write("journal/laptop/2026/2026-01-01.jsonl", '{"role": "user", "content": "hi"}\n')
    copy.commit()
    path = "journal/laptop/2026/2026-01-01.jsonl"
    data = (copy.root / path).read_bytes()
    (copy.root / path).unlink()
    commit(copy, FileWrite(path, data, None))
    assert copy.git("ls-files").split() == ["vault.yaml"]
    assert copy.git("status", "--porcelain") == ""


def test_a_note_whose_same_lines_both_changed_is_left_to_the_person(copy: Copy) -> None:
    copy.write("notes/profile.md", "# 林舟\n\nold\n")
    copy.commit()
    copy.write("notes/profile.md", "# 林舟\n\nby hand\n")
    done = commit_writes(
        open_repository(copy.root), [write(copy, "notes/profile.md", "# 林舟\n\nby program\n")], message, NOW
    )
    assert (done.id, done.left) == ("", ("notes/profile.md",))


def test_a_note_changed_in_two_places(copy: Copy) -> None:
    text = "# 林舟\n\n" + "".join(f"{number}\n" for number in range(20))
    copy.write("notes/profile.md", text)
    copy.commit()
    copy.write("notes/profile.md", f"{text}by hand\n")
    commit(copy, write(copy, "notes/profile.md", f"{text}by hand\n".replace("# 林舟\n", "# 林舟\nprogram\n")))
    assert copy.git("show", "HEAD:notes/profile.md") == text.replace("# 林舟\n", "# 林舟\nprogram\n")


def test_what_git_ignores_is_not_committed(copy: Copy) -> None:
    copy.write(".gitignore", "facts/private.jsonl\n")
    copy.commit()
    done = commit_writes(
        open_repository(copy.root), [write(copy, "facts/private.jsonl", line(CAT))], message, NOW
    )
    assert (done.id, done.left) == ("", ("facts/private.jsonl",))


def test_nothing_to_commit(copy: Copy) -> None:
    copy.remember(FACTS, CAT)
    head = copy.commit()
    done = commit_writes(open_repository(copy.root), [write(copy, FACTS, line(CAT))], message, NOW)
    assert done.id == ""
    assert copy.git("rev-parse", "HEAD").strip() == head


def test_the_same_file_written_twice(copy: Copy) -> None:
    copy.commit()
    writes = [write(copy, FACTS, line(CAT)), write(copy, FACTS, line(CAT) + line(TEA))]
    commit(copy, *writes)
    assert copy.git("show", f"HEAD:{FACTS}") == line(CAT) + line(TEA)


def test_hooks_and_signing_of_the_person_are_not_asked(copy: Copy) -> None:
    copy.commit()
    copy.git("config", "commit.gpgsign", "true")
    copy.git("config", "user.signingkey", "nobody")
    copy.git("config", "gpg.program", "false")
    for name in ("pre-commit", "commit-msg", "post-commit", "prepare-commit-msg"):
        hook = copy.write(f".git/hooks/{name}", "#!/bin/sh\nexit 1\n")
        hook.chmod(0o755)
    commit(copy, write(copy, FACTS, line(CAT)))
    assert copy.git("log", "-1", "--format=%an").strip() == "memvault"


def test_a_hook_that_guards_refs_leaves_everything_as_it_was(copy: Copy) -> None:
    head = copy.commit()
    hook = copy.write(".git/hooks/reference-transaction", "#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    with pytest.raises(GitFailed):
        commit(copy, write(copy, FACTS, line(CAT)))
    hook.unlink()
    assert copy.git("rev-parse", "HEAD").strip() == head
    assert not (copy.root / ".git/index.lock").exists()
    assert copy.git("status", "--porcelain") == "?? facts/\n"


def test_a_detached_head_moves_on(copy: Copy) -> None:
    copy.commit()
    copy.git("checkout", "--quiet", "--detach")
    commit(copy, write(copy, FACTS, line(CAT)))
    assert copy.git("rev-parse", "HEAD") != copy.git("rev-parse", "main")
    assert copy.git("show", f"HEAD:{FACTS}") == line(CAT)


@pytest.mark.parametrize("where", ["folder", "worktree", "submodule"])
def test_where_a_vault_may_be(copy: Copy, tmp_path: Path, where: str) -> None:
    copy.commit()
    if where == "folder":
        outer = start(tmp_path / "outer")
        outer.write("src/main.py", "pass\n")
        vault = Copy(outer.root / "我的 记忆")
        vault.write("vault.yaml", "format: 1\nid: v\n")
        outer.commit()
        outer.write("src/main.py", "changed\n")
        outer.git("add", "src/main.py")
    elif where == "worktree":
        copy.git("worktree", "add", "--quiet", str(tmp_path / "tree"), "-b", "phone")
        vault = Copy(tmp_path / "tree")
    else:
        outer = start(tmp_path / "outer")
        outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(copy.root), "memory")
        vault = Copy(outer.root / "memory")
    before = state(vault)
    commit(vault, write(vault, FACTS, line(CAT)))
    assert state(vault) == before
    assert vault.git("show", f"HEAD:./{FACTS}") == line(CAT)


def test_variables_of_a_hook_are_not_heeded(
    copy: Copy, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy.commit()
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_AUTHOR_NAME", "somebody")
    commit(copy, write(copy, FACTS, line(CAT)))
    monkeypatch.undo()
    assert copy.git("log", "-1", "--format=%an").strip() == "memvault"


@pytest.mark.parametrize(
    "operation", ["merge", "rebase", "cherry-pick", "stash", "revert", "bisect", "commit"]
)
def test_it_waits_while_the_person_is_in_the_middle_of_something(copy: Copy, operation: str) -> None:
    copy.remember(FACTS, HOME)
    copy.commit()
    copy.git("checkout", "--quiet", "-b", "other")
    copy.remember(FACTS, {**HOME, "content": "住在西湖区"})
    copy.commit("other")
    copy.git("checkout", "--quiet", "main")
    copy.remember(FACTS, {**HOME, "content": "住在梧桐路"})
    if operation == "stash":
        copy.git("stash", "--quiet")
        copy.git("merge", "--quiet", "other")
        copy.git("stash", "pop", check=False)
    elif operation == "bisect":
        copy.commit("main")
        copy.git("bisect", "start")
    elif operation == "commit":
        copy.write(".git/index.lock", "")
    elif operation == "revert":
        copy.commit("main")
        copy.git("revert", "--no-commit", "HEAD")
    else:
        copy.commit("main")
        copy.git(operation, "other", check=False)
    head = copy.git("rev-parse", "HEAD")
    with pytest.raises(RepositoryBusy):
        commit(copy, FileWrite(FACTS, b"", line(CAT).encode()))
    assert copy.git("rev-parse", "HEAD") == head


@pytest.mark.parametrize("moved", [True, False])
def test_what_a_killed_process_left_of_its_lock_is_ended(copy: Copy, moved: bool) -> None:
    """Killed between taking git's lock and giving it back, HEAD moved or not."""
    copy.commit()
    folder = copy.root / ".git"
    copy.remember(FACTS, CAT)
    copy.git("add", FACTS)
    tree = copy.git("write-tree").strip()
    made = copy.git("commit-tree", tree, "-p", "HEAD", "-m", "x").strip()
    ours = folder / f"memvault-{made}.index"
    (folder / "index").rename(ours)
    copy.git("read-tree", "HEAD")
    (folder / "index.lock").hardlink_to(ours)
    if moved:
        copy.git("update-ref", "HEAD", made)
    commit(copy, write(copy, FACTS, line(CAT) + line(TEA)))
    assert sorted(each.name for each in folder.glob("*index*")) == ["index"]
    assert copy.git("show", f"HEAD:{FACTS}") == line(CAT) * moved + line(TEA)


def test_another_git_that_commits_at_the_same_time(copy: Copy) -> None:
    """The index moves while the commit is being made: it is made again, on top."""
    copy.commit()

    def interrupted(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> str:
        if not (copy.root / "notes").exists():
            copy.write("notes/a.md", "by hand\n")
            copy.git("add", "notes/a.md")
            copy.git("commit", "--quiet", "-m", "by hand")
        return "memory"

    commit_writes(open_repository(copy.root), [write(copy, FACTS, line(CAT))], interrupted, NOW)
    assert copy.git("log", "--format=%s").split("\n")[:2] == ["memory", "by hand"]
    assert copy.git("ls-tree", "-r", "--name-only", "HEAD").split() == [FACTS, "notes/a.md", "vault.yaml"]
    assert copy.git("status", "--porcelain") == ""


LINES = st.dictionaries(st.sampled_from("abcdef"), st.integers(0, 3), max_size=6)


def as_text(memories: dict[str, int]) -> str:
    return "".join(line({"id": key, "content": str(value)}) for key, value in memories.items())


def as_memories(text: str) -> dict[str, str]:
    import json

    records = list(map(json.loads, text.splitlines()))
    assert len({each["id"] for each in records}) == len(records)
    return {each["id"]: each["content"] for each in records}


@given(committed=LINES, staged=LINES, edited=LINES, written=LINES)
@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_in_hand_the_commit_holds_what_the_program_changed(
    committed: dict[str, int], staged: dict[str, int], edited: dict[str, int], written: dict[str, int]
) -> None:
    """The person has other lines staged, and again others on disk; the program changes those on disk."""
    with TemporaryDirectory() as folder:
        copy = start(Path(folder) / "vault")
        copy.write(FACTS, as_text(committed))
        copy.commit()
        copy.write(FACTS, as_text(staged))
        copy.git("add", FACTS)
        copy.write(FACTS, as_text(edited))
        commit(copy, write(copy, FACTS, as_text(written)))
        gone = {key for key in edited if key not in written}
        changed = {key for key in edited if key in written and edited[key] != written[key]}
        new = {key: written[key] for key in written if key not in edited}

        def with_the_change(before: dict[str, int]) -> dict[str, int]:
            kept = {key: value for key, value in before.items() if key not in gone}
            kept |= {key: written[key] for key in changed if key in before}
            return {**kept, **new}

        def found(ref: str) -> dict[str, int]:
            return {key: int(value) for key, value in as_memories(copy.git("show", ref)).items()}

        after = with_the_change(committed)
        assert found(f"HEAD:{FACTS}") == after
        # Where nothing of it is to be committed, what is staged is the person's alone.
        assert found(f":{FACTS}") == (staged if after == committed else with_the_change(staged))
        assert as_memories(copy.read(FACTS)) == {key: str(value) for key, value in written.items()}
