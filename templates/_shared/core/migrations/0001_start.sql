-- region_id 0 stands for a store-wide install.
CREATE TABLE installs (
  store_id INTEGER NOT NULL,
  region_id INTEGER NOT NULL,
  scopes TEXT NOT NULL,
  regions TEXT NOT NULL,
  store_name TEXT NOT NULL,
  token TEXT NOT NULL,
  installed_at TEXT NOT NULL,
  broken_at TEXT,
  PRIMARY KEY (store_id, region_id)
) STRICT;

CREATE TABLE events (
  event_id TEXT PRIMARY KEY,
  topic TEXT NOT NULL,
  store_id INTEGER NOT NULL,
  region_id INTEGER,
  received_at TEXT NOT NULL
) STRICT;

CREATE TABLE used_once (
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (kind, value)
) STRICT;

CREATE TABLE settings (
  store_id INTEGER NOT NULL,
  region_id INTEGER NOT NULL,
  slot_note TEXT NOT NULL,
  PRIMARY KEY (store_id, region_id)
) STRICT;
