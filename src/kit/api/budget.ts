import { limits } from '../../catalog/limits.ts'

interface Account {
  /** Start of the minute in which `calls` were made, in ms. */
  since: number
  calls: number
}

export interface Budget {
  /** Counts a call. Returns null, or the time (in ms) until which the token has exhausted its calls of the minute. Then nothing is counted. */
  readonly spend: (digest: string) => number | null
}

/** Counts the calls of each token in this process. Other processes have separate counts, so a 429 is still possible. */
export function createBudget(now: () => number): Budget {
  const accounts = new Map<string, Account>()
  let sweptAt = now()
  // Tokens change while the process runs.
  const sweep = (at: number) => {
    if (at - sweptAt < limits.rateWindowMs) return
    sweptAt = at
    for (const [digest, { since }] of accounts) if (at - since >= limits.rateWindowMs) accounts.delete(digest)
  }
  return {
    spend(digest) {
      const at = now()
      sweep(at)
      const known = accounts.get(digest)
      const account = known !== undefined && at - known.since < limits.rateWindowMs ? known : { since: at, calls: 0 }
      accounts.set(digest, account)
      if (account.calls >= limits.requestsPerMinutePerToken) return account.since + limits.rateWindowMs
      account.calls += 1
      return null
    },
  }
}
