/** One step of the schema. Steps are only ever added, each of them such that the app before it still works beside the one after it. */
export interface Step {
  readonly both: readonly string[]
  readonly sqlite?: readonly string[]
  readonly postgres?: readonly string[]
}

export const steps: readonly Step[] = [
  {
    both: [
      `CREATE TABLE IF NOT EXISTS installs (
        store_id BIGINT NOT NULL,
        region_id BIGINT,
        install_scope TEXT NOT NULL,
        scopes TEXT NOT NULL,
        regions TEXT NOT NULL,
        store_name TEXT NOT NULL,
        store_domain TEXT NOT NULL,
        token TEXT,
        installed_at TEXT NOT NULL,
        removed_at TEXT,
        broken_at TEXT
      )`,
      'CREATE UNIQUE INDEX IF NOT EXISTS installs_key ON installs (store_id, coalesce(region_id, 0))',
      // What has arrived. The id is kept until no delivery of the event can come any more.
      `CREATE TABLE IF NOT EXISTS events (
        event_id TEXT PRIMARY KEY,
        topic TEXT NOT NULL,
        store_id BIGINT NOT NULL,
        region_id BIGINT,
        received_at TEXT NOT NULL
      )`,
      'CREATE INDEX IF NOT EXISTS events_by_time ON events (received_at)',
      // What has been done. A job may run twice, its effect may not.
      'CREATE TABLE IF NOT EXISTS effects (event_id TEXT PRIMARY KEY, done_at TEXT NOT NULL)',
      'CREATE INDEX IF NOT EXISTS effects_by_time ON effects (done_at)',
      `CREATE TABLE IF NOT EXISTS paid_totals (
        store_id BIGINT NOT NULL,
        region_id BIGINT NOT NULL,
        currency TEXT NOT NULL,
        orders BIGINT NOT NULL,
        total TEXT NOT NULL,
        PRIMARY KEY (store_id, region_id, currency)
      )`,
      `CREATE TABLE IF NOT EXISTS used_once (
        kind TEXT NOT NULL,
        value TEXT NOT NULL,
        expires_at BIGINT NOT NULL,
        PRIMARY KEY (kind, value)
      )`,
      // Tokens that the platform has asked to wait.
      'CREATE TABLE IF NOT EXISTS pauses (token_digest TEXT PRIMARY KEY, until_ms BIGINT NOT NULL)',
    ],
    sqlite: [
      // PostgreSQL has its own queue, see queue/pg-boss-queue.ts.
      `CREATE TABLE IF NOT EXISTS jobs (
        id INTEGER PRIMARY KEY,
        store_id INTEGER NOT NULL,
        job TEXT NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        due_at INTEGER NOT NULL,
        leased_until INTEGER NOT NULL DEFAULT 0,
        dead_at INTEGER,
        reason TEXT
      )`,
      'CREATE INDEX IF NOT EXISTS jobs_due ON jobs (dead_at, due_at)',
    ],
    postgres: [
      `CREATE FUNCTION add_decimals(a TEXT, b TEXT) RETURNS TEXT LANGUAGE SQL IMMUTABLE STRICT
       AS 'SELECT (a::numeric + b::numeric)::text'`,
    ],
  },
  // An uninstall was reported and is being checked.
  { both: ['ALTER TABLE installs ADD COLUMN leaving_at TEXT'] },
  {
    both: [
      // Since when the platform takes the token: the install, or the end of a trouble.
      'ALTER TABLE installs ADD COLUMN works_since TEXT',
      // What store owners have chosen. Region 0 is that of a store-wide install.
      `CREATE TABLE settings (
        store_id BIGINT NOT NULL,
        region_id BIGINT NOT NULL,
        slot_note TEXT NOT NULL,
        PRIMARY KEY (store_id, region_id)
      )`,
    ],
  },
]
