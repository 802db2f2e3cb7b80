-- What stores have asked this carrier for. The event's id is the key, so a request can only be written once; it is also what the carrier's own system knows it by.
CREATE TABLE shipments (
  event_id TEXT PRIMARY KEY,
  store_id INTEGER NOT NULL,
  region_id INTEGER NOT NULL,
  order_id INTEGER,
  state TEXT NOT NULL CHECK (state IN ('requested', 'booked', 'failed')),
  tracking_number TEXT,
  tries INTEGER NOT NULL,
  -- Unix ms; not tried before.
  due_at INTEGER NOT NULL,
  requested_at TEXT NOT NULL
) STRICT;
CREATE INDEX shipments_due ON shipments (state, due_at);
CREATE INDEX shipments_place ON shipments (store_id, region_id);
