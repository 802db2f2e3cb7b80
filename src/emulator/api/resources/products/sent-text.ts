/** A text field of a row as it was sent; null when the row or the field is of another kind. */
export function sentText(row: unknown, field: string): string | null {
  if (typeof row !== 'object' || row === null) return null
  const value: unknown = Reflect.get(row, field)
  return typeof value === 'string' ? value : null
}
