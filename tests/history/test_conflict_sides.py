"""The versions of a file, taken out of the conflict markers that git left."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vault.history.conflict_sides import Sides, sides_of
from vault.history.merged import CannotMerge

OURS, THEIRS, BASE = "甲\n中\n乙一\n丙\n", "甲\n中\n乙二\n丙\n丁\n", "甲\n中\n乙\n丙\n"


def sides(text: str, *, only_whole: bool = False) -> Sides:
    return sides_of(text.encode(), only_whole=only_whole)


def git_merged(tmp: Path, ours: bytes, theirs: bytes, base: bytes, *options: str) -> bytes:
    """What real git makes of three versions."""
    for name, data in (("ours", ours), ("base", base), ("theirs", theirs)):
        (tmp / name).write_bytes(data)
    done = subprocess.run(
        ["git", "merge-file", "-p", *options, "ours", "base", "theirs"],
        cwd=tmp,
        capture_output=True,
        check=False,
    )
    return done.stdout


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@pytest.mark.parametrize("style", ["", "--diff3", "--zdiff3"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_git_merged_comes_apart_again(tmp_path: Path, style: str, end: str) -> None:
    three = [text.replace("\n", end).encode() for text in (OURS, THEIRS, BASE)]
    merged = git_merged(tmp_path, *three, *filter(None, [style]))
    assert merged.count(b"<<<<<<<") == 1
    found = sides_of(merged, only_whole=False)
    assert found.whole
    # around the conflict both sides have what was merged already
    assert [each.decode().replace(end, "\n").split("\n")[2] for each in found.versions] == ["乙一", "乙二"]
    assert all("丙" in each.decode() for each in found.versions)
    assert "丁" in found.versions[1].decode()
    assert (found.base is not None) == bool(style)
    assert not any(
        b"<<<" in each or b"===" in each or b">>>" in each for each in (*found.versions, found.base or b"")
    )


_TEXTS = st.lists(st.sampled_from(["a", "b", "c", "d", "Title", "{}"]), max_size=8).map(
    lambda words: "".join(word + "\n" for word in words).encode()
)


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
@settings(max_examples=60)
@given(_TEXTS, _TEXTS, _TEXTS)
def test_no_line_of_either_side_is_lost(
    tmp_path_factory: pytest.TempPathFactory, ours: bytes, theirs: bytes, base: bytes
) -> None:
    merged = git_merged(tmp_path_factory.mktemp("git"), ours, theirs, base, "--diff3")
    if b"<<<<<<<" not in merged:
        return
    found = sides_of(merged, only_whole=True)
    assert len(found.versions) == 2
    old = set(base.splitlines())
    for version, side in zip(found.versions, (ours, theirs), strict=True):
        assert set(side.splitlines()) - old <= set(version.splitlines())


def test_a_conflict_within_another_one_has_three_sides() -> None:
    text = "0\n<<<<<<< a\n<<<<<<< b\n1\n=======\n2\n>>>>>>> b\n=======\n3\n>>>>>>> a\n4\n"
    for only_whole in (True, False):
        found = sides(text, only_whole=only_whole)
        assert found.versions == (b"0\n1\n4\n", b"0\n2\n4\n", b"0\n3\n4\n")
        assert found.base is None


@pytest.mark.parametrize(
    ("text", "versions"),
    [
        ("a\n=======\nb\n>>>>>>> x\nc\n", ("a\nc\n", "a\nb\nc\n")),
        ("<<<<<<< x\na\n=======\nb\n", ("a\n", "b\n")),
        ("<<<<<<< x\na\n>>>>>>> x\nb\n", ("a\nb\n",)),
        ("a\n>>>>>>> x\nb\n", ("a\nb\n",)),
        ("a\n||||||| o\nb\n=======\nc\n", ("a\n", "a\nb\n", "a\nc\n")),
        ("<<<<<<< x\na\n=======\nb\n=======\nc\n>>>>>>> y", ("a\n", "b\n", "c\n")),
    ],
)
def test_of_markers_that_are_not_all_there_every_line_is_in_a_version(
    text: str, versions: tuple[str, ...]
) -> None:
    found = sides(text)
    assert found.versions == tuple(each.encode() for each in versions)
    assert found.base is None


def test_where_a_side_ends_may_not_be_plain() -> None:
    text = "<<<<<<< a\nTitle\n=======\nx\n=======\ny\n>>>>>>> b\n"
    with pytest.raises(CannotMerge, match="line 1"):
        sides(text, only_whole=True)


@pytest.mark.parametrize("text", ["", "a\n", "Title\n=======\n\ntext\n", "<<<<<<< a\ntext\n"])
def test_no_conflict(text: str) -> None:
    with pytest.raises(CannotMerge):
        sides(text, only_whole=True)
