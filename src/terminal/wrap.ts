import { displayWidth } from './width.ts'

/** Below this width, wrapped text is harder to read than broken text. */
const NARROWEST = 20

/**
 * Breaks lines longer than `width` at words and indents their continuation by `hanging`. An address, a path, an option with its
 * value, and text in quotes or backticks is never broken, because users copy it. With width 0 (a pipe) the text stays unchanged.
 */
export function wrap(text: string, width: number, hanging = ''): string {
  if (width < NARROWEST) return text
  return text
    .split('\n')
    .map((line) => (displayWidth(line) <= width ? line : wrapLine(line, width, hanging)))
    .join('\n')
}

/** Returns the first part that `wrap` moves to the next line as a whole. */
export function firstWord(line: string): string {
  return wordsOf(line).next().value?.[0] ?? ''
}

/** Splits a line into runs without spaces, or with spaces inside quotes or after an option. A quote inside a word is an apostrophe. */
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
    // The original spaces stay where the line continues.
    const longer = current + line.slice(end, index) + next
    const nextLine = indent + hanging + next
    // A word too long for any line stays next to its label.
    if (end > indent.length && displayWidth(longer) > width && displayWidth(nextLine) <= width) {
      lines.push(current)
      current = nextLine
    } else current = longer
    end = index + next.length
  }
  return [...lines, current].join('\n')
}
