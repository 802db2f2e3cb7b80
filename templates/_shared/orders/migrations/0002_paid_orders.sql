-- The event's id is the key, so an event can only count once.
CREATE TABLE paid_orders (
  event_id TEXT PRIMARY KEY,
  store_id INTEGER NOT NULL,
  region_id INTEGER NOT NULL,
  currency TEXT NOT NULL,
  total TEXT NOT NULL
) STRICT;
CREATE INDEX paid_orders_place ON paid_orders (store_id, region_id);

-- How many there are of each currency. Amounts are added up where decimals are exact, which SQL's numbers are not.
CREATE TABLE paid_counts (
  store_id INTEGER NOT NULL,
  region_id INTEGER NOT NULL,
  currency TEXT NOT NULL,
  orders INTEGER NOT NULL,
  PRIMARY KEY (store_id, region_id, currency)
) STRICT;

-- Runs within the same transaction, and only for a row that was really added.
CREATE TRIGGER count_paid_order AFTER INSERT ON paid_orders
BEGIN
  INSERT OR IGNORE INTO paid_counts VALUES (NEW.store_id, NEW.region_id, NEW.currency, 0);
  UPDATE paid_counts SET orders = orders + 1
    WHERE store_id = NEW.store_id AND region_id = NEW.region_id AND currency = NEW.currency;
END;
