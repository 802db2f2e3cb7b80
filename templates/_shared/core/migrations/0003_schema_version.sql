-- The number of the newest of these files. Each of them sets it, and /readyz asks for it.
CREATE TABLE schema (version INTEGER NOT NULL) STRICT;
INSERT INTO schema VALUES (3);

-- Old events are forgotten by their time.
CREATE INDEX events_by_time ON events (received_at);
