import type { Candidate, CommandLine } from './candidates.ts'

/** A bash command line up to the cursor, as words. `quote` is the quote still open at the cursor. */
export interface BashLine extends CommandLine {
  readonly quote: string | null
}

/** A blank, a quoted run that may still be open, an escaped character, or the text between. */
const part = /[ \t]+|(['"])(?:\\.|(?!\1)[^\\]|\\$)*(?:\1|$)|\\[^]?|[^ \t'"\\]+/g

/** Reads a bash line, without the program's name. Bash splits words at `=`, `:` and `@` for completion, so the line is parsed again. */
export function readBashLine(text: string): BashLine {
  const words = ['']
  let quote: string | null = null
  for (const [piece, mark] of text.matchAll(part)) {
    quote = mark !== undefined && (piece.length === 1 || !piece.endsWith(mark)) ? mark : null
    if (piece.trim() === '') words.push('')
    else words.push((words.pop() ?? '') + plain(piece, mark))
  }
  const current = words.pop() ?? ''
  return { done: words.filter((word) => word !== '').slice(1), current, quote }
}

function plain(piece: string, mark: string | undefined): string {
  if (mark === undefined) return piece.replace(/^\\/, '')
  return piece.slice(1, piece.length > 1 && piece.endsWith(mark) ? -1 : undefined)
}

/** Returns what bash inserts for the word: without the part before its last word break, and with shell characters escaped. */
export function forBash(candidates: readonly Candidate[], { current, quote }: BashLine, breaks: string): string[] {
  if (quote !== null) return candidates.map(({ value }) => value).filter((value) => !/["'\\$`!]/.test(value))
  const cut = Math.max(0, ...breaks.split('').map((char) => current.lastIndexOf(char) + 1))
  return candidates.map(({ value }) => value.slice(cut).replaceAll(/[^\p{L}\p{N}_\-./:=@,+%]/gu, '\\$&'))
}
