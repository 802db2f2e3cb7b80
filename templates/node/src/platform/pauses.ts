import { digestSecret } from '../protocol/access-token.ts'
import type { Tools } from '../tools.ts'
import type { Budget } from './budget.ts'
import { PlatformError } from './platform-error.ts'

/** Where the platform names no time. */
const USUAL_SECONDS = 2

/**
 * Keeps within the calls that a token has in a minute, and to Retry-After: after a 429 no call is made with that token until its time is over, in none of the app's
 * processes. One whose own budget is used up has the others wait as well: they would be refused.
 */
export interface Pauses {
  /** Makes the call; throws a `PlatformError` of 429 without making it while the token has to wait. */
  readonly call: <T>(token: string, make: () => Promise<T>) => Promise<T>
}

export function createPauses({ db, now }: Pick<Tools, 'db' | 'now'>, budget: Budget): Pauses {
  return {
    call: async (token, make) => {
      const digest = digestSecret(token)
      const { rows } = await db.sql('SELECT until_ms FROM pauses WHERE token_digest = $1', digest)
      if (Number(rows[0]?.['until_ms'] ?? 0) > now().getTime()) {
        throw new PlatformError(429, 'The platform has asked this app to wait.')
      }
      try {
        return await budget.spend(token, make)
      } catch (error) {
        if (error instanceof PlatformError && error.status === 429) {
          const until = now().getTime() + (error.waitSeconds ?? USUAL_SECONDS) * 1000
          await db.sql(
            `INSERT INTO pauses (token_digest, until_ms) VALUES ($1, $2)
             ON CONFLICT (token_digest) DO UPDATE SET until_ms = excluded.until_ms`,
            digest,
            until,
          )
        }
        throw error
      }
    },
  }
}
