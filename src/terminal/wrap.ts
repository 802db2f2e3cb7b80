import { displayWidth } from './width.ts'

/** Narrower than this, a wrapped text is harder to read than a broken one. */
const NARROWEST = 20

/**
 * Lines that are longer than `width` broken at words, what follows indented by `hanging`. An address, a path, an option with its value and text in
 * quotes or backticks is never broken: it may be copied. With width 0 (a pipe) the text stays as it is.
 */
export function wrap(text: string, width: number, hanging = ''): string {
  if (width < NARROWEST) return text
  return text
    .split('\n')
    .map((line) => (displayWidth(line) <= width ? line : wrapLine(line, width, hanging)))
    .join('\n')
}

/** What `wrap` moves to the next line as a whole. */
export function firstWord(line: string): string {
  return wordsOf(line).next().value?.[0] ?? ''
}

/** A run of characters without a space, or with spaces inside quotes or behind an option; a quote inside a word is an apostrophe. */
function wordsOf(line: string) {
  return line.matchAll(
    /(?:(?<![\p{L}\p{N}])(?:`[^`]*`|"[^"]*"|'[^']*'(?![\p{L}\p{N}])|--[a-z][a-z-]* (?=[a-z\d<]))|\S)+/gu,
  )
}

function wrapLine(line: string, width: number, hanging: string): string {
  const indent = /^\s*/.exec(line)?.[0] ?? ''
  const lines: string[] = []
  let current = indent
  let end = indent.length
  for (const { 0: next, index } of wordsOf(line)) {
    // The spaces that were typed stay where the line goes on.
    const longer = current + line.slice(end, index) + next
    const nextLine = indent + hanging + next
    // What is too long for any line stays beside what names it.
    if (end > indent.length && displayWidth(longer) > width && displayWidth(nextLine) <= width) {
      lines.push(current)
      current = nextLine
    } else current = longer
    end = index + next.length
  }
  return [...lines, current].join('\n')
}
