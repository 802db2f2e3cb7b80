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

/** Chance, latency from a span, times, and faults of deliveries. `row_left`: how many it still meets of those that it meets one after the other. */
export const faultChances = `
  ALTER TABLE faults ADD COLUMN topic TEXT;
  ALTER TABLE faults ADD COLUMN delay_max_ms INTEGER;
  ALTER TABLE faults ADD COLUMN percent INTEGER;
  ALTER TABLE faults ADD COLUMN seed INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE faults ADD COLUMN in_a_row INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE faults ADD COLUMN row_left INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE faults ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE faults ADD COLUMN sent_to TEXT;
  ALTER TABLE faults ADD COLUMN starts_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE faults ADD COLUMN ends_at INTEGER;
`
