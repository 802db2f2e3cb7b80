-- The key is the event id, which is also the carrier's reference of the shipment.
CREATE TABLE bookings (
  event_id TEXT PRIMARY KEY,
  store_id BIGINT NOT NULL,
  region_id BIGINT,
  order_id BIGINT,
  requested_at TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  tracking_number TEXT
);
CREATE INDEX bookings_newest ON bookings (store_id, region_id, requested_at);
