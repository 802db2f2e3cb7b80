CREATE TABLE IF NOT EXISTS svcapp_schema (part TEXT PRIMARY KEY, version INTEGER NOT NULL);
CREATE TABLE svcapp_installs (
  store_id BIGINT NOT NULL,
  region_id BIGINT NOT NULL,
  scopes TEXT NOT NULL,
  regions TEXT NOT NULL,
  store_name TEXT NOT NULL,
  store_domain TEXT NOT NULL,
  token TEXT,
  installed_at TEXT NOT NULL,
  works_since TEXT NOT NULL,
  removed_at TEXT,
  broken_at TEXT,
  leaving_at TEXT,
  PRIMARY KEY (store_id, region_id)
);
CREATE TABLE svcapp_events (
  event_id TEXT PRIMARY KEY,
  topic TEXT NOT NULL,
  store_id BIGINT NOT NULL,
  region_id BIGINT,
  received_at TEXT NOT NULL
);
CREATE INDEX svcapp_events_by_time ON svcapp_events (received_at);
CREATE TABLE svcapp_effects (id TEXT PRIMARY KEY, done_at TEXT NOT NULL);
CREATE INDEX svcapp_effects_by_time ON svcapp_effects (done_at);
CREATE TABLE svcapp_once (
  kind TEXT NOT NULL,
  value TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (kind, value)
);
CREATE TABLE svcapp_pauses (token_digest TEXT PRIMARY KEY, until_ms BIGINT NOT NULL);
CREATE TABLE svcapp_schedules (
  name TEXT NOT NULL,
  store_id BIGINT NOT NULL,
  region_id BIGINT NOT NULL,
  due_at BIGINT NOT NULL,
  PRIMARY KEY (name, store_id, region_id)
);
CREATE TABLE svcapp_jobs (
  id INTEGER PRIMARY KEY,
  store_id INTEGER NOT NULL,
  job TEXT NOT NULL,
  job_key TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  leased_until INTEGER NOT NULL DEFAULT 0,
  dead_at INTEGER,
  reason TEXT
);
CREATE INDEX svcapp_jobs_due ON svcapp_jobs (dead_at, due_at);
CREATE UNIQUE INDEX svcapp_jobs_key ON svcapp_jobs (job_key) WHERE dead_at IS NULL AND leased_until = 0;
CREATE TABLE svcapp_must (changed INTEGER NOT NULL);
INSERT INTO svcapp_schema (part, version) VALUES ('kit', 1);
