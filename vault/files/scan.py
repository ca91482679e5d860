"""Finding the files of a vault. Names, kinds and stats only: no file is opened.

Links are followed inside the vault only, and only to what is not found at its own place anyway.
Whatever is skipped although its name says that it is meant to be read becomes a `Problem`.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from vault.errors import ReadFailed, VaultVanished
from vault.files import file_problem
from vault.files.conflict_copy import conflict_copy_of
from vault.files.fingerprint import MAX_FILE_BYTES
from vault.files.layout import (
    NOTE_FOLDERS,
    Kind,
    classify,
    comparable,
    ignored,
    ignored_name,
    is_decodable,
    is_read,
    is_scanned,
    placeholder_of,
)
from vault.files.symlink import dead_link, inside, leads_back
from vault.files.twins import find_twins
from vault.problem import Problem


@dataclass(frozen=True, slots=True)
class FileSeen:
    """A file as the scan found it.

    Attributes:
        path: relative to the vault, with `/`, as on disk.
        kind: by its place and name.
        size: in bytes.
        mtime_ns: of its last change.
        inode: device and inode number; stays when the file is renamed. Zeros where there are none.
    """

    path: str
    kind: Kind
    size: int
    mtime_ns: int
    inode: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Scan:
    """What a scan found.

    Attributes:
        files: by path, sorted.
        problems: about files and folders as such, sorted.
        folders: how many were listed.
        unread: folders that exist but could not be listed. Files known from there are not gone.
        copies: conflict copies, each with the path of the file that it is a copy of.
    """

    files: Mapping[str, FileSeen]
    problems: tuple[Problem, ...]
    folders: int
    unread: frozenset[str] = frozenset()
    copies: Mapping[str, str] = field(default_factory=dict)


def scan(
    root: Path, under: Sequence[str] | None = None, *, note_folders: Sequence[str] = NOTE_FOLDERS
) -> Scan:
    """Lists the files of a vault.

    Args:
        root: of the vault.
        under: files and folders to look at, relative to the vault, existing or not; None: everything.
        note_folders: see `vault.files.layout.classify`.

    Raises:
        VaultVanished: `root` is gone or is no folder.
        ReadFailed: `root` itself cannot be listed.
    """
    walk = _Walk(os.path.realpath(root), tuple(note_folders))
    walk.require_root()
    parts = {""} if under is None else {_normal(path) for path in under}
    if "" in parts or walk.is_linked({folder for part in parts for folder in _folders_above(part)}):
        walk.tree("")
    else:
        walk.parts({part for part in parts if parts.isdisjoint(_folders_above(part))})
    walk.follow_links()
    return walk.result()


def _normal(path: str) -> str:
    parts = [part for part in path.replace(os.sep, "/").split("/") if part not in {"", "."}]
    if ".." in parts or path.startswith("/"):
        raise ValueError(f"{path} is not a path inside the vault")
    return "/".join(parts)


def _folders_above(path: str) -> Iterator[str]:
    """The folders on the way to `path`, innermost first, without the vault itself."""
    while "/" in path:
        path = path.rpartition("/")[0]
        yield path


@dataclass(slots=True)
class _Walk:
    """A scan under way."""

    root: str
    note_folders: tuple[str, ...]
    files: dict[str, FileSeen] = field(default_factory=dict)
    problems: set[Problem] = field(default_factory=set)
    unread: set[str] = field(default_factory=set)
    copies: dict[str, str] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)
    folders: dict[tuple[int, int], str] = field(default_factory=dict)
    linked_files: set[tuple[int, int]] = field(default_factory=set)
    listed: int = 0

    def require_root(self) -> None:
        """Before anything else: an unmounted vault must not look like one that was emptied."""
        if not os.path.isdir(self.root):
            raise VaultVanished(Path(self.root), 0)

    def result(self) -> Scan:
        self.problems.update(find_twins(self.files))
        return Scan(
            files={path: self.files[path] for path in sorted(self.files)},
            problems=tuple(sorted(self.problems)),
            folders=self.listed,
            unread=frozenset(self.unread),
            copies={path: self.copies[path] for path in sorted(self.copies)},
        )

    def place(self, path: str) -> str:
        return os.path.join(self.root, *path.split("/")) if path else self.root

    def is_linked(self, folders: Iterable[str]) -> bool:
        """Whether one of them is a link: what is read in it then shows only in a whole scan."""
        return any(os.path.islink(self.place(folder)) for folder in folders)

    def parts(self, paths: Iterable[str]) -> None:
        """Some files and folders. The folder of a file is listed: only there are name and siblings true."""
        files: dict[str, set[str]] = {}
        for path in sorted(paths):
            if self._is_folder(path):
                if is_scanned(path, self.note_folders) and not ignored(path):
                    self.tree(path)
            else:
                files.setdefault(path.rpartition("/")[0], set()).add(comparable(path))
        for folder, wanted in files.items():
            if is_scanned(folder, self.note_folders) and not (folder and ignored(folder)):
                self.list_folder(folder, only=wanted)

    def _is_folder(self, path: str) -> bool:
        try:
            return stat.S_ISDIR(os.lstat(self.place(path)).st_mode)
        except OSError:
            return False

    def tree(self, top: str) -> None:
        pending = [top]
        while pending:
            pending += self.list_folder(pending.pop())

    def list_folder(self, folder: str, only: Container[str] | None = None) -> list[str]:
        """Takes in the files of one folder; returns the folders in it to go on with.

        `only` holds the comparable forms of the paths to take in; None: everything.
        """
        place = self.place(folder)
        try:
            found = os.stat(place)
            if only is None and self.folders.setdefault((found.st_dev, found.st_ino), folder) != folder:
                return []
            with os.scandir(place) as listing:
                entries = list(listing)
        except (FileNotFoundError, NotADirectoryError):
            self.require_root()
            return []
        except OSError as error:
            self._unlisted(folder, error)
            return []
        self.listed += 1
        names = {entry.name for entry in entries}
        below: list[str] = []
        for entry in entries:
            path = f"{folder}/{entry.name}" if folder else entry.name
            if only is None or comparable(path) in only:
                self._entry(entry, path, names, below)
        return below

    def _unlisted(self, folder: str, error: OSError) -> None:
        reason = error.strerror or str(error)
        if not folder:
            self.require_root()
            raise ReadFailed(self.root, reason) from error
        self.unread.add(folder)
        self.problems.add(file_problem.unreadable_folder(folder, reason))

    def _entry(self, entry: os.DirEntry[str], path: str, names: set[str], below: list[str]) -> None:
        if ignored_name(entry.name):
            self._placeholder(path)
        elif entry.is_symlink():
            self.links.append(path)
        elif entry.is_dir(follow_symlinks=False):
            self._folder(path, below)
        elif kind := self._wanted(path, names):
            try:
                found = entry.stat(follow_symlinks=False)
                # Windows leaves the inode out when it lists a folder.
                found = found if found.st_ino else os.lstat(self.place(path))
            except FileNotFoundError:
                return
            except OSError as error:  # a folder may be listed and not entered
                self.unread.add(path)
                self.problems.add(file_problem.unreadable_file(path, error.strerror or str(error)))
            else:
                self._file(path, kind, found)

    def _placeholder(self, path: str) -> None:
        folder, _, name = path.rpartition("/")
        original = placeholder_of(name)
        if original:
            path = f"{folder}/{original}" if folder else original
            if classify(path, self.note_folders):
                self.problems.add(file_problem.not_downloaded(path))

    def _folder(self, path: str, below: list[str]) -> None:
        if not is_scanned(path, self.note_folders):
            return
        if not is_decodable(path):
            self.problems.add(file_problem.undecodable_name(path))
            return
        if classify(path, self.note_folders):
            self.problems.add(file_problem.folder_like_file(path))
        below.append(path)

    def _wanted(self, path: str, names: set[str]) -> Kind | None:
        """What to read the file as, by its name; if it only looks so, a problem says why not."""
        folder, _, name = path.rpartition("/")
        original = conflict_copy_of(name, names)
        if original is not None:
            of = f"{folder}/{original}" if folder else original
            if classify(of, self.note_folders):
                self.problems.add(file_problem.conflict_copy(path, original))
                self.copies[path] = of
            return None
        kind = classify(path, self.note_folders)
        if kind and not is_decodable(name):
            self.problems.add(file_problem.undecodable_name(path))
            return None
        return kind

    def _file(self, path: str, kind: Kind, found: os.stat_result) -> None:
        if not stat.S_ISREG(found.st_mode):
            self.problems.add(file_problem.not_a_file(path))
        elif found.st_size > MAX_FILE_BYTES:
            self.problems.add(file_problem.file_too_large(path, found.st_size, MAX_FILE_BYTES))
        else:
            inode = (found.st_dev, found.st_ino)
            self.files[path] = FileSeen(path, kind, found.st_size, found.st_mtime_ns, inode)

    def follow_links(self) -> None:
        """After everything else, so that a file's own place wins over a link to it."""
        while self.links:
            links, self.links = sorted(self.links), []
            for path in links:
                self._link(path)

    def _link(self, path: str) -> None:
        kind = classify(path, self.note_folders)
        try:
            found = os.stat(self.place(path))
        except OSError as error:
            if kind:
                self.problems.add(dead_link(path, error))
            return
        is_folder = stat.S_ISDIR(found.st_mode)
        if not (is_scanned(path, self.note_folders) if is_folder else kind):
            return
        target = inside(self.root, os.path.realpath(self.place(path)))
        if target is None:
            self.problems.add(file_problem.symlink_outside(path))
        elif is_folder:
            self._linked_folder(path, target)
        elif kind and (ignored(target) or not classify(target, self.note_folders)):
            self._linked_file(path, kind, found)

    def _linked_folder(self, path: str, target: str) -> None:
        own = inside(self.root, os.path.realpath(self.place(path.rpartition("/")[0])))
        if own is None or leads_back(own, target):
            self.problems.add(file_problem.symlink_loop(path))
        elif not is_read(target, self.note_folders):
            self.tree(path)

    def _linked_file(self, path: str, kind: Kind, found: os.stat_result) -> None:
        inode = (found.st_dev, found.st_ino)
        if inode not in self.linked_files:
            self.linked_files.add(inode)
            self._file(path, kind, found)
