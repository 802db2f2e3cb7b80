import { randomBytes } from 'node:crypto'

/** Tokens that the app receives under other texts than the platform's. */
export interface RenamedTokens {
  /** Returns the body of an exchange, with another text instead of its token if it is for this store. */
  readonly rename: (body: string, storeId: number) => string
  /** Returns a header with the platform's token instead of that other text. */
  readonly real: (authorization: string) => string
}

/** The other texts are valid tokens (RFC 6750, 2.1), longer than the platform's and of another form. */
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
