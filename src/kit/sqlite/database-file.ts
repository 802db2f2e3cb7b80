/** Returns the path of the SQLite file from the environment. */
export function databaseFile({ DATA_DIR }: Readonly<Record<string, string | undefined>>): string {
  return `${DATA_DIR || 'data'}/app.db`
}
