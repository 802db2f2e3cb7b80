/** Tax rules of the regions. */
export const taxTables = `
  CREATE TABLE tax_rules (
    id INTEGER PRIMARY KEY,
    region_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    rate TEXT NOT NULL,
    is_default INTEGER NOT NULL DEFAULT 0,
    active INTEGER NOT NULL DEFAULT 1,
    description TEXT
  ) STRICT;

  -- The rule of a product in a region; none means the region's default rule.
  CREATE TABLE product_tax_rules (
    product_id INTEGER NOT NULL REFERENCES products (id),
    region_id INTEGER NOT NULL,
    tax_rule_id INTEGER NOT NULL REFERENCES tax_rules (id),
    PRIMARY KEY (product_id, region_id)
  ) STRICT, WITHOUT ROWID;
  `
