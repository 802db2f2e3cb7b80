import { escapeCell } from './escape.ts'

const MAX_LENGTH = 500

/** Text of the platform, fit to stand inside an error of ours: one line, no control characters, at most 500 characters (T21). */
export function foreignText(text: string): string {
  const visible = escapeCell(text)
  return visible.length <= MAX_LENGTH ? visible : `${visible.slice(0, MAX_LENGTH)}…`
}
