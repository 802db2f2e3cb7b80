/** Customers, orders with their lines and cost lines, and the outbox of events. */
export const orderTables = `
  CREATE TABLE customers (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL
  ) STRICT;

  CREATE TABLE orders (
    id INTEGER PRIMARY KEY,
    order_number TEXT NOT NULL UNIQUE,
    region_id INTEGER,
    status TEXT NOT NULL,
    payment_status TEXT NOT NULL,
    currency TEXT NOT NULL,
    subtotal TEXT NOT NULL,
    tax_total TEXT NOT NULL,
    shipping_total TEXT NOT NULL DEFAULT '0',
    grand_total TEXT NOT NULL,
    order_source TEXT,
    customer_id INTEGER REFERENCES customers (id),
    billing_address TEXT,
    shipping_address TEXT,
    shipping_method TEXT,
    tracking_number TEXT,
    imported_by TEXT,
    external_order_id TEXT,
    external_customer_name TEXT,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX orders_by_import ON orders (imported_by, external_order_id) WHERE external_order_id IS NOT NULL;
  CREATE INDEX orders_by_region ON orders (region_id, id);
  CREATE INDEX orders_by_status ON orders (region_id, status, id);

  CREATE TABLE order_items (
    order_id INTEGER NOT NULL REFERENCES orders (id),
    line INTEGER NOT NULL,
    product_id INTEGER NOT NULL,
    variant_id INTEGER,
    product_name TEXT NOT NULL,
    sku TEXT,
    quantity INTEGER NOT NULL,
    unit_price TEXT NOT NULL,
    total_price TEXT NOT NULL,
    PRIMARY KEY (order_id, line)
  ) STRICT, WITHOUT ROWID;

  -- Lines stay when the app is removed (COST-016).
  CREATE TABLE cost_lines (
    order_id INTEGER NOT NULL REFERENCES orders (id),
    app_key TEXT NOT NULL,
    external_ref TEXT NOT NULL,
    cost_type TEXT NOT NULL,
    description TEXT,
    amount TEXT NOT NULL,
    currency TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (order_id, app_key, external_ref)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL UNIQUE,
    region_id INTEGER,
    topic TEXT NOT NULL,
    data TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    fanned_out INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX events_waiting ON events (id) WHERE fanned_out = 0;
  `
