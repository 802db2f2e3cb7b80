import type { Calls } from './calls.ts'
import { ANSWER_MS, sendRaw, type MayWait } from './raw-request.ts'
import { BUSY, slowness } from './work.ts'

/** What every browser requests of every server: an app has to bear it, and it means nothing. */
const NOTHING = '/favicon.ico'

/** How many such requests give the app its turn for what it has begun, such as two calls after one another and a write. */
const TURNS = 10

/** An app that takes longer than this for such a request is held up by the machine, in ms. */
const HELD_UP_MS = 100

export interface Pace {
  /** Resolves when the platform has answered the calls that wait now, and the app has then answered further requests: it has had its turn for all before. */
  readonly catchUp: () => Promise<void>
  /** How long the app takes now for a request that means nothing to it, in ms. */
  readonly paceMs: () => Promise<number>
  /** An app that is too slow on a busy machine gets more time, as long as the machine holds it up. */
  readonly mayWait: MayWait
}

export interface PaceTools {
  readonly port: number
  readonly calls: Pick<Calls, 'isWaiting' | 'answered'>
  readonly busyness: () => number
  readonly isRunning: () => boolean
}

/** How fast an app is on this machine, seen from outside. */
export function createPace({ port, calls, busyness, isRunning }: PaceTools): Pace {
  const turn = () => sendRaw({ method: 'GET', port, path: NOTHING })
  const paceMs = async () => {
    const { ms } = await turn()
    return ms
  }
  return {
    catchUp: async () => {
      await calls.answered()
      for (let left = TURNS; left > 0 && isRunning(); left -= 1) {
        const { answered } = await turn()
        if (!answered) return
      }
    },
    paceMs,
    mayWait: async (ms) => {
      if (slowness({ busyness }) < BUSY || (!calls.isWaiting() && (await paceMs()) < HELD_UP_MS)) return 'too-slow'
      return ms < ANSWER_MS * slowness({ busyness }) ? 'wait' : 'busy'
    },
  }
}
