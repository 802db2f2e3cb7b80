import { escapeForeign } from '../text/escape.ts'
import { wrap } from './wrap.ts'

/** Prefix of a question: its mark and a space. */
const MARK_COLUMNS = 2

/**
 * Returns a question for a terminal of `width` columns (0: unknown): escaped, and wrapped at words
 * with space for what the library appends, because the library breaks inside words.
 */
export function questionText(message: string, width: number, added = ''): string {
  const filler = 'x'.repeat(added.length)
  const text = wrap(`${escapeForeign(message)} ${filler}`, Math.max(0, width - MARK_COLUMNS))
  return text.slice(0, text.length - filler.length).replace(/ $/, '')
}
