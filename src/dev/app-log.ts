import type { LogLine } from '../inspector/beside.ts'

/** The app's latest output, kept in memory only. */
export interface AppOutput {
  readonly add: (line: LogLine) => void
  readonly between: (from: Date, to: Date) => readonly LogLine[]
}

/** A line has at most 8 kB (app-process.ts). */
const MOST_LINES = 2000

/** Keeps the newest 2,000 lines. The caller has masked their secrets. */
export function createAppOutput(): AppOutput {
  const lines: LogLine[] = []
  return {
    add: (line) => {
      lines.push(line)
      // Trims in batches, because removing the first item of an array moves all others.
      if (lines.length > MOST_LINES * 1.5) lines.splice(0, lines.length - MOST_LINES)
    },
    between: (from, to) => {
      const [first, last] = [from.toISOString(), to.toISOString()]
      return lines.slice(-MOST_LINES).filter(({ at }) => at >= first && at <= last)
    },
  }
}
