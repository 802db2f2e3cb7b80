import type { IncomingMessage } from 'node:http'

import { limits } from '../../catalog/limits.ts'
import { digestSecret } from '../../protocol/access-token.ts'

/** Validity of a token, as far as the gateway knows. */
export interface TokenScope {
  readonly storeId: string
  /** Null for all regions. */
  readonly regionId: string | null
}

/** The gateway's knowledge of the tokens that pass it: in memory, by digest, never the token itself. */
export interface TokenWatch {
  readonly learn: (token: string, scope: TokenScope) => void
  /** Counts one request. Null for a request without a token. */
  readonly spend: (
    incoming: IncomingMessage,
    now: Date,
  ) => { readonly spent: number; readonly scope: TokenScope | null } | null
}

export function createTokenWatch(): TokenWatch {
  const scopes = new Map<string, TokenScope>()
  const spent = new Map<string, Recent>()
  return {
    learn: (token, scope) => void scopes.set(digestSecret(token), scope),
    spend: ({ headers }, now) => {
      const [, token] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
      if (token === undefined) return null
      const digest = digestSecret(token)
      if (spent.size > 1000) spent.clear()
      const recent = spent.get(digest) ?? { times: [], first: 0 }
      spent.set(digest, recent)
      return { spent: countRecent(recent, now.getTime()), scope: scopes.get(digest) ?? null }
    },
  }
}

/** Times at which a token was used, in Unix ms and ascending order. */
interface Recent {
  times: number[]
  /** Index at which the last minute begins. */
  first: number
}

/**
 * Adds one use and returns the number of uses in the last minute. Removes older entries together
 * when they fill most of the list, so that a busy app costs no more than a quiet one.
 */
function countRecent(recent: Recent, now: number): number {
  recent.times.push(now)
  const since = now - limits.rateWindowMs
  while ((recent.times[recent.first] ?? now) <= since) recent.first++
  if (recent.first > recent.times.length / 2) {
    recent.times = recent.times.slice(recent.first)
    recent.first = 0
  }
  return recent.times.length - recent.first
}
