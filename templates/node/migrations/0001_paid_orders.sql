-- The key is the event id, because two events can be about one order.
CREATE TABLE paid_orders (
  event_id TEXT PRIMARY KEY,
  store_id BIGINT NOT NULL,
  region_id BIGINT,
  currency TEXT NOT NULL,
  total TEXT NOT NULL
);
