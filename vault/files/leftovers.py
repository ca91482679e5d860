"""Looking for what is left of a text: in every byte of a folder, in whatever form it was written.

Reads only, and every kind of file: what editors, sync tools and crashes have left beside the vault's own,
databases, logs.
"""

from __future__ import annotations

import json
import mmap
import os
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from vault.files.erasing import readable

Form = Literal["text", "escaped", "utf-16", "gb18030", "reworded", "name"]
"""How it is written: as it was; with JSON's escapes; in another encoding; with other blanks, punctuation or
width; in the name of a file."""

_LARGE = 64 * 2**20
_SAMPLE = 8192


@dataclass(frozen=True, slots=True, order=True)
class Leftover:
    """A file in which the text was found.

    Attributes:
        path: absolute.
        line: of the first place, 1-based; 0 in a file that is not text.
        form: how it is written there.
    """

    path: str
    line: int
    form: Form


@dataclass(frozen=True, slots=True)
class Searched:
    """What a search came to.

    Attributes:
        found: sorted.
        unread: files and folders that the system refuses to read.
    """

    found: tuple[Leftover, ...] = ()
    unread: tuple[str, ...] = ()


@dataclass(frozen=True)
class Needles:
    """What to look for.

    Attributes:
        texts: as they were written; very short ones are in everything and are not looked for.
        mentioned_in: whether a text holds the words in other dress.
    """

    texts: tuple[str, ...]
    mentioned_in: Callable[[str], bool]
    forms: tuple[tuple[bytes, Form], ...] = field(init=False)

    def __post_init__(self) -> None:
        forms: dict[bytes, Form] = {}
        for text in self.texts:
            for written, form in _forms(text):
                forms.setdefault(written, form)
        object.__setattr__(self, "forms", tuple(forms.items()))

    def find(self, data: bytes) -> tuple[int, Form] | None:
        """Where in these bytes, and in which form; -1 as place: somewhere."""
        for written, form in self.forms:
            place = data.find(written)
            if place >= 0:
                return place, form
        if b"\0" not in data[:_SAMPLE] and self.mentioned_in(readable(data)):
            return -1, "reworded"
        return None


def search_folder(
    folder: Path, needles: Needles, *, skip: Callable[[Path], bool] = lambda _: False
) -> Searched:
    """Look through all files below a folder; links are not followed.

    Args:
        folder: may be missing.
        needles: what to look for.
        skip: called with folders; into those it says True of, it is not looked.
    """
    found: list[Leftover] = []
    unread: list[str] = []
    for path in _files(folder, skip, unread):
        if needles.mentioned_in(path.name):
            found.append(Leftover(str(path), 0, "name"))
        try:
            leftover = _search_file(path, needles)
        except FileNotFoundError:
            continue
        except OSError:
            unread.append(str(path))
            continue
        found += [leftover] if leftover else []
    return Searched(tuple(sorted(found)), tuple(sorted(unread)))


def _files(folder: Path, skip: Callable[[Path], bool], unread: list[str]) -> Iterator[Path]:
    def refused(error: OSError) -> None:
        if not isinstance(error, FileNotFoundError):
            unread.append(str(error.filename))

    for parent, folders, names in os.walk(folder, onerror=refused):
        folders[:] = [name for name in folders if not skip(Path(parent, name))]
        for name in names:
            path = Path(parent, name)
            if path.is_file() and not path.is_symlink():
                yield path


def _search_file(path: Path, needles: Needles) -> Leftover | None:
    if path.stat().st_size > _LARGE:
        return _search_large(path, needles)
    return search_bytes(path, path.read_bytes(), needles)


def search_bytes(path: Path, data: bytes, needles: Needles) -> Leftover | None:
    """Look through what a file holds, or a part of it in which lines are where they were."""
    hit = needles.find(data)
    if hit is None:
        return None
    place, form = hit
    is_text = b"\0" not in data[:_SAMPLE]
    return Leftover(str(path), _line_of(data, place, needles) if is_text else 0, form)


def _search_large(path: Path, needles: Needles) -> Leftover | None:
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        for written, form in needles.forms:
            if data.find(written) >= 0:
                return Leftover(str(path), 0, form)
    return None


def _line_of(data: bytes, place: int, needles: Needles) -> int:
    if place >= 0:
        return data.count(b"\n", 0, place) + 1
    for number, line in enumerate(data.split(b"\n"), 1):
        if needles.mentioned_in(readable(line)):
            return number
    return 1  # across lines


def _forms(text: str) -> Iterable[tuple[bytes, Form]]:
    """The bytes that a program may have written for a text."""
    if len(text.strip().encode()) < 4:
        return
    for spelled in dict.fromkeys(
        (text, unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text))
    ):
        yield spelled.encode("utf-8", "replace"), "text"
        yield json.dumps(spelled, ensure_ascii=False)[1:-1].encode("utf-8", "replace"), "text"
        escaped = json.dumps(spelled)[1:-1]
        if escaped != spelled:
            yield escaped.encode(), "escaped"
        for encoding in ("utf-16-le", "utf-16-be"):
            yield spelled.encode(encoding, "replace"), "utf-16"
        if not spelled.isascii():
            with suppress(UnicodeEncodeError):
                yield spelled.encode("gb18030"), "gb18030"
