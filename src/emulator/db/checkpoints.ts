/**
 * Since when changes of a store are remembered, and each row that was touched since then as it was: null for one that was not there. Kept by triggers that
 * are made when the database is opened (explorer/changes/watch.ts). Both databases have them, for a store has rows in both.
 */
export const checkpointTables = `
  CREATE TABLE checkpoints (
    store_id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
  ) STRICT;

  -- row_key: JSON array of the key; before: JSON object of the columns that the explorer shows.
  CREATE TABLE checkpoint_rows (
    store_id INTEGER NOT NULL,
    table_name TEXT NOT NULL,
    row_key TEXT NOT NULL,
    before TEXT,
    PRIMARY KEY (store_id, table_name, row_key)
  ) STRICT, WITHOUT ROWID;
  `
