/**
 * Start of a checkpoint, and the old version of each row changed since (null for a row that did not exist). Triggers that are created
 * when the database is opened write them (checkpoints/watch.ts). Both databases have these tables, because a store has rows in both.
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
