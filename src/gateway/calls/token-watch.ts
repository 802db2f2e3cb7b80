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
  const spent = new Map<string, number[]>()
  return {
    learn: (token, scope) => void scopes.set(digestSecret(token), scope),
    spend: ({ headers }, now) => {
      const [, token] = /^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []
      if (token === undefined) return null
      const digest = digestSecret(token)
      const since = now.getTime() - limits.rateWindowMs
      const times = [...(spent.get(digest) ?? []).filter((at) => at > since), now.getTime()]
      if (spent.size > 1000) spent.clear()
      spent.set(digest, times)
      return { spent: times.length, scope: scopes.get(digest) ?? null }
    },
  }
}
