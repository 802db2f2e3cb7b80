import type { Candidate, CommandLine } from './candidates.ts'

/** A command line of bash up to the cursor, as words; `quote` is the one that is still open at the cursor. */
export interface BashLine extends CommandLine {
  readonly quote: string | null
}

/** Bash cuts words at `=`, `:` and `@` for its completion, so the line is read here. Without the name of the program. */
export function readBashLine(text: string): BashLine {
  const words: string[] = []
  let word: string | null = null
  let quote: string | null = null
  for (let at = 0; at < text.length; at++) {
    const char = text[at] ?? ''
    if (quote === null && (char === ' ' || char === '\t')) {
      if (word !== null) words.push(word)
      word = null
    } else if (quote === null && (char === '"' || char === "'")) {
      quote = char
      word ??= ''
    } else if (char === quote) quote = null
    else if (char === '\\' && quote !== "'") word = (word ?? '') + (text[++at] ?? '')
    else word = (word ?? '') + char
  }
  return { done: words.slice(1), current: word ?? '', quote }
}

/** What bash puts in place of the word: without the part before its last word break, and with everything escaped that the shell would read. */
export function forBash(candidates: readonly Candidate[], { current, quote }: BashLine, breaks: string): string[] {
  if (quote !== null) return candidates.map(({ value }) => value).filter((value) => !/["'\\$`!]/.test(value))
  const cut = [...current].reduce((last, char, at) => (breaks.includes(char) ? at + 1 : last), 0)
  return candidates.map(({ value }) => value.slice(cut).replaceAll(/[^\p{L}\p{N}_\-./:=@,+%]/gu, '\\$&'))
}
