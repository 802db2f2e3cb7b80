/** The store's identity, and the storefront's content besides products and categories. The registry stores the store's name and domain. */
export const storefrontTables = `
  CREATE TABLE store_identity (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- Absolute, or a path on the domain of each region.
    logo_url TEXT,
    contact_email TEXT
  ) STRICT;

  -- region_id is null for a page of every region.
  CREATE TABLE storefront_pages (
    id INTEGER PRIMARY KEY,
    type TEXT NOT NULL CHECK (type IN ('content', 'page')),
    region_id INTEGER,
    image_url TEXT
  ) STRICT;

  -- A page is there in the languages that it has a text in; without a slug it has no address yet.
  CREATE TABLE storefront_page_texts (
    page_id INTEGER NOT NULL REFERENCES storefront_pages (id),
    language TEXT NOT NULL,
    title TEXT NOT NULL,
    slug TEXT,
    PRIMARY KEY (page_id, language)
  ) STRICT, WITHOUT ROWID;
  `
