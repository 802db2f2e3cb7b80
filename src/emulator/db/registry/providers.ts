/** Carriers, invoice providers and other providers of stores, each with its app. */
export const providerTables = `
  CREATE TABLE providers (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    app_key TEXT NOT NULL REFERENCES apps (app_key)
  ) STRICT;
`
