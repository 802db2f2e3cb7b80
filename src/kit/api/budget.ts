import { limits } from '../../catalog/limits.ts'

interface Account {
  /** Beginning of the minute in which `calls` were made, in ms. */
  since: number
  calls: number
}

export interface Budget {
  /** Counts a call. Returns null, or until when (in ms) the token has used up its calls of the minute: then nothing is counted. */
  readonly spend: (digest: string) => number | null
}

/** Counts the calls of each token in this process. Other processes have counts of their own, so a 429 may still come. */
export function createBudget(now: () => number): Budget {
  const accounts = new Map<string, Account>()
  let sweptAt = now()
  // Tokens come and go while the process runs.
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
