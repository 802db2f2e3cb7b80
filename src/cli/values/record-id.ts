import { AppError } from '../../errors.ts'

/** Parses an id from the command line. Raises `usage.invalid` with the command that lists the records. */
export function readId(text: string, what: string, list: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text)
  throw new AppError(
    'usage.invalid',
    `${JSON.stringify(text)} is not ${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what} id.`,
    { suggestions: [list] },
  )
}
