/** When an attempt or a call began, to the millisecond: its row has the moment of its end as `at`, and `ms` that it took. */
export function begunAt({ at, ms }: { readonly at: Date; readonly ms: number }): Date {
  return new Date(Math.round(at.getTime() - ms))
}

/** The same in SQL, for the rows of `table`: ISO-8601 UTC with milliseconds. */
export function begunAtSql(table: string): string {
  return `strftime('%Y-%m-%dT%H:%M:%fZ', ${table}.at, printf('-%.4f seconds', ${table}.ms / 1000.0))`
}
