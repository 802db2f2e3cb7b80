import type { Schema } from '../../storage/database.ts'
import { checkpointTables } from './checkpoints.ts'
import { faultTables } from './registry/faults.ts'
import { providerTables } from './registry/providers.ts'

const tables = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

  CREATE TABLE apps (
    app_key TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('D', 'P', 'published', 'X')),
    client_id TEXT NOT NULL UNIQUE,
    client_secret_digest TEXT NOT NULL,
    sealed_signing_secret BLOB,
    requested_scopes TEXT NOT NULL,
    optional_scopes TEXT NOT NULL,
    redirect_uris TEXT NOT NULL,
    install_scope TEXT NOT NULL,
    webhook_url TEXT,
    webhook_topics TEXT NOT NULL,
    admin_manifest_json TEXT,
    countries TEXT NOT NULL,
    test_store_codes TEXT NOT NULL,
    listed INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    -- What was approved last of an app that is in review again (A17); empty for an app without a manifest.
    approved_manifest_json TEXT,
    price TEXT
  ) STRICT;

  CREATE TABLE stores (
    id INTEGER PRIMARY KEY,
    code TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    domain TEXT NOT NULL UNIQUE,
    is_test INTEGER NOT NULL DEFAULT 1,
    created_at INTEGER NOT NULL,
    -- Which seed it was filled with; null while it is not.
    seed TEXT
  ) STRICT;

  -- Region ids are unique over all stores, so that a pin of another store's region is recognised (PIN-010).
  CREATE TABLE regions (
    id INTEGER PRIMARY KEY,
    store_id INTEGER NOT NULL REFERENCES stores (id),
    code TEXT NOT NULL,
    country_code TEXT NOT NULL,
    currency_code TEXT NOT NULL,
    language_code TEXT NOT NULL,
    domain TEXT,
    is_default INTEGER NOT NULL,
    active INTEGER NOT NULL DEFAULT 1,
    UNIQUE (store_id, code)
  ) STRICT;

  CREATE TABLE managers (
    id INTEGER PRIMARY KEY,
    store_id INTEGER NOT NULL REFERENCES stores (id),
    email TEXT NOT NULL UNIQUE,
    password_salt BLOB NOT NULL,
    password_digest BLOB NOT NULL
  ) STRICT;

  CREATE TABLE sessions (
    digest TEXT PRIMARY KEY,
    manager_id INTEGER NOT NULL REFERENCES managers (id),
    region_id INTEGER NOT NULL REFERENCES regions (id),
    created_at INTEGER NOT NULL,
    -- Digest of what the browser of the session sends to this origin only (T19); null for a program's session.
    tied_to TEXT
  ) STRICT, WITHOUT ROWID;

  -- Single-use values with a short life: sign-in addresses and consent forms.
  CREATE TABLE one_time_values (
    digest TEXT PRIMARY KEY,
    purpose TEXT NOT NULL,
    subject TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT, WITHOUT ROWID;

  -- The plan that a store chose for an app; no row means free.
  CREATE TABLE plans (
    app_key TEXT NOT NULL,
    store_id INTEGER NOT NULL,
    plan TEXT NOT NULL CHECK (plan IN ('none-selected', 'free', 'paid-pending', 'paid', 'provisioning-rejected')),
    PRIMARY KEY (app_key, store_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE codes (
    digest TEXT PRIMARY KEY,
    app_key TEXT NOT NULL,
    store_id INTEGER NOT NULL,
    region_id INTEGER,
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tokens (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    app_key TEXT NOT NULL,
    store_id INTEGER NOT NULL,
    region_id INTEGER,
    shape TEXT NOT NULL CHECK (shape IN ('region', 'store', 'two-part', 'older-prefix')),
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER,
    revoked_because TEXT
  ) STRICT;
  CREATE INDEX tokens_by_install ON tokens (app_key, store_id, revoked_at);

  CREATE TABLE installs (
    id INTEGER PRIMARY KEY,
    app_key TEXT NOT NULL,
    store_id INTEGER NOT NULL,
    region_id INTEGER,
    install_scope TEXT NOT NULL,
    scopes TEXT NOT NULL,
    subscription TEXT NOT NULL CHECK (subscription IN ('active', 'P')),
    installed_at INTEGER NOT NULL,
    removed_at INTEGER,
    -- Address and secret as they were at the exchange, for the other reading of C32.
    webhook_url TEXT,
    sealed_signing_secret BLOB
  ) STRICT;
  CREATE UNIQUE INDEX installs_living ON installs (app_key, store_id, coalesce(region_id, 0)) WHERE removed_at IS NULL;
  -- From the newest on, those of one store: every page of its admin names some.
  CREATE INDEX installs_in_store ON installs (store_id, id) WHERE removed_at IS NULL;

  CREATE TABLE subscriptions (
    id INTEGER PRIMARY KEY,
    install_id INTEGER NOT NULL REFERENCES installs (id),
    topic TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    removed_at INTEGER,
    UNIQUE (install_id, topic)
  ) STRICT;

  CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL,
    install_id INTEGER NOT NULL,
    app_key TEXT NOT NULL,
    store_id INTEGER NOT NULL,
    region_id INTEGER,
    topic TEXT NOT NULL,
    body BLOB NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'dead_letter')),
    attempts INTEGER NOT NULL DEFAULT 0,
    next_attempt_at INTEGER,
    last_status INTEGER,
    last_error TEXT,
    created_at INTEGER NOT NULL,
    delivered_at INTEGER,
    UNIQUE (event_id, install_id)
  ) STRICT;
  CREATE INDEX deliveries_due ON deliveries (next_attempt_at) WHERE state = 'pending';
  CREATE INDEX deliveries_by_app ON deliveries (app_key, state, id);
  -- The list of installs shows whether the app was informed of its uninstall.
  CREATE INDEX deliveries_of_uninstalls ON deliveries (install_id) WHERE topic = 'app.uninstalled' AND state = 'delivered';

  CREATE TABLE log (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    level TEXT NOT NULL,
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    details TEXT NOT NULL
  ) STRICT;
  `

/**
 * The registry: the platform's data about developers, apps, stores, installs and deliveries. Times are Unix ms on the emulator's clock. Secrets are never
 * in plain text: codes, tokens and client secrets are SHA-256 digests (INST-051, TOK-016), and the signing secret is sealed, because it must sign.
 */
export const registrySchema: Schema = {
  first: 12,
  migrations: [[tables, faultTables, providerTables, checkpointTables].join('')],
}
