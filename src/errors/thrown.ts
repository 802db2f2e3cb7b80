/** Returns a thrown value as an error, because code can throw any value. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** Code of SQLITE_FULL. */
const FULL = 13

/** Returns whether SQLite reports a full disk. */
export function isDiskFull(thrown: unknown): boolean {
  return (Number((thrown as { errcode?: unknown } | null)?.errcode) & 0xff) === FULL
}

/** Returns the message of a thrown value. */
export function messageOf(thrown: unknown): string {
  return asError(thrown).message
}
