import type { PreviewFacts } from './findings/finding.ts'
import type { Probe } from './probe/probe.ts'

/** One opened frame, with the facts known before its browser reports. */
export interface PreviewRun {
  /** Digest of the session that opened it. No other session can read it. */
  readonly session: string
  readonly facts: Omit<PreviewFacts, 'probe' | 'observed'>
  /** Set after the app has responded. */
  probe: Probe | null
}

const MOST_RUNS = 50

/** Recently opened frames, kept in memory until the emulator stops. */
export interface PreviewRuns {
  readonly add: (run: PreviewRun) => string
  /** Returns null if this session has no frame with this id. */
  readonly find: (id: string, session: string) => PreviewRun | null
}

export function createRuns(randomBytes: (size: number) => Buffer): PreviewRuns {
  const runs = new Map<string, PreviewRun>()
  return {
    add: (run) => {
      for (const oldest of runs.keys()) {
        if (runs.size < MOST_RUNS) break
        runs.delete(oldest)
      }
      const id = randomBytes(12).toString('hex')
      runs.set(id, run)
      return id
    },
    find: (id, session) => {
      const run = runs.get(id)
      return run?.session === session ? run : null
    },
  }
}
