/** What was thrown as an error: anything may be thrown. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** SQLITE_FULL. */
const FULL = 13

/** Whether SQLite says that there is no space for what was to be written. */
export function isDiskFull(thrown: unknown): boolean {
  return (Number((thrown as { errcode?: unknown } | null)?.errcode) & 0xff) === FULL
}

/** The message of what was thrown. */
export function messageOf(thrown: unknown): string {
  return asError(thrown).message
}
