/** Returns a row's text field as sent, or null if the row or the field has another type. */
export function sentText(row: unknown, field: string): string | null {
  if (typeof row !== 'object' || row === null) return null
  const value: unknown = Reflect.get(row, field)
  return typeof value === 'string' ? value : null
}
