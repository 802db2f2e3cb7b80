import type { Schema } from '../storage/database.ts'

/** Schema of state.db, which stores svcapp's installs but never a token. */
export const stateSchema: Schema = {
  first: 4,
  migrations: [
    `CREATE TABLE installs (
     identity TEXT NOT NULL,
     app_key TEXT NOT NULL,
     store_id INTEGER NOT NULL,
     region_id INTEGER,
     store_code TEXT,
     store_name TEXT NOT NULL,
     store_domain TEXT NOT NULL,
     install_scope TEXT NOT NULL,
     scopes TEXT NOT NULL,
     regions TEXT NOT NULL,
     installed_at TEXT NOT NULL,
     holder TEXT,
     refused_at TEXT,
     -- Whose app has the token, where several folders have the same app on one platform.
     holder_dir TEXT
   ) STRICT;
   CREATE UNIQUE INDEX installs_key ON installs (identity, app_key, store_id, ifnull(region_id, 0));
   CREATE TABLE current_stores (
     identity TEXT NOT NULL,
     app_key TEXT NOT NULL,
     store_id INTEGER NOT NULL,
     store_code TEXT,
     region_id INTEGER,
     PRIMARY KEY (identity, app_key)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE registrations (
     identity TEXT NOT NULL,
     dir TEXT NOT NULL,
     app_key TEXT NOT NULL,
     PRIMARY KEY (identity, dir)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE trusted_origins (
     origin TEXT PRIMARY KEY,
     agreed_at TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;
   -- A person allows writes to a live origin for one app (https://… app.…): an interval of ISO 8601, from/until.
   CREATE TABLE live_allowances (
     origin TEXT PRIMARY KEY,
     until TEXT NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  ],
}
