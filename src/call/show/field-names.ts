import { AppError } from '../../errors.ts'
import { escapeCell } from '../../text/escape.ts'
import { didYouMean } from '../../text/nearest.ts'
import { valueAt } from '../../text/paths.ts'

/**
 * Rejects `--fields` with a name that no row of the response has, before anything is sent: an empty column would hide a typo. `known` are the paths
 * of a row. Members of a known object are not checked, because the documentation leaves some of them open. Raises `usage.invalid`.
 */
export function checkFields(fields: readonly string[], known: readonly string[]): void {
  const unknown = fields.find((field) => !known.some((path) => isWithin(path, field) || isWithin(field, path)))
  if (unknown === undefined) return
  throw new AppError('usage.invalid', `Unknown field ${JSON.stringify(unknown)} in --fields. Nothing was sent.`, {
    suggestions: [...didYouMean(unknown, known), `Choose from these fields: ${known.join(', ')}.`],
  })
}

/**
 * Reports a requested field that no row has and that the catalog could not check. A field in the catalog may be absent.
 */
export function watchFields(fields: readonly string[], known: readonly string[]) {
  const missing = new Set(fields.filter((field) => !known.some((path) => isWithin(path, field))))
  let rows = 0
  return {
    see(seen: readonly unknown[]): void {
      rows += seen.length
      for (const field of missing) if (seen.some((row) => valueAt(row, field) !== undefined)) missing.delete(field)
    },
    report(note: (line: string) => void): void {
      if (rows === 0 || missing.size === 0) return
      const names = [...missing].map((field) => escapeCell(field)).join(', ')
      note(`No row has ${names}.${known.length === 0 ? '' : ` Fields: ${known.join(', ')}.`}`)
    },
  }
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`)
}
