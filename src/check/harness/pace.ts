import type { Calls } from './calls.ts'
import { ANSWER_MS, sendRaw, type MayWait } from './raw-request.ts'
import { BUSY, slowness } from './work.ts'

/** Every browser requests this from every server, so an app must handle it, and it has no effect. */
const NOTHING = '/favicon.ico'

/** After this many such requests, the app had its turn for what it began, such as two consecutive calls and a write. */
const TURNS = 10

/** In ms. An app that takes longer for such a request is slowed down by the machine. */
const HELD_UP_MS = 100

export interface Pace {
  /**
   * Resolves when the platform has responded to the calls that wait now, and the app has then
   * responded to further requests. By then the app had its turn for everything before.
   */
  readonly catchUp: () => Promise<void>
  /** Measures the app's current response time to a request without effect, in ms. */
  readonly paceMs: () => Promise<number>
  /** Gives an app that is too slow on a busy machine more time while the machine slows it down. */
  readonly mayWait: MayWait
}

export interface PaceTools {
  readonly port: number
  readonly calls: Pick<Calls, 'isWaiting' | 'answered'>
  readonly busyness: () => number
  readonly isRunning: () => boolean
}

/** Measures from outside how fast an app is on this machine. */
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
