/** Maximum number of rows in one request (PROD-118, N30). */
export const MAX_CHUNK_ROWS = 500

/** Splits rows into lists of at most `size`. */
export function* chunksOf<T>(rows: Iterable<T>, size: number): Generator<readonly T[], void, void> {
  let chunk: T[] = []
  for (const row of rows) {
    if (chunk.push(row) < size) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}
