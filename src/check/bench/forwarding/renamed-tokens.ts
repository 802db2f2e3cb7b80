import { randomBytes } from 'node:crypto'

/** Tokens that the app knows under other texts than the platform. */
export interface RenamedTokens {
  /** The body of an exchange; where it is for this store, with another text in place of its token. */
  readonly rename: (body: string, storeId: number) => string
  /** A header with the platform's token in place of that other text. */
  readonly real: (authorization: string) => string
}

/** The other texts are valid tokens (RFC 6750, 2.1), longer and of another shape than the platform's. */
export function createRenamedTokens(): RenamedTokens {
  const tokens = new Map<string, string>()
  return {
    rename: (body, storeId) => {
      if (!new RegExp(`"store_id"\\s*:\\s*${storeId}\\b`).test(body)) return body
      return body.replace(/("access_token"\s*:\s*")([^"]+)/, (_, before: string, token: string) => {
        const name = `~${randomBytes(48).toString('base64url')}.+/${randomBytes(6).toString('hex')}==`
        tokens.set(name, token)
        return before + name
      })
    },
    real: (authorization) => {
      const [, scheme = '', name = ''] = /^(\S+ )(.*)$/.exec(authorization) ?? []
      const token = tokens.get(name)
      return token === undefined ? authorization : scheme + token
    },
  }
}
