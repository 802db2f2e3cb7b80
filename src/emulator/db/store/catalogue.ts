/**
 * All that a product write can say (document 2, product write body), and what it refers to: the attribute dictionary and its bindings to categories,
 * shipping profiles and packages. Measures are decimal text.
 */
export const catalogueTables = `
  ALTER TABLE products ADD COLUMN description TEXT;
  ALTER TABLE products ADD COLUMN gtin TEXT;
  ALTER TABLE products ADD COLUMN mpn TEXT;
  ALTER TABLE products ADD COLUMN weight_gram TEXT;
  ALTER TABLE products ADD COLUMN length_cm TEXT;
  ALTER TABLE products ADD COLUMN width_cm TEXT;
  ALTER TABLE products ADD COLUMN height_cm TEXT;
  ALTER TABLE products ADD COLUMN harmonized_code TEXT;
  ALTER TABLE products ADD COLUMN country_of_origin TEXT;
  ALTER TABLE products ADD COLUMN shipping_profile_id INTEGER;
  ALTER TABLE products ADD COLUMN shipping_package_id INTEGER;
  -- Keys of the axes of a variant product, JSON array; null for a simple one.
  ALTER TABLE products ADD COLUMN variant_axes TEXT;
  -- All addresses, JSON array; image_url is the first.
  ALTER TABLE products ADD COLUMN images TEXT;
  -- 1: all variants draw on the stock of variant 0, each taking variants.content_quantity pieces a package (INV-012).
  ALTER TABLE products ADD COLUMN stock_pool INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX products_by_update ON products (updated_at, id);
  CREATE INDEX products_by_gtin ON products (gtin) WHERE gtin IS NOT NULL;
  CREATE INDEX products_by_category ON products (category_id);

  -- variants.combination: JSON object of axis key to value, keys sorted, so that equal ones are equal text.
  ALTER TABLE variants ADD COLUMN content_quantity INTEGER NOT NULL DEFAULT 1;
  CREATE UNIQUE INDEX variants_by_combination ON variants (product_id, combination);

  -- The rule of a product in a region; none means the region's default rule.
  CREATE TABLE product_tax_rules (
    product_id INTEGER NOT NULL REFERENCES products (id),
    region_id INTEGER NOT NULL,
    tax_rule_id INTEGER NOT NULL REFERENCES tax_rules (id),
    PRIMARY KEY (product_id, region_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE attributes (
    id INTEGER PRIMARY KEY,
    attr_key TEXT NOT NULL UNIQUE,
    -- attribute or variant; a variant attribute is an axis.
    attr_type TEXT NOT NULL,
    sort_order INTEGER NOT NULL DEFAULT 0
  ) STRICT;

  CREATE TABLE attribute_labels (
    attribute_id INTEGER NOT NULL REFERENCES attributes (id),
    language TEXT NOT NULL,
    label TEXT NOT NULL,
    PRIMARY KEY (attribute_id, language)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE attribute_values (
    id INTEGER PRIMARY KEY,
    attribute_id INTEGER NOT NULL REFERENCES attributes (id),
    value_key TEXT NOT NULL,
    -- JSON, or null.
    display_config TEXT,
    sort_order INTEGER NOT NULL DEFAULT 0,
    UNIQUE (attribute_id, value_key)
  ) STRICT;

  CREATE TABLE attribute_value_labels (
    value_id INTEGER NOT NULL REFERENCES attribute_values (id),
    language TEXT NOT NULL,
    label TEXT NOT NULL,
    PRIMARY KEY (value_id, language)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE category_attributes (
    category_id INTEGER NOT NULL REFERENCES categories (id),
    attribute_id INTEGER NOT NULL REFERENCES attributes (id),
    attr_type TEXT NOT NULL,
    is_required INTEGER NOT NULL DEFAULT 0,
    is_multi INTEGER NOT NULL DEFAULT 0,
    sort_order INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (category_id, attribute_id)
  ) STRICT, WITHOUT ROWID;

  -- What a product, or one of its variants by its combination, is said to be; variant 0 is the product itself.
  CREATE TABLE product_attributes (
    product_id INTEGER NOT NULL REFERENCES products (id),
    variant_id INTEGER NOT NULL DEFAULT 0,
    value_id INTEGER NOT NULL REFERENCES attribute_values (id),
    PRIMARY KEY (product_id, variant_id, value_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX product_attributes_by_value ON product_attributes (value_id, product_id);

  -- Tariffs and boxes of the whole store, not of a region.
  CREATE TABLE shipping_profiles (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    profile_type TEXT NOT NULL,
    is_default INTEGER NOT NULL DEFAULT 0,
    active INTEGER NOT NULL DEFAULT 1
  ) STRICT;

  CREATE TABLE shipping_packages (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    length_cm TEXT NOT NULL,
    width_cm TEXT NOT NULL,
    height_cm TEXT NOT NULL,
    empty_weight_g TEXT NOT NULL,
    max_weight_kg TEXT NOT NULL,
    is_default INTEGER NOT NULL DEFAULT 0
  ) STRICT;

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
  `
