/**
 * What an app may write of a category: its address, its place among its siblings, its texts. `created_by` is the app that made it, null for the owner.
 * `region_id` is null for a category of every region.
 */
export const categoryTables = `
  ALTER TABLE categories ADD COLUMN slug TEXT;
  ALTER TABLE categories ADD COLUMN status TEXT NOT NULL DEFAULT 'A';
  ALTER TABLE categories ADD COLUMN sort_order INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE categories ADD COLUMN created_by TEXT;
  -- Until now only the seed made categories, and no two of its names are alike.
  UPDATE categories SET slug = lower(replace(name, ' ', '-'));
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
