import { cut } from './cut.ts'
import { escapeCell } from './escape.ts'

const MAX_LENGTH = 500

/** Text of the platform, fit to stand inside an error of ours: one line, no control characters, at most 500 characters (T21). */
export function foreignText(text: string): string {
  return cut(escapeCell(text), MAX_LENGTH)
}
