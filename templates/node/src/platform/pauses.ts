import { digestSecret } from '../protocol/access-token.ts'
import type { Tools } from '../tools.ts'
import type { Budget } from './budget.ts'
import { PlatformError } from './platform-error.ts'

/** Where the platform names no time. */
const USUAL_SECONDS = 2

/** Between the turns of what waits for a token, in ms: nine a second, which leaves a tenth of its calls to pages that people open. */
const TURN_MS = 111

/** The token has to wait: nothing was done. */
export class TokenPaused extends PlatformError {
  /** How long until the same may be tried, in ms. For each one that asks a little longer: what comes back all at once would use up the next minute for nothing. */
  readonly turnMs: () => number

  constructor({ message, waitSeconds }: Pick<PlatformError, 'message' | 'waitSeconds'>, turnMs: () => number) {
    super(429, message, waitSeconds)
    this.turnMs = turnMs
  }
}

/**
 * Keeps within the calls that a token has in a minute, and to Retry-After: after a 429 no call is made with that token until its time is over, in none of the app's
 * processes. One whose own budget is used up has the others wait as well: they would be refused.
 */
export interface Pauses {
  /** Makes the call; throws `TokenPaused`, without making it while the token has to wait. */
  readonly call: <T>(token: string, make: () => Promise<T>) => Promise<T>
}

export function createPauses({ db, now }: Pick<Tools, 'db' | 'now'>, budget: Budget): Pauses {
  const turns = createTurns(now)
  return {
    call: async (token, make) => {
      const digest = digestSecret(token)
      const paused = (until: number, error: Pick<PlatformError, 'message' | 'waitSeconds'>) =>
        new TokenPaused(error, () => turns.next(digest, until) - now().getTime())
      const { rows } = await db.sql('SELECT until_ms FROM pauses WHERE token_digest = $1', digest)
      const known = Number(rows[0]?.['until_ms'] ?? 0)
      const waitMs = known - now().getTime()
      if (waitMs > 0) {
        throw paused(known, {
          message: 'The platform has asked this app to wait.',
          waitSeconds: Math.ceil(waitMs / 1000),
        })
      }
      try {
        return await budget.spend(token, make)
      } catch (error) {
        if (!(error instanceof PlatformError) || error.status !== 429) throw error
        const until = now().getTime() + (error.waitSeconds ?? USUAL_SECONDS) * 1000
        await db.sql(
          `INSERT INTO pauses (token_digest, until_ms) VALUES ($1, $2)
           ON CONFLICT (token_digest) DO UPDATE SET until_ms = excluded.until_ms`,
          digest,
          until,
        )
        throw paused(until, error)
      }
    },
  }
}

interface Turns {
  /** The next free moment of this token that is not before `until`, both in ms. */
  readonly next: (digest: string, until: number) => number
}

function createTurns(now: () => Date): Turns {
  const last = new Map<string, number>()
  return {
    next: (digest, until) => {
      // What is over says nothing any more: tokens come and go as long as the process runs.
      for (const [other, turn] of last) if (turn < now().getTime()) last.delete(other)
      const turn = Math.max(until, (last.get(digest) ?? 0) + TURN_MS)
      last.set(digest, turn)
      return turn
    },
  }
}
