/** Attribute dictionary and its bindings to categories. */
export const attributeTables = `
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
  `
