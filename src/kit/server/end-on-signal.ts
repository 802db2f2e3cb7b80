import { reasonOf, type Log } from '../log/log.ts'

/** Time limit of requests and jobs after SIGTERM, in ms: less than the 30 s after which containers are killed. */
const DRAIN_MS = 25_000

export interface EndingTools {
  readonly exit: (code: number) => void
  readonly onSignal: (handle: () => void) => void
}

export interface Ending {
  readonly stop: (withinMs: number) => Promise<unknown>
  readonly close: () => Promise<void>
  readonly log: Log
}

/** Exits on SIGTERM or SIGINT after the work in progress is finished. A second signal exits immediately. */
export function endOnSignal({ stop, close, log }: Ending, { exit, onSignal }: EndingTools): void {
  let isEnding = false
  onSignal(() => {
    if (isEnding) return exit(1)
    isEnding = true
    void end()
  })
  const end = async () => {
    // A database that does not respond must not keep the process alive.
    setTimeout(() => exit(1), DRAIN_MS + 2000).unref()
    try {
      await stop(DRAIN_MS)
      await close()
      exit(0)
    } catch (error) {
      log('shutdown failed', { reason: reasonOf(error) })
      exit(1)
    }
  }
}
