/** Faults, matched in the order of their ids. `remaining` is null for a fault that stays until it is cleared. */
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
    set_at INTEGER NOT NULL,
    topic TEXT,
    delay_max_ms INTEGER,
    percent INTEGER,
    seed INTEGER NOT NULL DEFAULT 1,
    in_a_row INTEGER NOT NULL DEFAULT 1,
    -- How many more requests in a row it affects.
    row_left INTEGER NOT NULL DEFAULT 0,
    seen INTEGER NOT NULL DEFAULT 0,
    sent_to TEXT,
    starts_at INTEGER NOT NULL DEFAULT 0,
    ends_at INTEGER
  ) STRICT;
`
