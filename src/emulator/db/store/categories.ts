/**
 * Category tree, and the fields of a category that an app may write: address, position among its siblings, texts.
 * `created_by` is the app that created it, or null for the owner. `region_id` is null for a category of every region.
 */
export const categoryTables = `
  CREATE TABLE categories (
    id INTEGER PRIMARY KEY,
    region_id INTEGER,
    parent_id INTEGER REFERENCES categories (id),
    name TEXT NOT NULL,
    slug TEXT,
    status TEXT NOT NULL DEFAULT 'A',
    sort_order INTEGER NOT NULL DEFAULT 0,
    created_by TEXT
  ) STRICT;
  CREATE UNIQUE INDEX categories_by_slug ON categories (slug);
  CREATE INDEX categories_by_parent ON categories (parent_id, name);

  -- Texts are kept as they were sent; a null was sent as null, or never.
  CREATE TABLE category_contents (
    category_id INTEGER NOT NULL REFERENCES categories (id),
    region_id INTEGER NOT NULL,
    language TEXT NOT NULL,
    description_html TEXT,
    seo_title TEXT,
    seo_description TEXT,
    PRIMARY KEY (category_id, region_id, language)
  ) STRICT, WITHOUT ROWID;
  `
