/** The store's files, and the records by which an app finds its own files. */
export const mediaTables = `
  CREATE TABLE media_files (
    id INTEGER PRIMARY KEY,
    -- apps/<app key>/<name>: the folder is the app's, the name ours (MEDIA-018, MEDIA-019).
    path TEXT NOT NULL UNIQUE,
    content_type TEXT NOT NULL,
    bytes BLOB NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  -- Uploads and generated images are looked up apart from each other (B29).
  CREATE TABLE media_records (
    app_key TEXT NOT NULL,
    origin TEXT NOT NULL CHECK (origin IN ('upload', 'generate')),
    file_hash TEXT NOT NULL,
    file_id INTEGER NOT NULL REFERENCES media_files (id),
    PRIMARY KEY (app_key, origin, file_hash)
  ) STRICT, WITHOUT ROWID;
  `
