/** Returns the number of rows before a page. A page beyond any table stays a number that SQLite accepts. */
export function offsetOf(page: number, pageSize: number): number {
  return Math.min((page - 1) * pageSize, Number.MAX_SAFE_INTEGER)
}
