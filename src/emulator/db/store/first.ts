/** What a store began with: customers, products with regional prices, warehouses with stock, tax rules, orders with cost lines, the outbox of events. */
export const firstTables = `
  CREATE TABLE customers (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL
  ) STRICT;

  CREATE TABLE categories (
    id INTEGER PRIMARY KEY,
    region_id INTEGER,
    parent_id INTEGER REFERENCES categories (id),
    name TEXT NOT NULL
  ) STRICT;

  CREATE TABLE products (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    sku TEXT,
    status TEXT NOT NULL CHECK (status IN ('A', 'P', 'D')),
    product_type TEXT NOT NULL DEFAULT 'simple',
    category_id INTEGER REFERENCES categories (id),
    image_url TEXT,
    owner_app_key TEXT,
    external_ref TEXT,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX products_by_reference ON products (owner_app_key, external_ref) WHERE external_ref IS NOT NULL;
  CREATE INDEX products_by_sku ON products (sku);

  CREATE TABLE variants (
    id INTEGER PRIMARY KEY,
    product_id INTEGER NOT NULL REFERENCES products (id),
    sku TEXT,
    combination TEXT NOT NULL
  ) STRICT;

  -- A product is in a region when it has a price there (B24).
  CREATE TABLE prices (
    product_id INTEGER NOT NULL REFERENCES products (id),
    variant_id INTEGER NOT NULL DEFAULT 0,
    region_id INTEGER NOT NULL,
    price TEXT NOT NULL,
    PRIMARY KEY (product_id, variant_id, region_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX prices_by_region ON prices (region_id, variant_id, product_id);

  CREATE TABLE warehouses (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    code TEXT NOT NULL UNIQUE,
    country_code TEXT NOT NULL,
    region_id INTEGER NOT NULL,
    is_default INTEGER NOT NULL DEFAULT 0,
    owner_app_key TEXT
  ) STRICT;

  CREATE TABLE stock (
    product_id INTEGER NOT NULL REFERENCES products (id),
    variant_id INTEGER NOT NULL DEFAULT 0,
    warehouse_id INTEGER NOT NULL REFERENCES warehouses (id),
    quantity TEXT NOT NULL,
    PRIMARY KEY (product_id, variant_id, warehouse_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE tax_rules (
    id INTEGER PRIMARY KEY,
    region_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    rate TEXT NOT NULL,
    is_default INTEGER NOT NULL DEFAULT 0,
    active INTEGER NOT NULL DEFAULT 1,
    description TEXT
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
