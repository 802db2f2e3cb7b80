import { escapeForeign } from '../text/escape.ts'
import { wrap } from './wrap.ts'

/** What stands before a question: its mark and a space. */
const MARK_COLUMNS = 2

/** A question as it is asked on a terminal of `width` columns (0: unknown): escaped, and wrapped at words, for the library breaks inside them. */
export function questionText(message: string, width: number): string {
  return wrap(escapeForeign(message), Math.max(0, width - MARK_COLUMNS))
}
