/** Faults that were set by hand, matched in the order of their ids; `remaining` is null for one that stays until it is cleared. */
export const faultTables = `
  CREATE TABLE faults (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    path TEXT,
    method TEXT,
    app_key TEXT,
    retry_after TEXT,
    delay_ms INTEGER,
    remaining INTEGER CHECK (remaining > 0),
    hits INTEGER NOT NULL DEFAULT 0,
    set_at INTEGER NOT NULL
  ) STRICT;
`
