"""Finishing an archiving that was cut short: which lines leave a file, and which come to `archive/`. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from vault.format.decode import split_lines
from vault.format.half_archived import HalfArchived
from vault.format.line_edit import change_fields
from vault.format.memory_line import MemoryFile
from vault.model.identifier import permanent_id


@dataclass(frozen=True, slots=True)
class LeavingLine:
    """A line that is to be taken out of a file.

    Attributes:
        reason: why, as the end of a sentence that begins with the line.
        stands_in: path of the file in `archive/` that holds the memory when it is taken out.
    """

    reason: str
    stands_in: str


@dataclass(frozen=True, slots=True)
class Archiving:
    """What is to be moved.

    Attributes:
        target: path of the file in `archive/` that gets new lines.
        lines: the new ones, without line ends.
        replaced_tail: a beginning of one of them, without a line end, that an earlier try has left as the
            last line of `target`; or nothing.
        reasons: what is done and why, of `target`.
        leaving: lines to be taken out, by path and number.
    """

    target: str
    lines: tuple[bytes, ...] = ()
    replaced_tail: bytes = b""
    reasons: tuple[str, ...] = ()
    leaving: Mapping[str, Mapping[int, LeavingLine]] = field(default_factory=dict)

    def added_to(self, data: bytes, newline: bytes) -> bytes:
        """The bytes of `target` with the new lines at its end."""
        if not self.lines:
            return data
        if self.replaced_tail:
            data = data.removesuffix(self.replaced_tail)
        joint = b"" if not split_lines(data) or data.endswith(b"\n") else newline
        return data + joint + b"".join(line + newline for line in self.lines)


def plan_archiving(
    half: Iterable[HalfArchived], files: Sequence[MemoryFile], target: str, now: datetime
) -> Archiving:
    """What finishes the archiving of `half`; memories in files that must not be written are left out.

    Args:
        half: of the whole vault.
        files: all files of memories that the vault has.
        target: path of the file in `archive/` for what is in none yet.
        now: when that happens, where nothing says when the memory was replaced; aware.
    """
    by_path = {file.path: file for file in files}
    lines: list[bytes] = []
    reasons: list[str] = []
    bodies: list[bytes] = []
    leaving: dict[str, dict[int, LeavingLine]] = {}
    for each in half:
        standing, other = each.standing, each.others[0]
        file = by_path[standing.path]
        stands_in = target if each.way == "replaced" else other.path
        if not file.usable or (stands_in in by_path and not by_path[stands_in].usable):
            continue
        line = LeavingLine(_reason(each), stands_in)
        leaving.setdefault(standing.path, {})[standing.line] = line
        if each.way == "replaced":
            raw = next(located.raw.raw for located in file.memories if located.line == standing.line)
            lines.append(_ended(raw, each, now))
            bodies.append(raw.strip().removesuffix(b"}"))
            reasons.append(f"{standing.path}:{standing.line} {line.reason}: added")
    tail = _left_by_a_crash(by_path.get(target), bodies)
    return Archiving(target, tuple(lines), tail, tuple(reasons), leaving)


def _reason(half: HalfArchived) -> str:
    other = half.others[0]
    if half.way == "replaced":
        return f"is replaced by {other.memory.id}"
    if half.way == "archived":
        return f"is in {other.path} already"
    return "was erased"


def _ended(raw: bytes, half: HalfArchived, now: datetime) -> bytes:
    """The line as history, dated by what replaced it: every device that repairs writes the same."""
    memory = half.standing.memory
    new = [other.memory for other in half.others]
    times = [each for one in new if (each := one.created_at or one.updated_at) is not None]
    changes: dict[str, object] = {
        "status": "superseded",
        "superseded_by": [permanent_id(one.id) for one in new],
        "updated_at": max(times, default=now),
    }
    if memory.provisional:
        changes["id"] = permanent_id(memory.id)
    return change_fields(raw.strip(), changes).removeprefix(b"\xef\xbb\xbf")


def _left_by_a_crash(file: MemoryFile | None, bodies: Iterable[bytes]) -> bytes:
    """The last line of the archive where it is the cut beginning of a line that comes again now."""
    if file is None or not file.partial_last_line:
        return b""
    tail = file.lines[-1].raw
    begun = any(tail and (body.startswith(tail) or tail.startswith(body)) for body in bodies)
    return tail if begun else b""
