/** One script for each version (storage/database.ts). Ids of the platform are text, because they may be above 2^53. Times are ISO-8601 UTC. */
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
  // States, the schedule of retries, the app's answer, and the note on a call. Times of the schedule are Unix ms, because they are compared.
  `
  ALTER TABLE deliveries ADD COLUMN state TEXT NOT NULL DEFAULT 'failed';
  ALTER TABLE deliveries ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE deliveries ADD COLUMN next_attempt_at INTEGER;
  UPDATE deliveries SET
    tries = (SELECT count(*) FROM attempts a WHERE a.delivery_id = deliveries.id),
    state = CASE
      WHEN mark = 'conflict' THEN 'conflict'
      WHEN EXISTS (SELECT 1 FROM attempts a WHERE a.delivery_id = deliveries.id AND a.status BETWEEN 200 AND 299) THEN 'delivered'
      WHEN EXISTS (SELECT 1 FROM attempts a WHERE a.delivery_id = deliveries.id AND a.error = 'held-back') THEN 'held_back'
      ELSE 'failed' END;
  CREATE INDEX deliveries_by_app ON deliveries (app_key, id);
  CREATE INDEX deliveries_by_state ON deliveries (app_key, state, id);
  CREATE INDEX deliveries_by_time ON deliveries (received_at);
  CREATE INDEX deliveries_due ON deliveries (app_key, id) WHERE state = 'pending';

  ALTER TABLE attempts ADD COLUMN kind TEXT NOT NULL DEFAULT 'forward';
  ALTER TABLE attempts ADD COLUMN sent_to TEXT;
  ALTER TABLE attempts ADD COLUMN answer TEXT;

  ALTER TABLE calls ADD COLUMN hint TEXT;
  ALTER TABLE calls ADD COLUMN failed_rows INTEGER;
  ALTER TABLE calls ADD COLUMN spent INTEGER;
  CREATE INDEX calls_by_app ON calls (app_key, id);
  CREATE INDEX calls_by_time ON calls (at);

  -- Refused requests are counted and not kept: a flood of forgeries must not fill the disk (T14).
  CREATE TABLE refusals (
    app_key TEXT NOT NULL,
    reason TEXT NOT NULL,
    count INTEGER NOT NULL,
    last_at TEXT NOT NULL,
    PRIMARY KEY (app_key, reason)
  ) STRICT, WITHOUT ROWID;
  `,
  // The timeline shows tries by hand and by schedule, which are few among all, and the installs of one app.
  `
  CREATE INDEX attempts_after_the_first ON attempts (id) WHERE kind <> 'forward';
  CREATE INDEX installs_by_app ON installs (app_key, id);
  `,
  // What the gateway noticed about a delivery, as one word.
  `
  ALTER TABLE deliveries ADD COLUMN note TEXT;
  `,
  // Who exchanged the code: `app` or `cli`. Null in an entry of an older version.
  `
  ALTER TABLE installs ADD COLUMN exchanged_by TEXT;
  `,
  // Headers and bodies of calls, masked, apart from the rows that lists read; they are removed with their call. The store is the one of the token, where it is
  // known.
  `
  ALTER TABLE calls ADD COLUMN store_id TEXT;
  CREATE TABLE call_contents (
    call_id INTEGER PRIMARY KEY REFERENCES calls (id) ON DELETE CASCADE,
    request TEXT NOT NULL,
    answer TEXT
  ) STRICT;
  `,
  // Which delivery caused which call (docs/decisions/0045). Ids of traces and spans are hex; rows of older versions have none.
  `
  ALTER TABLE deliveries ADD COLUMN trace_id TEXT;
  ALTER TABLE attempts ADD COLUMN span_id TEXT;
  ALTER TABLE calls ADD COLUMN trace_id TEXT;
  ALTER TABLE calls ADD COLUMN parent_id TEXT;
  ALTER TABLE calls ADD COLUMN attempt_span TEXT;
  ALTER TABLE calls ADD COLUMN is_guess INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX deliveries_by_trace ON deliveries (trace_id) WHERE trace_id IS NOT NULL;
  CREATE INDEX attempts_by_span ON attempts (span_id) WHERE span_id IS NOT NULL;
  CREATE INDEX calls_by_trace ON calls (trace_id) WHERE trace_id IS NOT NULL;
  `,
  // Telemetry of an OpenTelemetry app. `received_at` is our clock and decides how long a row stays; `at` is the app's clock, where it is plausible.
  `
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
  // Counts of refusals by time, because a total count says nothing about the present.
  `
  CREATE TABLE refusal_times (
    id INTEGER PRIMARY KEY,
    app_key TEXT NOT NULL,
    reason TEXT NOT NULL,
    at TEXT NOT NULL,
    count INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX refusal_times_by_app ON refusal_times (app_key, at);
  `,
  // When a call began, for queries (begun-at.ts): its row holds the time at which it was over.
  `
  CREATE INDEX calls_by_begin ON calls (app_key, strftime('%Y-%m-%dT%H:%M:%fZ', at, printf('-%.4f seconds', ms / 1000.0)));
  `,
  // Which platform a delivery came from, as one word: one journal has those of the emulator and of the live one. Null in a row of an older version.
  `
  ALTER TABLE deliveries ADD COLUMN target TEXT;
  `,
]
