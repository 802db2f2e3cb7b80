/** Who carries, invoices or counts for stores, and which app does it for them. */
export const providerTables = `
  CREATE TABLE providers (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    app_key TEXT NOT NULL REFERENCES apps (app_key)
  ) STRICT;
`
