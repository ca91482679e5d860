"""Whether a folder is on a drive of the network, where the system tells nobody about changes."""

from __future__ import annotations

import re
from pathlib import Path

NETWORK_FILESYSTEMS = frozenset(
    {"9p", "afs", "ceph", "cifs", "drvfs", "fuse.rclone", "fuse.sshfs", "glusterfs", "nfs", "nfs4", "smb3",
     "smbfs", "vboxsf", "virtiofs"}
)  # fmt: skip


def network_filesystem(folder: Path, mounts: Path = Path("/proc/self/mounts")) -> str:
    """The type of the file system of `folder` when it is one of the network's, else empty.

    Args:
        folder: absolute.
        mounts: the table of mounts; where there is none, nothing is known.
    """
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return ""
    longest, kind = -1, ""
    for line in lines:
        fields = line.split()
        if len(fields) < 3:
            continue
        place = Path(re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), fields[1]))
        if (folder == place or place in folder.parents) and len(place.parts) > longest:
            longest, kind = len(place.parts), fields[2]
    return kind if kind in NETWORK_FILESYSTEMS else ""
