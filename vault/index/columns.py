"""What filtering and ranking need of every passage of one user, as numpy columns in memory.

100,000 passages take some 10 MB. Rows are sorted by passage id. Texts are not here: they are read for the
few passages that are shown.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass, fields, replace
from datetime import datetime
from typing import Any

import numpy as np
import numpy.typing as npt

from vault.index.ids import Ids, Mask, contains
from vault.index.instants import to_microseconds
from vault.index.record import MOST_COUNTED
from vault.index.row_filter import RowFilter
from vault.model.memory import RECORD_TYPES, STATUSES

NEVER = np.iinfo(np.int64).max
UNKNOWN = np.iinfo(np.int64).min

TYPE_CODES = {name: code for code, name in enumerate(RECORD_TYPES)}
STATUS_CODES = {name: code for code, name in enumerate(STATUSES)}

_QUERY = """
SELECT p.id, r.number, r.type, r.status, r.namespace,
       coalesce(r.occurred_at, r.created_at, :unknown), coalesce(r.created_at, :unknown),
       coalesce(r.updated_at, r.created_at, :unknown), coalesce(r.valid_from, :unknown),
       min(coalesce(r.valid_until, :never), coalesce(r.expires_at, :never)),
       r.superseded_by <> '[]' OR r.replaced_by <> '[]', r.archived, r.pinned, r.importance, r.confidence,
       min(r.hit_count, :most), coalesce(r.last_hit_at, :unknown), r.file, p.line
FROM records r JOIN passages p ON p.record = r.number
WHERE r.user = :user AND r.changed > :after AND r.served ORDER BY p.id
"""


@dataclass(frozen=True, slots=True)
class Used:
    """What is counted of records, `(n,)` each; what stands in their own lines is added.

    Attributes:
        records: their numbers, ascending.
        hits: how often they were recalled.
        last_hits: when, in microseconds; `UNKNOWN` for never.
        useful: how often they were said to be of use.
        useless: likewise, of none.
    """

    records: Ids
    hits: npt.NDArray[np.int32]
    last_hits: Ids
    useful: npt.NDArray[np.int32]
    useless: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Columns:
    """One row a passage, `(n,)` each. Instants are microseconds since 1970 (UTC).

    Attributes:
        ids: passage ids, ascending.
        records: record numbers.
        types: position in `vault.model.memory.RECORD_TYPES`.
        statuses: position in `vault.model.memory.STATUSES`.
        namespaces: position in `namespace_names`.
        times: `occurred_at`, else `created_at`; `UNKNOWN` without either.
        created: `UNKNOWN` when missing, as in `updated`.
        begins: `valid_from`, or `UNKNOWN`.
        ends: the earlier of `valid_until` and `expires_at`, or `NEVER`.
        superseded: another record replaces it, by its own line or by that of the other.
        hit_counts: how often it was recalled. This, and the next three, are without what usage files count
            until `used` adds it.
        last_hits: `UNKNOWN` for never.
        useful: how often it was said to be of use.
        useless: likewise, of none.
        files: number of the file; its passages by `lines` are neighbours.
        lines: 1-based line in the file.
        namespace_names: what the codes in `namespaces` mean.
    """

    ids: Ids
    records: Ids
    types: npt.NDArray[np.int8]
    statuses: npt.NDArray[np.int8]
    namespaces: npt.NDArray[np.int32]
    times: Ids
    created: Ids
    updated: Ids
    begins: Ids
    ends: Ids
    superseded: Mask
    archived: Mask
    pinned: Mask
    importance: npt.NDArray[np.float32]
    confidence: npt.NDArray[np.float32]
    hit_counts: npt.NDArray[np.int32]
    last_hits: Ids
    useful: npt.NDArray[np.int32]
    useless: npt.NDArray[np.int32]
    files: Ids
    lines: npt.NDArray[np.int32]
    namespace_names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.ids)

    def rows(self, ids: Ids) -> Ids:
        """Row numbers of passage ids; every id must be there.

        Raises:
            KeyError: an id is not of this user.
        """
        if not self.known(ids).all():
            raise KeyError("a passage that is not in this index")
        return np.searchsorted(self.ids, ids)

    def known(self, ids: Ids) -> Mask:
        """Which of the ids are rows here."""
        return contains(self.ids, ids)

    def take(self, rows: Ids | Mask) -> Columns:
        """The same columns for some rows, in the order given."""
        taken: dict[str, Any] = {name: getattr(self, name)[rows] for name in _ARRAYS}
        return replace(self, **taken)

    def changed(self, removed: Ids, other: Columns) -> Columns:
        """These rows without some passages, and with the rows of `other` instead of or beside them."""
        kept = self.take(~np.isin(self.ids, np.concatenate([removed, other.ids])))
        names = tuple(dict.fromkeys((*self.namespace_names, *other.namespace_names)))
        codes = np.array([names.index(name) for name in other.namespace_names], dtype=np.int32)
        renamed = replace(other, namespaces=codes[other.namespaces], namespace_names=names)
        joined: dict[str, Any] = {
            name: np.concatenate([getattr(kept, name), getattr(renamed, name)]) for name in _ARRAYS
        }
        whole = replace(renamed, **joined)
        return whole.take(np.argsort(whole.ids))

    @property
    def verdicts(self) -> tuple[int, int]:
        """How often the records were said to be useful, and useless, all in all."""
        return int(self.useful.sum(dtype=np.int64)), int(self.useless.sum(dtype=np.int64))

    def counted(self, used: Used) -> Columns:
        """The same columns with these counts of some of the records."""
        if len(used.records) == 0:
            return self
        mine = contains(used.records, self.records)
        places = np.searchsorted(used.records, self.records[mine])
        counts: dict[str, Any] = {
            "hit_counts": used.hits,
            "last_hits": used.last_hits,
            "useful": used.useful,
            "useless": used.useless,
        }
        for name, values in counts.items():
            counts[name] = getattr(self, name).copy()
            counts[name][mine] = values[places]
        return replace(self, **counts)

    def mask(self, condition: RowFilter) -> Mask:
        """Rows that meet every condition except that on tags, which the columns do not hold."""
        mask = np.ones(len(self), dtype=np.bool_)
        if condition.statuses:
            mask &= _among(self.statuses, {STATUS_CODES[name] for name in condition.statuses}, len(STATUSES))
        if not condition.archived:
            mask &= ~self.archived
        if condition.types:
            mask &= _among(self.types, {TYPE_CODES[name] for name in condition.types}, len(RECORD_TYPES))
        if condition.namespaces:
            codes = {code for code, name in enumerate(self.namespace_names) if name in condition.namespaces}
            mask &= _among(self.namespaces, codes, len(self.namespace_names))
        if condition.since is not None:
            mask &= self.times >= to_microseconds(condition.since)
        if condition.until is not None:
            mask &= (self.times < to_microseconds(condition.until)) & (self.times != UNKNOWN)
        if condition.current_at is not None:
            mask &= self._current(condition.current_at)
        return mask

    def _current(self, now: datetime) -> Mask:
        moment = to_microseconds(now)
        return np.asarray((self.begins <= moment) & (self.ends > moment) & ~self.superseded)


def _among(codes: npt.NDArray[np.integer[Any]], wanted: set[int], different: int) -> Mask:
    """Which codes, each below `different`, are wanted. By a table: `np.isin` is several times slower."""
    table = np.zeros(different, dtype=np.bool_)
    table[list(wanted)] = True
    return np.asarray(table[codes])


_ARRAYS = tuple(each.name for each in fields(Columns) if each.name != "namespace_names")


def load_columns(connection: sqlite3.Connection, user: int, after: int = -1) -> Columns:
    """Columns of one user's passages whose records changed after generation `after`."""
    parameters = {"user": user, "after": after, "unknown": UNKNOWN, "never": NEVER, "most": MOST_COUNTED}
    rows = connection.execute(_QUERY, parameters).fetchall()
    raw = list(zip(*rows, strict=True)) if rows else [()] * 19
    names = tuple(dict.fromkeys(raw[4]))
    codes = {name: code for code, name in enumerate(names)}
    return Columns(
        ids=np.array(raw[0], dtype=np.int64),
        records=np.array(raw[1], dtype=np.int64),
        types=np.array([TYPE_CODES[name] for name in raw[2]], dtype=np.int8),
        statuses=np.array([STATUS_CODES[name] for name in raw[3]], dtype=np.int8),
        namespaces=np.array([codes[name] for name in raw[4]], dtype=np.int32),
        times=np.array(raw[5], dtype=np.int64),
        created=np.array(raw[6], dtype=np.int64),
        updated=np.array(raw[7], dtype=np.int64),
        begins=np.array(raw[8], dtype=np.int64),
        ends=np.array(raw[9], dtype=np.int64),
        superseded=np.array(raw[10], dtype=np.bool_),
        archived=np.array(raw[11], dtype=np.bool_),
        pinned=np.array(raw[12], dtype=np.bool_),
        importance=np.array(raw[13], dtype=np.float32),
        confidence=np.array(raw[14], dtype=np.float32),
        hit_counts=np.array(raw[15], dtype=np.int32),
        last_hits=np.array(raw[16], dtype=np.int64),
        useful=np.zeros(len(rows), dtype=np.int32),
        useless=np.zeros(len(rows), dtype=np.int32),
        files=np.array(raw[17], dtype=np.int64),
        lines=np.array(raw[18], dtype=np.int32),
        namespace_names=names,
    )
