import type { Schema } from '../storage/database.ts'

/** One script per version (storage/database.ts). Ids of the platform are text, because they may be above 2^53. Times are ISO-8601 UTC. */
export const journalSchema: Schema = {
  first: 11,
  migrations: [
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
    body BLOB NOT NULL,
    state TEXT NOT NULL DEFAULT 'failed',
    tries INTEGER NOT NULL DEFAULT 0,
    -- Unix ms, because it is compared.
    next_attempt_at INTEGER,
    -- What the gateway noticed, as one word.
    note TEXT,
    -- Ids of traces and spans are hex (docs/decisions/0045).
    trace_id TEXT,
    -- The platform that it came from: one journal has deliveries of the emulator and of the live platform.
    target TEXT
  ) STRICT;
  CREATE INDEX deliveries_by_event ON deliveries (app_key, event_id);
  CREATE INDEX deliveries_by_app ON deliveries (app_key, id);
  CREATE INDEX deliveries_by_state ON deliveries (app_key, state, id);
  CREATE INDEX deliveries_by_time ON deliveries (received_at);
  CREATE INDEX deliveries_due ON deliveries (app_key, id) WHERE state = 'pending';
  CREATE INDEX deliveries_by_trace ON deliveries (trace_id) WHERE trace_id IS NOT NULL;

  CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    delivery_id INTEGER NOT NULL REFERENCES deliveries (id),
    at TEXT NOT NULL,
    status INTEGER,
    ms REAL NOT NULL,
    error TEXT,
    kind TEXT NOT NULL DEFAULT 'forward',
    sent_to TEXT,
    answer TEXT,
    span_id TEXT
  ) STRICT;
  CREATE INDEX attempts_by_delivery ON attempts (delivery_id);
  -- The timeline shows manual and scheduled attempts, which are few.
  CREATE INDEX attempts_after_the_first ON attempts (id) WHERE kind <> 'forward';
  CREATE INDEX attempts_by_span ON attempts (span_id) WHERE span_id IS NOT NULL;

  CREATE TABLE calls (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    app_key TEXT NOT NULL,
    method TEXT NOT NULL,
    path TEXT NOT NULL,
    pin TEXT,
    status INTEGER,
    ms REAL NOT NULL,
    note TEXT,
    hint TEXT,
    failed_rows INTEGER,
    spent INTEGER,
    -- The store of the token, if known.
    store_id TEXT,
    trace_id TEXT,
    parent_id TEXT,
    attempt_span TEXT,
    is_guess INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX calls_by_app ON calls (app_key, id);
  CREATE INDEX calls_by_time ON calls (at);
  CREATE INDEX calls_by_trace ON calls (trace_id) WHERE trace_id IS NOT NULL;
  -- When a call began, for queries (begun-at.ts): its row holds the time at which it was over.
  CREATE INDEX calls_by_begin ON calls (app_key, strftime('%Y-%m-%dT%H:%M:%fZ', at, printf('-%.4f seconds', ms / 1000.0)));

  -- Masked headers and bodies of calls, apart from the rows that lists read.
  CREATE TABLE call_contents (
    call_id INTEGER PRIMARY KEY REFERENCES calls (id) ON DELETE CASCADE,
    request TEXT NOT NULL,
    answer TEXT
  ) STRICT;

  CREATE TABLE installs (
    id INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    app_key TEXT NOT NULL,
    store_id TEXT NOT NULL,
    region_id TEXT,
    install_scope TEXT NOT NULL,
    scopes TEXT NOT NULL,
    -- Who exchanged the code: app or cli.
    exchanged_by TEXT
  ) STRICT;
  CREATE INDEX installs_by_app ON installs (app_key, id);

  -- Rejected requests are counted and not kept: a flood of forgeries must not fill the disk (T14).
  CREATE TABLE refusals (
    app_key TEXT NOT NULL,
    reason TEXT NOT NULL,
    count INTEGER NOT NULL,
    last_at TEXT NOT NULL,
    PRIMARY KEY (app_key, reason)
  ) STRICT, WITHOUT ROWID;
  -- Counts by time, because a total count says nothing about the present.
  CREATE TABLE refusal_times (
    id INTEGER PRIMARY KEY,
    app_key TEXT NOT NULL,
    reason TEXT NOT NULL,
    at TEXT NOT NULL,
    count INTEGER NOT NULL,
    -- The platform of the session; its secret and clock say nothing about the other platform.
    target TEXT
  ) STRICT;
  CREATE INDEX refusal_times_by_app ON refusal_times (app_key, at);

  -- Telemetry of an OpenTelemetry app. received_at is our clock and decides how long a row stays; at is the app's clock if plausible.
  CREATE TABLE spans (
    id INTEGER PRIMARY KEY,
    app_key TEXT NOT NULL,
    received_at TEXT NOT NULL,
    at TEXT NOT NULL,
    ms REAL NOT NULL,
    trace_id TEXT NOT NULL,
    span_id TEXT NOT NULL,
    parent_id TEXT,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    message TEXT,
    service TEXT,
    attributes TEXT NOT NULL,
    events TEXT NOT NULL,
    is_clock_off INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX spans_by_trace ON spans (trace_id);
  CREATE INDEX spans_by_app ON spans (app_key, id);
  CREATE TABLE logs (
    id INTEGER PRIMARY KEY,
    app_key TEXT NOT NULL,
    received_at TEXT NOT NULL,
    at TEXT NOT NULL,
    trace_id TEXT,
    span_id TEXT,
    severity TEXT,
    body TEXT NOT NULL,
    service TEXT,
    attributes TEXT NOT NULL,
    is_clock_off INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX logs_by_trace ON logs (trace_id) WHERE trace_id IS NOT NULL;
  CREATE INDEX logs_by_app ON logs (app_key, id);
  `,
  ],
}
