/** What was thrown as an error: anything may be thrown. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** The message of what was thrown. */
export function messageOf(thrown: unknown): string {
  return asError(thrown).message
}
