import { retryAfterMs } from '../../client/retry.ts'
import { AppError } from '../../errors.ts'
import type { WireResponse } from '../../http/wire.ts'
import { writeOne, type Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { createBudget } from './budget.ts'

/** Pause after a 429 without Retry-After. */
const USUAL_MS = 2000

/** Interval between jobs that wait for a token, in ms: nine per second, which leaves a tenth of its calls to pages. */
const TURN_MS = 111

export interface PauseTools {
  readonly database: Database
  readonly now: () => Date
}

/**
 * Stays within a token's calls per minute, and within Retry-After. After a 429 no process of the app makes a call with that token
 * until its time is over. If one process has exhausted the calls, the others wait too, because their calls would be rejected.
 */
export interface Pauses {
  /** Counts a call. Throws `api.rate-limited` while the token must wait. */
  readonly acquire: (digest: string) => Promise<void>
  /** Stores the pause that a 429 requests. */
  readonly note: (digest: string, response: WireResponse) => Promise<void>
  /** Returns how long a job must wait, in ms. Each job gets a later turn, because all together would exhaust the next minute. */
  readonly turnMs: (digest: string) => Promise<number>
}

export function createPauses({ database, now }: PauseTools): Pauses {
  const nowMs = () => now().getTime()
  const budget = createBudget(nowMs)
  const turns = createTurns(nowMs)
  const untilOf = async (digest: string) => {
    const [row] = await database.rows(sql`SELECT until_ms FROM svcapp_pauses WHERE token_digest = ${digest}`)
    return Number(row?.['until_ms'] ?? 0)
  }
  const pause = (digest: string, until: number) =>
    writeOne(
      database,
      sql`INSERT INTO svcapp_pauses (token_digest, until_ms) VALUES (${digest}, ${until})
          ON CONFLICT (token_digest) DO UPDATE SET until_ms = excluded.until_ms`,
    )
  return {
    async acquire(digest) {
      const until = await untilOf(digest)
      if (until > nowMs()) throw rateLimited(until - nowMs())
      const usedUpUntil = budget.spend(digest)
      if (usedUpUntil === null) return
      await pause(digest, usedUpUntil)
      throw rateLimited(usedUpUntil - nowMs())
    },
    async note(digest, response) {
      await pause(digest, nowMs() + (retryAfterMs(response, now()) ?? USUAL_MS))
    },
    turnMs: async (digest) => turns(digest, Math.max(await untilOf(digest), nowMs())) - nowMs(),
  }
}

function rateLimited(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000)
  return new AppError('api.rate-limited', 'The request budget for this minute is exhausted. Nothing was sent.', {
    suggestions: [`Try again in ${seconds} s.`],
    details: { retryAfterSeconds: seconds, sent: false },
  })
}

/** Returns the token's next free moment at or after `until`, in ms. */
function createTurns(now: () => number): (digest: string, until: number) => number {
  const last = new Map<string, number>()
  return (digest, until) => {
    for (const [other, turn] of last) if (turn < now()) last.delete(other)
    const turn = Math.max(until, (last.get(digest) ?? 0) + TURN_MS)
    last.set(digest, turn)
    return turn
  }
}
