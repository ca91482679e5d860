"""Model files on a hub with the layout of Hugging Face: `<hub>/<repository>/resolve/<revision>/<file>`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import quote, urlsplit

from vault.embedding.download import download
from vault.errors import DownloadFailed

DEFAULT_HUB = "https://huggingface.co"
"""Asked only when the person installs a model that comes from a hub."""


@dataclass(frozen=True, slots=True)
class HubFile:
    """One file of a repository.

    Attributes:
        path: in the repository.
        name: in the model folder.
        sha256: of it; when empty, the checksum that the hub announces is used.
    """

    path: str
    name: str
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class HubSource:
    """A model on a hub.

    Attributes:
        repository: owner and name.
        revision: branch, tag or commit.
        files: the graph and the tokenizer.
    """

    repository: str
    revision: str
    files: tuple[HubFile, ...]

    def url(self, hub: str, file: HubFile) -> str:
        """Where the file is."""
        repository, revision, path = quote(self.repository), quote(self.revision, safe=""), quote(file.path)
        return f"{hub.rstrip('/')}/{repository}/resolve/{revision}/{path}"

    def __str__(self) -> str:
        return f"{self.repository} ({self.revision})"


def fetch_files(source: HubSource, hub: str, folder: Path, received: Callable[[str, int, int], None]) -> None:
    """Download what is not there yet.

    Args:
        source: what to fetch.
        hub: address of the hub.
        folder: exists; what arrives of an interrupted download stays in it.
        received: called with a file's name, the bytes there are and the bytes there will be (0: unknown).

    Raises:
        DownloadFailed, ChecksumMismatch: see `download`.
    """
    if urlsplit(hub).scheme not in {"http", "https"}:
        raise DownloadFailed(hub, "the address of a hub starts with https:// or http://")
    for file in source.files:
        target = folder / file.name
        if not target.exists():
            download(
                source.url(hub, file),
                target,
                sha256=file.sha256,
                received=partial(received, file.name),
            )
