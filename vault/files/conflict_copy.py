"""Names that sync tools and merges give to the copy they could not merge. Only names; no disk.

Careful in one direction: a note that merely looks similar (`Plan 2.md`, `以色列 (冲突分析).md`) stays a
note. Names that people use too (`name 2`, `name (1)`, `name-DEVICE`) count only beside their original.
"""

from __future__ import annotations

import re
from collections.abc import Container

_FLAGS = re.VERBOSE | re.IGNORECASE | re.DOTALL

_PHRASE = r"""
    (?: conflicted [ ] copy | conflicting [ ] copy | conflict [ ] copy | SFConflict | edit [ ] conflict
      | case [ ] conflict | case [ ] clash [ ] from
      | unicode [ ] encoding [ ] conflict | selective [ ] sync [ ] conflict
      | [冲沖衝]突 的? (?: 副本 | 复本 | 複本 | 版本 | 文件 | 檔案 )
      | Konfliktkopie | in [ ] Konflikt [ ] stehende [ ] Kopie
      | copie [ ] en [ ] conflit | copia [ ] en [ ] conflicto | copia [ ] in [ ] conflitto
      | c[oó]pia [ ] em [ ] conflito | conflicterende [ ] kopie | konfliktkopia | kopia [ ] w [ ] konflikcie
      | kopia [ ] powodująca [ ] konflikt | konfliktkopi | kopi [ ] i [ ] konflikt | motstridende [ ] kopi
      | ristiriitainen [ ] kopio | konfliktní [ ] kopie | ütköző [ ] példány | çakışan [ ] kopya
      | salinan [ ] (?: konflik | bercanggah ) | конфликтующая [ ] копия | конфлікт(?:на|уюча) [ ] копія
      | 競合 (?: する | した )? コピー | コンフリクト [ ]? コピー
      | 충돌 (?: 하는 | 된 | 한 )? [ ] (?: 복사본 | 사본 ) | สำเนาที่ขัดแย้ง
    )
"""

_CERTAIN: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, _FLAGS)
    for pattern in (
        # Syncthing, `name.sync-conflict-20261129-101112-ABCDEFG.md`
        r"(?P<stem>.+)\.sync-conflict-\d{8}-\d{6}(?:-[A-Z0-9]{7})?",
        # Dropbox, Nextcloud, Obsidian Sync, Seafile, Nutstore: name (Alice's conflicted copy 2026-11-29).md
        rf"(?P<stem>.+?)\s*\( [^()]*? {_PHRASE} (?: \W* | [^()]*\d[^()]* ) \)",
        # Nutstore: name(冲突_Alice_2026-11-29 10-11-12).md
        r"(?P<stem>.+?)\s*[(（]\s*[冲沖衝]突 [_\s-] [^()（）]*\d[^()（）]* [)）]",
        # ownCloud and older Nextcloud: name_conflict-20261129-101112.md
        r"(?P<stem>.+)_conflict-(?:[^-]+-)?\d{8}-\d{6}",
        # Nutstore on other systems: name_conf(Alice).md
        r"(?P<stem>.+)_conf(?:lict)?\([^()]+\)",
        # OneDrive: name-DEVICE-safeBackup-0001.md
        r"(?P<stem>.+?)-[^-]+(?:-[^-]+)*?-safeBackup-\d{4}",
        # Resilio: name.Conflict.md, name.Conflict2.md; rclone: name.conflict1.md
        r"(?P<stem>.+)\.(?:(?-i:Conflict)\d*|conflict\d+)",
        # Synology Drive: name_Alices-PC_Nov-29-1011-2026_Conflict.md, …_CaseConflict_1.md
        r"(?P<stem>.+)_[^_]+_[A-Z][a-z]{2}-\d{2}-\d{4,6}-\d{4}_(?-i:[A-Za-z]*Conflict)(?:_\d+)?",
        # git mergetool: name_REMOTE_1234.md
        r"(?P<stem>.+)_(?-i:BACKUP|BASE|LOCAL|REMOTE)_\d+",
    )
)

_BESIDE_ORIGINAL: tuple[re.Pattern[str], ...] = tuple(
    re.compile(pattern, _FLAGS)
    for pattern in (
        r"(?P<stem>.+?)[ ](?:[2-9]|[1-9]\d)",  # iCloud Drive, Finder
        r"(?P<stem>.+?)[ ]?\((?:[1-9]|[1-9]\d)\)",  # Google Drive
        rf"(?P<stem>.+?)\s*\([^()]*{_PHRASE}[^()]*\)",
        r"(?P<stem>.+?)\s*(?: \(conflict(?:ed)?\) | \[conflict(?:ed)?\] | [(（][冲沖衝]突[)）] )",
        # OneDrive: name-DESKTOP-AB12CD3.md, name-Alices-MacBook-Pro.md
        r"""(?P<stem>.+?)-(?: (?-i:DESKTOP|LAPTOP|WORKSTATION|SURFACE|WIN|PC|NUC)-(?-i:[A-Z0-9-]{2,})
             | (?:[\w']+-)*(?-i:MacBook(?:-Pro|-Air)?|iMac|Mac-mini|Mac-Studio|iPhone|iPad|PC|LAPTOP)
               (?:-\d+)? )""",
    )
)

_MERGE_LEFTOVER = re.compile(
    # git beside a folder of the same name: name.md~HEAD
    r"(?P<name>.+\.(?:md|jsonl|yaml))(?:\.(?:orig|rej|conflict\d*)|~[\w.-]+)",
    re.IGNORECASE | re.DOTALL,
)


def conflict_copy_of(name: str, siblings: Container[str] = frozenset()) -> str | None:
    """The name of the file that `name` is a conflict copy of, or None when it is no such copy.

    Args:
        name: of a file, without its folder.
        siblings: names in the same folder. Without them only unmistakable names are recognised.

    Returns:
        The original's name; whether it still exists is not checked for unmistakable names.
    """
    original = _one_step(name, siblings)
    if original is None:
        return None
    return conflict_copy_of(original, siblings) or original


def _one_step(name: str, siblings: Container[str]) -> str | None:
    leftover = _MERGE_LEFTOVER.fullmatch(name)
    if leftover:
        return leftover["name"]
    stem, extension = _split(name)
    for pattern in _CERTAIN:
        match = pattern.fullmatch(stem)
        if match:
            return match["stem"] + extension
    for pattern in _BESIDE_ORIGINAL:
        match = pattern.fullmatch(stem)
        if match and match["stem"] + extension in siblings:
            return match["stem"] + extension
    return None


def _split(name: str) -> tuple[str, str]:
    """Stem and extension; Seafile writes its mark behind the extension, which then is none."""
    stem, dot, extension = name.rpartition(".")
    if not stem or not extension.isalnum():
        return name, ""
    return stem, dot + extension
