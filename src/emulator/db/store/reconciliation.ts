/** Records how apps came to manage products, the owner's locks, SKU regenerations, and who changed what. */
export const reconciliationTables = `
  -- Who changed what with whose confirmation: category moves and contents, SKU regenerations.
  CREATE TABLE audits (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    subject_id INTEGER NOT NULL,
    app_key TEXT NOT NULL,
    region_id INTEGER,
    evidence_digest TEXT NOT NULL,
    -- JSON of what was before and after.
    details TEXT NOT NULL,
    at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX audits_by_subject ON audits (kind, subject_id);

  -- One a product: by which proof it was adopted, so that the same request is known again.
  CREATE TABLE adoptions (
    product_id INTEGER PRIMARY KEY REFERENCES products (id),
    app_key TEXT NOT NULL,
    external_ref TEXT NOT NULL,
    gtin TEXT NOT NULL,
    adopted_at INTEGER NOT NULL
  ) STRICT;

  -- Fields of a product that the owner does not want changed unseen, each with the value that is locked.
  CREATE TABLE field_locks (
    product_id INTEGER NOT NULL REFERENCES products (id),
    field TEXT NOT NULL,
    value TEXT,
    PRIMARY KEY (product_id, field)
  ) STRICT, WITHOUT ROWID;

  -- Digests that were given out and may still be used; for which app and product is said by the digest itself.
  CREATE TABLE evidence (
    digest TEXT PRIMARY KEY,
    issued_at INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX evidence_by_age ON evidence (issued_at);

  CREATE TABLE sku_regenerations (
    app_key TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    product_id INTEGER NOT NULL REFERENCES products (id),
    external_ref TEXT NOT NULL,
    previous_sku TEXT,
    sku TEXT NOT NULL,
    field_lock_transferred INTEGER NOT NULL,
    audit_id INTEGER NOT NULL REFERENCES audits (id),
    PRIMARY KEY (app_key, idempotency_key)
  ) STRICT, WITHOUT ROWID;
  `
