/** Returns the start of an attempt or a call, to the millisecond. Its row stores its end as `at` and its duration as `ms`. */
export function begunAt({ at, ms }: { readonly at: Date; readonly ms: number }): Date {
  return new Date(Math.round(at.getTime() - ms))
}

/** Returns the same as SQL, for the rows of `table`: ISO-8601 UTC with milliseconds. */
export function begunAtSql(table: string): string {
  return `strftime('%Y-%m-%dT%H:%M:%fZ', ${table}.at, printf('-%.4f seconds', ${table}.ms / 1000.0))`
}
