from __future__ import annotations

from pathlib import Path

import pytest

from vault.watch.network_drive import silent_drive

MOUNTS = r"""
sysfs /sys sysfs rw 0 0
/dev/vda / ext4 rw,relatime 0 0
nas:/home /mnt/nas nfs4 rw,vers=4.2 0 0
//nas/share /mnt/my\040share cifs rw 0 0
me@host:/ /mnt/ssh fuse.sshfs rw 0 0
secret /mnt/secret fuse.gocryptfs rw 0 0
odd /mnt/odd fuse.something rw 0 0
C: /mnt/c 9p rw 0 0
tmpfs /mnt/nas/fast tmpfs rw 0 0
/dev/vdb /mnt/twice ext4 rw 0 0
nas:/x /mnt/twice nfs rw 0 0
broken line
"""


@pytest.mark.parametrize(
    ("folder", "kind"),
    [
        ("/home/me/vault", None),
        ("/mnt/nas/vault", "nfs4"),
        ("/mnt/nas", "nfs4"),
        ("/mnt/nas/fast/vault", None),
        ("/mnt/nasty", None),
        ("/mnt/my share/vault", "cifs"),
        ("/mnt/ssh/x", "fuse.sshfs"),
        ("/mnt/secret/x", None),
        ("/mnt/odd/x", "fuse.something"),
        ("/mnt/c/Users/me", "9p"),
        ("/mnt/twice", "nfs"),
    ],
)
def test_drives(folder: str, kind: str | None) -> None:
    assert silent_drive(Path(folder), MOUNTS) == kind


def test_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    mounts = f"/dev/vda / ext4 rw 0 0\nnas:/ {tmp_path / 'real'} nfs rw 0 0\n"
    assert silent_drive(tmp_path / "link", mounts) == "nfs"


def test_no_list_of_mounts() -> None:
    assert silent_drive(Path("/"), "") is None


def test_this_system(tmp_path: Path) -> None:
    """Tests run on a drive that tells of changes; otherwise those of the watcher could not."""
    assert silent_drive(tmp_path) is None
