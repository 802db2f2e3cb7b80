/**
 * Warehouses and their stock. `stock_movements` records the apps' stock changes and their results, which the owner sees in the admin (INV-018,
 * INV-020). `variant_id` is null for the product itself. `stock_before` and `stock_after` are pieces in that warehouse, as decimal text.
 */
export const inventoryTables = `
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

  CREATE TABLE stock_movements (
    id INTEGER PRIMARY KEY,
    product_id INTEGER NOT NULL REFERENCES products (id),
    variant_id INTEGER,
    warehouse_id INTEGER NOT NULL REFERENCES warehouses (id),
    app_key TEXT NOT NULL,
    mode TEXT NOT NULL,
    quantity INTEGER NOT NULL,
    stock_before TEXT NOT NULL,
    stock_after TEXT NOT NULL,
    critical_level INTEGER,
    notes TEXT,
    at INTEGER NOT NULL
  ) STRICT;
  `
