"""The tables of the index database. Everything in them can be rebuilt from the vault.

Instants are whole microseconds since 1970 in UTC; lists are JSON.
"""

from __future__ import annotations

INDEX_VERSION = 7
"""Goes up when the tables, the passages or the tokens of the same vault change: the index is rebuilt."""

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE users (
    number INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL UNIQUE,
    changed INTEGER NOT NULL DEFAULT 0,     -- generation of the last change to this user's rows
    passages INTEGER NOT NULL DEFAULT 0,
    words INTEGER NOT NULL DEFAULT 0,       -- tokens in all passages together
    bigrams INTEGER NOT NULL DEFAULT 0,
    vectors INTEGER NOT NULL DEFAULT 0,
    vector_sum BLOB                         -- float64, one number a dimension
);

CREATE TABLE files (
    number INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    device INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    state TEXT NOT NULL,                    -- see vault.index.compare.FileState
    racy INTEGER NOT NULL                   -- read so soon after its last change that no hint proves it
);
CREATE INDEX files_by_fingerprint ON files (fingerprint);

CREATE TABLE problems (
    origin TEXT NOT NULL,                   -- scan, file, duplicate or passage: who replaces it
    path TEXT NOT NULL, line INTEGER NOT NULL, "column" INTEGER NOT NULL,
    code TEXT NOT NULL, message TEXT NOT NULL, hint TEXT NOT NULL, severity TEXT NOT NULL,
    PRIMARY KEY (origin, path, line, "column", code, message)
) WITHOUT ROWID;

CREATE TABLE records (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    file INTEGER NOT NULL REFERENCES files (number),
    user INTEGER NOT NULL REFERENCES users (number),
    digest BLOB NOT NULL,                   -- of everything but the place
    served INTEGER NOT NULL,                -- 0: another record with this id counts
    changed INTEGER NOT NULL,               -- generation
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    text TEXT NOT NULL,
    line INTEGER NOT NULL,
    namespace TEXT NOT NULL,
    status TEXT NOT NULL,
    archived INTEGER NOT NULL,
    title TEXT NOT NULL,
    tags TEXT NOT NULL,
    key TEXT NOT NULL,
    scene TEXT NOT NULL,
    value TEXT NOT NULL,
    importance REAL NOT NULL,
    confidence REAL NOT NULL,
    pinned INTEGER NOT NULL,
    sensitive INTEGER NOT NULL,
    profile INTEGER NOT NULL,
    created_at INTEGER,
    updated_at INTEGER,
    occurred_at INTEGER,
    valid_from INTEGER,
    valid_until INTEGER,
    expires_at INTEGER,
    supersedes TEXT NOT NULL,
    superseded_by TEXT NOT NULL,
    relations TEXT NOT NULL,                -- pairs of type and target
    source_kind TEXT,
    session_id TEXT NOT NULL,
    message_ids TEXT NOT NULL,
    agent_id TEXT NOT NULL,
    device TEXT NOT NULL,
    channel TEXT NOT NULL,
    last_hit_at INTEGER,
    hit_count INTEGER NOT NULL,
    own_words TEXT NOT NULL,                -- that it gives to the dictionary, separated by spaces
    replaced_by TEXT NOT NULL DEFAULT '[]'  -- ids of current records that say that they supersede it
);
CREATE INDEX records_by_id ON records (id);
CREATE INDEX records_by_file ON records (file);
CREATE INDEX records_by_user ON records (user, changed);
CREATE INDEX records_by_key ON records (user, key) WHERE key <> '';
CREATE INDEX records_by_session ON records (session_id, created_at) WHERE session_id <> '';
CREATE INDEX records_erased ON records (id) WHERE archived AND text IN ('[erased]', '[已擦除]');
CREATE INDEX records_that_supersede ON records (number) WHERE supersedes <> '[]';
CREATE INDEX records_replaced ON records (number) WHERE replaced_by <> '[]';

CREATE TABLE tags (
    record INTEGER NOT NULL REFERENCES records (number),
    tag TEXT NOT NULL,                      -- folded
    PRIMARY KEY (tag, record)
) WITHOUT ROWID;
CREATE INDEX tags_by_record ON tags (record);

CREATE TABLE passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,   -- never used again
    record INTEGER NOT NULL REFERENCES records (number),
    user INTEGER NOT NULL REFERENCES users (number),
    ordinal INTEGER NOT NULL,               -- within the record
    line INTEGER NOT NULL,
    context TEXT NOT NULL,
    text TEXT NOT NULL,
    keywords TEXT NOT NULL,
    words TEXT NOT NULL,                    -- tokens, separated by spaces
    bigrams TEXT NOT NULL                   -- likewise
);
CREATE INDEX passages_by_record ON passages (record);
CREATE INDEX passages_by_user ON passages (user, record);

CREATE TABLE removed (                      -- passages that went, for processes that still hold them
    user INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    passage INTEGER NOT NULL,
    PRIMARY KEY (user, generation, passage)
) WITHOUT ROWID;

CREATE TABLE vectors (
    passage INTEGER PRIMARY KEY REFERENCES passages (id),
    vector BLOB NOT NULL                    -- float16, L2-normalised
);

CREATE TABLE terms (
    user INTEGER NOT NULL,
    term TEXT NOT NULL,                     -- _ in front: a bigram; . in front: a CJK character
    passages INTEGER NOT NULL,              -- in how many it occurs
    PRIMARY KEY (user, term)
) WITHOUT ROWID;

CREATE TABLE usage (                        -- counts, as the usage files have them
    file INTEGER NOT NULL REFERENCES files (number),
    id TEXT NOT NULL,
    last_hit_at INTEGER,
    hits INTEGER NOT NULL, useful INTEGER NOT NULL, useless INTEGER NOT NULL,
    wrong INTEGER NOT NULL, outdated INTEGER NOT NULL,
    PRIMARY KEY (file, id)
) WITHOUT ROWID;
CREATE INDEX usage_by_id ON usage (id);

CREATE TABLE usage_totals (                 -- added up over all files
    id TEXT PRIMARY KEY,
    last_hit_at INTEGER,
    hits INTEGER NOT NULL, useful INTEGER NOT NULL, useless INTEGER NOT NULL,
    wrong INTEGER NOT NULL, outdated INTEGER NOT NULL,
    changed INTEGER NOT NULL                -- number of the change, see vault.index.usage_rows
) WITHOUT ROWID;
CREATE INDEX usage_totals_by_change ON usage_totals (changed);

CREATE TABLE dictionary (word TEXT PRIMARY KEY, records INTEGER NOT NULL) WITHOUT ROWID;
"""
