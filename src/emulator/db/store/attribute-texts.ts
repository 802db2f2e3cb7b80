/** What a product is said to be in words of its own, for an attribute without values; for the others there is `product_attributes`. */
export const attributeTextTables = `
  CREATE TABLE product_attribute_texts (
    product_id INTEGER NOT NULL REFERENCES products (id),
    attribute_id INTEGER NOT NULL REFERENCES attributes (id),
    text TEXT NOT NULL,
    PRIMARY KEY (product_id, attribute_id, text)
  ) STRICT, WITHOUT ROWID;
  `
