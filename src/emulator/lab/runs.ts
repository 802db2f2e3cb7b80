import type { LabFacts } from './findings/finding.ts'
import type { Probe } from './probe/probe.ts'

/** One opened frame: what is known of it before its browser has seen anything. */
export interface LabRun {
  /** Digest of the session that opened it; nobody else hears of it. */
  readonly session: string
  readonly facts: Omit<LabFacts, 'probe' | 'observed'>
  /** Filled once the app has answered. */
  probe: Probe | null
}

const MOST_RUNS = 50

/** The frames that were opened last, in memory: a restart of the emulator forgets them. */
export interface LabRuns {
  readonly add: (run: LabRun) => string
  /** Null when there is none of this id for this session. */
  readonly find: (id: string, session: string) => LabRun | null
}

export function createRuns(randomBytes: (size: number) => Buffer): LabRuns {
  const runs = new Map<string, LabRun>()
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
