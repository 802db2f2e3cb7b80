import type { IncomingMessage } from 'node:http'

import { limits } from '../../catalog/limits.ts'
import { digestSecret } from '../../protocol/access-token.ts'

/** What a token is good for, as far as it is known here. */
export interface TokenScope {
  readonly storeId: string
  /** Null for all of them. */
  readonly regionId: string | null
}

/** What the gateway knows of the tokens that pass it: by their digest, in memory, and never the token itself. */
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

/** When a token was used, in Unix ms and in order. */
interface Recent {
  times: number[]
  /** Where the last minute begins in it. */
  first: number
}

/** Adds one and answers how many there are in the last minute. What is over goes in one piece once it is most of the list, so that a busy app costs no more than a quiet one. */
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
