import { cut } from './cut.ts'
import { escapeCell } from './escape.ts'

const MAX_LENGTH = 500

/** Makes text of the platform safe inside an error message: one line, no control characters, at most 500 characters (T21). */
export function foreignText(text: string): string {
  return cut(escapeCell(text), MAX_LENGTH)
}
