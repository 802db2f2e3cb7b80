import { escapeCell } from '../../text/escape.ts'
import { valueAt } from '../../text/paths.ts'

/**
 * Notices a field that was asked for and that nothing has: most likely a typing mistake, and empty cells would hide it. A field that the catalog knows may well
 * be absent.
 */
export function watchFields(fields: readonly string[] | null, known: readonly string[]) {
  const missing = new Set(
    (fields ?? []).filter((field) => !known.some((path) => path === field || path.startsWith(`${field}.`))),
  )
  let rows = 0
  return {
    see(seen: readonly unknown[]): void {
      rows += seen.length
      for (const field of missing) if (seen.some((row) => valueAt(row, field) !== undefined)) missing.delete(field)
    },
    report(note: (line: string) => void): void {
      if (rows === 0 || missing.size === 0) return
      const names = [...missing].map((field) => escapeCell(field)).join(', ')
      note(`No row has ${names}.${known.length === 0 ? '' : ` There are: ${known.join(', ')}.`}`)
    },
  }
}
