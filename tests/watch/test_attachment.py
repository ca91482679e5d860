from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.watch.conftest import Watched
from vault.errors import VaultVanished
from vault.watch import attachment
from vault.watch.attachment import PollingChoice, attach, identify
from vault.watch.observing import CannotObserve, Observing


class Deaf:
    """Is told and does nothing."""

    def changed(self, paths: Sequence[str]) -> None: ...
    def went_away(self, paths: Sequence[str]) -> None: ...
    def lost_track(self, why: str) -> None: ...


def attached(root: Path, choice: PollingChoice = "auto") -> attachment.Attachment:
    return attach(root, Deaf(), choice=choice, note_folders=("notes",))


def test_told_by_the_system(watched: Watched) -> None:
    made = attached(watched.root)
    assert made.mode in ("inotify", "events")
    assert made.reason == ""
    assert made.is_alive()
    assert made.is_current()
    made.stop()
    assert not made.is_alive()


def test_looks_when_told_to(watched: Watched) -> None:
    made = attached(watched.root, "always")
    assert (made.mode, made.reason, made.limited) == ("polling", "as configured", False)
    assert made.is_alive()
    made.stop()


@pytest.mark.parametrize(("choice", "mode"), [("auto", "polling"), ("never", "inotify")])
def test_network_drives(
    watched: Watched, choice: PollingChoice, mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attachment, "silent_drive", lambda _: "nfs4")
    monkeypatch.setattr(Observing, "mode", "inotify")
    made = attached(watched.root, choice)
    made.stop()
    assert made.mode == mode
    assert ("nfs4" in made.reason) is (mode == "polling")
    assert not made.limited


def test_limit_reached(watched: Watched, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise CannotObserve("fs.inotify.max_user_watches is used up")

    monkeypatch.setattr(attachment, "Observing", refuse)
    made = attached(watched.root)
    assert (made.mode, made.limited) == ("polling", True)
    assert "max_user_watches" in made.reason


def test_identity(watched: Watched) -> None:
    root = watched.root
    made = attached(root, "always")
    assert identify(root) == made.identity
    root.rename(root.with_name("away"))
    assert identify(root) is None
    assert not made.is_current()
    root.mkdir()
    assert identify(root) is None  # where a drive was mounted
    (root / "vault.yaml").touch()
    assert identify(root) is not None
    assert not made.is_current()  # another vault
    with pytest.raises(VaultVanished):
        attached(root / "none")


def test_a_file_is_no_vault(tmp_path: Path) -> None:
    (tmp_path / "vault").touch()
    assert identify(tmp_path / "vault") is None
