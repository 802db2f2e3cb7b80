import type { LogLine } from '../inspector/beside.ts'

/** What the app printed last, in memory only. */
export interface AppOutput {
  readonly add: (line: LogLine) => void
  readonly between: (from: Date, to: Date) => readonly LogLine[]
}

/** A line is 8 kB at most (app-process.ts). */
const MOST_LINES = 2000

/** Keeps the newest 2,000 lines. They come with their secrets masked. */
export function createAppOutput(): AppOutput {
  const lines: LogLine[] = []
  return {
    add: (line) => {
      lines.push(line)
      // In one go, now and then: removing the first item of a list moves all others.
      if (lines.length > MOST_LINES * 1.5) lines.splice(0, lines.length - MOST_LINES)
    },
    between: (from, to) => {
      const [first, last] = [from.toISOString(), to.toISOString()]
      return lines.slice(-MOST_LINES).filter(({ at }) => at >= first && at <= last)
    },
  }
}
