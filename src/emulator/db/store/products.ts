/** Products with all fields of a product write (document 2, product write body), their variants and regional prices. Measures are decimal text. */
export const productTables = `
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
    updated_at INTEGER NOT NULL,
    description TEXT,
    gtin TEXT,
    mpn TEXT,
    weight_gram TEXT,
    length_cm TEXT,
    width_cm TEXT,
    height_cm TEXT,
    harmonized_code TEXT,
    country_of_origin TEXT,
    shipping_profile_id INTEGER,
    shipping_package_id INTEGER,
    -- Keys of the axes of a variant product, JSON array; null for a simple one.
    variant_axes TEXT,
    -- All addresses, JSON array; image_url is the first.
    images TEXT,
    -- 1: all variants draw on the stock of variant 0, each taking variants.content_quantity pieces a package (INV-012).
    stock_pool INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE UNIQUE INDEX products_by_reference ON products (owner_app_key, external_ref) WHERE external_ref IS NOT NULL;
  CREATE INDEX products_by_sku ON products (sku);
  CREATE INDEX products_by_update ON products (updated_at, id);
  CREATE INDEX products_by_gtin ON products (gtin) WHERE gtin IS NOT NULL;
  -- In the order of ids and with the status beside them, so that a category is listed and counted in the index alone.
  CREATE INDEX products_by_category ON products (category_id, id, status);

  -- combination: JSON object of axis key to value, keys sorted, so that equal ones are equal text.
  CREATE TABLE variants (
    id INTEGER PRIMARY KEY,
    product_id INTEGER NOT NULL REFERENCES products (id),
    sku TEXT,
    combination TEXT NOT NULL,
    content_quantity INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  CREATE UNIQUE INDEX variants_by_combination ON variants (product_id, combination);

  -- A product is in a region when it has a price there (B24).
  CREATE TABLE prices (
    product_id INTEGER NOT NULL REFERENCES products (id),
    variant_id INTEGER NOT NULL DEFAULT 0,
    region_id INTEGER NOT NULL,
    price TEXT NOT NULL,
    PRIMARY KEY (product_id, variant_id, region_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX prices_by_region ON prices (region_id, variant_id, product_id);

  -- The attribute values of a product, or of one of its variants by its combination; variant 0 is the product itself.
  CREATE TABLE product_attributes (
    product_id INTEGER NOT NULL REFERENCES products (id),
    variant_id INTEGER NOT NULL DEFAULT 0,
    value_id INTEGER NOT NULL REFERENCES attribute_values (id),
    PRIMARY KEY (product_id, variant_id, value_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX product_attributes_by_value ON product_attributes (value_id, product_id);

  -- The attributes of a product in free text, for attributes without values.
  CREATE TABLE product_attribute_texts (
    product_id INTEGER NOT NULL REFERENCES products (id),
    attribute_id INTEGER NOT NULL REFERENCES attributes (id),
    text TEXT NOT NULL,
    PRIMARY KEY (product_id, attribute_id, text)
  ) STRICT, WITHOUT ROWID;
  `
