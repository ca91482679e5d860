"""What two versions of a file say differently: by memory, by section, or by line. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from vault.files.layout import Kind, classify
from vault.format.defaults import Defaults
from vault.format.memory_line import parse_memories
from vault.history.note_parts import FRONT, MACHINE, PartKey, cut_note
from vault.history.version import SETS, Version, merge_versions, version_of

Side = Literal["ours", "theirs", "both", "merged", "open"]
_LINES = "lines"
State = Literal["changed", "only-ours", "only-theirs"]


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """A field with two values; an empty one is not there.

    Attributes:
        name: of the field.
        ours: its value here.
        theirs: there.
        counts: whose value stays; `merged`: something of both; `open`: the common ancestor decides.
    """

    name: str
    ours: object
    theirs: object
    counts: Side


@dataclass(frozen=True, slots=True)
class Difference:
    """What is different about one memory, section or line.

    Attributes:
        name: id of the memory, headings of the section, or nothing.
        text: what it is about, in words; nothing where headings and `lines` say that.
        state: where it stands.
        fields: that differ; of a section `lines`: those that the other side does not have.
        user_id: whose it is; empty where that is not known.
        hidden: a value that is shown only to an exact question, or nothing.
    """

    name: str
    text: str
    state: State
    fields: tuple[FieldDifference, ...] = ()
    user_id: str = ""
    hidden: str = ""


def differences(
    kind: Kind, ours: bytes, theirs: bytes, *, path: str, defaults: Defaults
) -> tuple[Difference, ...]:
    """What two versions of a file say differently, in the order of the first one.

    Args:
        kind: of what is in them.
        ours: one version.
        theirs: the other one.
        path: of the file.
        defaults: of the vault.
    """
    if kind in {"memories", "archive"}:
        one, other = (versions(data, path=path, defaults=defaults) for data in (ours, theirs))
        pairs = ((one.get(key), other.get(key)) for key in {**one, **other})
        return tuple(
            found for mine, its in pairs if (found := difference_of(mine, its, defaults=defaults)) is not None
        )
    if kind == "note":
        return tuple(_sections(cut_note(ours), cut_note(theirs)))
    return tuple(_lines(ours, theirs))


def versions(data: bytes, *, path: str, defaults: Defaults) -> dict[str, Version]:
    """The memories of a file by id."""
    archived = classify(path) == "archive"
    located = parse_memories(data, path=path, defaults=defaults).memories
    found = (version_of(each.raw.raw, each.memory, archived=archived) for each in located)
    return {each.id: each for each in found}


def difference_of(mine: Version | None, its: Version | None, *, defaults: Defaults) -> Difference | None:
    """What two versions of a memory say differently; None when they say the same."""
    either = mine or its
    if either is None:
        return None
    user, hidden = either.memory.user_id, _hidden(mine, its)
    if mine is None or its is None:
        state: State = "only-ours" if its is None else "only-theirs"
        return Difference(either.id, either.memory.content, state, (), user, hidden)
    fields = tuple(field_differences(mine, its, defaults=defaults))
    return Difference(mine.id, mine.memory.content, "changed", fields, user, hidden) if fields else None


def field_differences(mine: Version, its: Version, *, defaults: Defaults) -> Iterable[FieldDifference]:
    """The fields that differ, with which value stays when they are merged."""
    merged = merge_versions(mine, its, defaults=defaults).version
    for key in {**mine.fields, **its.fields}:
        one, other, stays = (each.fields.get(key, "") for each in (mine, its, merged))
        if one != other:
            counts: Side = "ours" if stays == one else "theirs" if stays == other else "merged"
            if counts == "merged" and key not in SETS:
                counts = "both"
            yield FieldDifference(key, one, other, counts)


def _hidden(mine: Version | None, its: Version | None) -> str:
    known = [each.memory for each in (mine, its) if each is not None]
    values = [each.value or each.content for each in known if any(one.sensitive for one in known)]
    return "\n".join(dict.fromkeys(values))


def _sections(
    one: Mapping[PartKey, Mapping[bytes, bytes]], other: Mapping[PartKey, Mapping[bytes, bytes]]
) -> Iterable[Difference]:
    for key in {**one, **other}:
        mine, its = one.get(key, {}), other.get(key, {})
        if mine.keys() == its.keys() or key == MACHINE:
            continue
        name = "" if key == FRONT else " > ".join(filter(None, key[0]))
        text = b"\n".join((mine or its).keys()).decode("utf-8", "replace")
        if mine and its:
            yield Difference(name, "" if name else text, "changed", (_different_lines(mine, its),))
        else:
            yield Difference(name, text, "only-ours" if mine else "only-theirs")


def _different_lines(mine: Iterable[bytes], its: Iterable[bytes]) -> FieldDifference:
    one, other = (b"\n".join(each).splitlines() for each in (mine, its))
    ours, theirs = (
        b"\n".join(line for line in side if line.strip() and line not in of).decode("utf-8", "replace")
        for side, of in ((one, other), (other, one))
    )
    return FieldDifference(_LINES, ours, theirs, "open")


def _lines(ours: bytes, theirs: bytes) -> Iterable[Difference]:
    one, other = (
        dict.fromkeys(line.rstrip() for line in data.splitlines() if line.strip()) for data in (ours, theirs)
    )
    for line in {**one, **other}:
        if (line in one) != (line in other):
            state: State = "only-ours" if line in one else "only-theirs"
            yield Difference("", line.decode("utf-8", "replace"), state)
