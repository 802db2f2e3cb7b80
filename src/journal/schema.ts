/** One script a version (storage/database.ts). Ids of the platform are text: they may be above 2^53. Times are ISO-8601 UTC. */
export const journalMigrations: readonly string[] = [
  `
  CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY,
    received_at TEXT NOT NULL,
    app_key TEXT NOT NULL,
    event_id TEXT,
    topic TEXT NOT NULL,
    store_id TEXT NOT NULL,
    region_id TEXT,
    timestamp INTEGER NOT NULL,
    signature TEXT NOT NULL,
    verdict TEXT NOT NULL,
    mark TEXT NOT NULL,
    earlier_id INTEGER,
    headers TEXT NOT NULL,
    body BLOB NOT NULL
  ) STRICT;
  CREATE INDEX deliveries_by_event ON deliveries (app_key, event_id);
  CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    delivery_id INTEGER NOT NULL REFERENCES deliveries (id),
    at TEXT NOT NULL,
    status INTEGER,
    ms REAL NOT NULL,
    error TEXT
  ) STRICT;
  CREATE INDEX attempts_by_delivery ON attempts (delivery_id);
  CREATE TABLE calls (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    app_key TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    pin TEXT,
    status INTEGER,
    ms REAL NOT NULL,
    note TEXT
  ) STRICT;
  CREATE TABLE installs (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    app_key TEXT NOT NULL,
    store_id TEXT NOT NULL,
    region_id TEXT,
    install_scope TEXT NOT NULL,
    scopes TEXT NOT NULL
  ) STRICT;
  `,
]
