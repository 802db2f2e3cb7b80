import { digestSecret } from '../../protocol/access-token.ts'

/** The codes that came by the app's callback while this session looked on: they say which exchange belongs to an install. */
export interface CallbackWatch {
  /** Looks at the target of a page of the app. */
  readonly see: (target: string) => void
  /** How many visits the path had, with a code or without: a browser has come back. */
  readonly visits: () => number
  /** How a code came: in an install that the app began (it has a state), or one that the owner began. Null for a code that nobody saw. */
  readonly find: (codeDigest: string | null) => 'app' | 'owner' | null
}

/** More than any developer starts; a flood of made-up ones must not fill the memory (T14). */
const MAX_CODES = 200

/** Watches the path of the redirect address. Codes are kept as digests, in memory. */
export function createCallbackWatch(redirectUri: string): CallbackWatch {
  const path = URL.parse(redirectUri)?.pathname
  const seen = new Map<string, 'app' | 'owner'>()
  let visits = 0
  return {
    see: (target) => {
      const [asked = '', query = ''] = target.split(/\?(.*)/s, 2)
      if (asked !== path) return
      visits++
      const fields = new URLSearchParams(query)
      const code = fields.get('code')
      if (code === null) return
      seen.set(digestSecret(code), fields.has('state') ? 'app' : 'owner')
      for (const oldest of seen.keys()) {
        if (seen.size <= MAX_CODES) break
        seen.delete(oldest)
      }
    },
    visits: () => visits,
    find: (codeDigest) => (codeDigest === null ? null : (seen.get(codeDigest) ?? null)),
  }
}
