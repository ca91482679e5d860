"""Whether a folder lies on a drive that does not tell of changes made elsewhere: network and host shares."""

from __future__ import annotations

import os
from pathlib import Path

MOUNTS = Path("/proc/self/mounts")

_SILENT = frozenset(
    {
        "nfs", "nfs4", "cifs", "smb3", "smbfs", "ncpfs", "afs", "ceph", "glusterfs", "lustre", "beegfs",
        "gpfs", "ocfs2", "gfs2", "orangefs", "davfs", "acfs",
        "9p", "virtiofs", "drvfs", "vboxsf", "prl_fs", "vmhgfs", "hgfs", "fakeowner", "osxfs", "grpcfuse",
    }
)  # fmt: skip
_LOCAL_FUSE = frozenset(
    {
        "fuse.bindfs", "fuse.cryfs", "fuse.ecryptfs", "fuse.encfs", "fuse.gocryptfs", "fuse.securefs",
        "fuse.ext2", "fuse.ext4", "fuse.exfat", "fuse.ntfs-3g", "fuse.zfs", "fuse.mergerfs", "fuse.unionfs",
        "fuse.overlayfs", "fuse.fuse-overlayfs",
    }
)  # fmt: skip


def silent_drive(folder: Path, mounts: str | None = None) -> str | None:
    """The type of the file system on which `folder` lies, if changes on it can go unannounced; else None.

    Systems of FUSE that are not known to be local count as unannounced ones. Only Linux lists its mounts;
    elsewhere the answer is None.

    Args:
        folder: existing or not.
        mounts: text in the form of `/proc/self/mounts`; None: of this system.
    """
    if mounts is None:
        try:
            mounts = MOUNTS.read_text(encoding="utf-8", errors="surrogateescape")
        except OSError:
            return None
    kind = _file_system(os.path.realpath(folder), mounts)
    silent = kind in _SILENT or (kind.startswith("fuse.") and kind not in _LOCAL_FUSE)
    return kind if silent else None


def _file_system(folder: str, mounts: str) -> str:
    """The type of the mount that holds `folder`: the deepest one, and of several there the last."""
    found, longest = "", -1
    for line in mounts.splitlines():
        fields = line.split(" ")
        if len(fields) < 3:
            continue
        place = _unescaped(fields[1])
        inside = folder == place or folder.startswith(place.rstrip("/") + "/")
        if inside and len(place) >= longest:
            found, longest = fields[2], len(place)
    return found


def _unescaped(place: str) -> str:
    r"""Mount points write spaces, tabs, line ends and backslashes in octal (`\040`)."""
    for code, character in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        place = place.replace(code, character)
    return place
