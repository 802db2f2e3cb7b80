-- What the orders of each currency come to. SQL adds whole numbers exactly and no others, so whole units and ten-billionths are summed apart.
ALTER TABLE paid_counts ADD COLUMN whole INTEGER NOT NULL DEFAULT 0;
ALTER TABLE paid_counts ADD COLUMN fraction INTEGER NOT NULL DEFAULT 0;
-- Digits behind the point: as many as any of the amounts has.
ALTER TABLE paid_counts ADD COLUMN places INTEGER NOT NULL DEFAULT 0;

-- Both parts of each amount; -0.5 has a negative second one.
CREATE VIEW paid_parts AS
SELECT event_id, store_id, region_id, currency,
  CAST(total AS INTEGER) AS whole,
  (1 - 2 * (total LIKE '-%')) * CAST(substr(substr(total, instr(total || '.', '.') + 1) || '0000000000', 1, 10) AS INTEGER) AS fraction,
  length(substr(total, instr(total || '.', '.') + 1)) AS places
FROM paid_orders;

UPDATE paid_counts SET (whole, fraction, places) = (
  SELECT sum(part.whole), sum(part.fraction), max(part.places) FROM paid_parts AS part
  WHERE part.store_id = paid_counts.store_id AND part.region_id = paid_counts.region_id AND part.currency = paid_counts.currency
);

DROP TRIGGER count_paid_order;

-- Runs within the same transaction, and only for a row that was really added.
CREATE TRIGGER count_paid_order AFTER INSERT ON paid_orders
BEGIN
  INSERT OR IGNORE INTO paid_counts (store_id, region_id, currency, orders) VALUES (NEW.store_id, NEW.region_id, NEW.currency, 0);
  UPDATE paid_counts SET
    orders = orders + 1,
    whole = paid_counts.whole + part.whole,
    fraction = paid_counts.fraction + part.fraction,
    places = max(paid_counts.places, part.places)
  FROM paid_parts AS part
  WHERE part.event_id = NEW.event_id
    AND paid_counts.store_id = NEW.store_id AND paid_counts.region_id = NEW.region_id AND paid_counts.currency = NEW.currency;
END;

UPDATE schema SET version = 4;
