import { digestSecret } from '../../protocol/access-token.ts'

/** The codes seen at the app's callback in this session, which show which install an exchange belongs to. */
export interface CallbackWatch {
  /** Records the target of a page request to the app. */
  readonly see: (target: string) => void
  /** Returns the number of callback requests, with or without a code. Each one shows that a browser returned. */
  readonly visits: () => number
  /** Returns who started the install of a code: the app (it has a state) or the owner. Null for an unseen code. */
  readonly find: (codeDigest: string | null) => 'app' | 'owner' | null
}

/** More than any developer starts. The limit keeps a flood of invented codes from filling the memory (T14). */
const MAX_CODES = 200

/** Watches the path of the current redirect URI. Codes are kept only as digests in memory. */
export function createCallbackWatch(redirectUri: () => string | undefined): CallbackWatch {
  const seen = new Map<string, 'app' | 'owner'>()
  let visits = 0
  return {
    see: (target) => {
      const [asked = '', query = ''] = target.split(/\?(.*)/s, 2)
      if (asked !== URL.parse(redirectUri() ?? '')?.pathname) return
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
