-- The panel shows the newest ones of a place.
CREATE INDEX shipments_newest ON shipments (store_id, region_id, requested_at);
DROP INDEX shipments_place;

UPDATE schema SET version = 4;
