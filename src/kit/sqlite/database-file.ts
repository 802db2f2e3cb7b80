/** The SQLite file that the environment names. */
export function databaseFile({ DATA_DIR }: Readonly<Record<string, string | undefined>>): string {
  return `${DATA_DIR || 'data'}/app.db`
}
