import { AppError } from '../../errors.ts'
import { nearest } from '../../text/nearest.ts'

/**
 * Refuses `--fields` with a name that no row of the answer has, before anything is sent: empty columns would hide a typing mistake. `known` are the paths of a
 * row. What stands inside of a known member is not checked, for the documents leave some of them open. Raises `usage.invalid`.
 */
export function checkFields(fields: readonly string[], known: readonly string[]): void {
  const unknown = fields.find((field) => !known.some((path) => isWithin(path, field) || isWithin(field, path)))
  if (unknown === undefined) return
  const meant = nearest(unknown, known)
  throw new AppError('usage.invalid', `--fields: a row has no ${JSON.stringify(unknown)}. Nothing was sent.`, {
    suggestions: [...(meant === null ? [] : [`Did you mean ${meant}?`]), `There are: ${known.join(', ')}`],
  })
}

function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(`${outer}.`)
}
