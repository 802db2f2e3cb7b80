/**
 * What apps did to the stock, as they said it, with what came of it: the owner sees it in the admin (INV-018, INV-020). `variant_id` is null for the
 * product itself; `stock_before` and `stock_after` are pieces in that warehouse, decimal text.
 */
export const inventoryTables = `
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
