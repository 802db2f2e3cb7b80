import { PlatformError } from './platform-error.ts'

/** What the platform allows a token in a minute. */
const CALLS_A_MINUTE = 600
const MINUTE_MS = 60_000

/** Where a 429 names no time. */
const USUAL_SECONDS = 2

export interface Budget {
  /** Makes the call; throws a `PlatformError` of 429 without making it while the token has to wait. */
  readonly spend: <T>(token: string, make: () => Promise<T>) => Promise<T>
  /** How many tokens it has to remember. */
  readonly accounts: () => number
}

interface Account {
  /** Beginning of the minute in which `calls` were made, in ms. */
  since: number
  calls: number
  /** No call before this moment, in ms. */
  until: number
}

/** Keeps each token within its calls a minute, and to Retry-After. One for each process: several share no count, so a 429 may still come. */
export function createBudget(now: () => number = Date.now): Budget {
  const accounts = new Map<string, Account>()
  let sweptAt = now()
  /** An account that says nothing any more is not kept: tokens come and go as long as the process runs. */
  const sweep = () => {
    if (now() - sweptAt < MINUTE_MS) return
    sweptAt = now()
    for (const [token, { since, until }] of accounts) {
      if (now() - since >= MINUTE_MS && until <= now()) accounts.delete(token)
    }
  }
  return {
    accounts: () => accounts.size,
    spend: async (token, make) => {
      sweep()
      const account = accounts.get(token) ?? { since: now(), calls: 0, until: 0 }
      accounts.set(token, account)
      if (now() - account.since >= MINUTE_MS) Object.assign(account, { since: now(), calls: 0 })
      if (account.calls >= CALLS_A_MINUTE) account.until = Math.max(account.until, account.since + MINUTE_MS)
      const waitMs = account.until - now()
      if (waitMs > 0) throw new PlatformError(429, 'The calls of this minute are used up.', Math.ceil(waitMs / 1000))
      account.calls += 1
      try {
        return await make()
      } catch (error) {
        if (error instanceof PlatformError && error.status === 429) {
          account.until = now() + (error.waitSeconds ?? USUAL_SECONDS) * 1000
        }
        throw error
      }
    },
  }
}
