import type { IncomingMessage } from 'node:http'

import { redactSecrets } from '../../protocol/redact.ts'

const secretName = /token|secret|password|signature|authorization|^code$|^state$|key$/i

/**
 * Parts of the names of fields and headers that contain a secret. `code` and `key` alone are not among them: the platform also uses them for region codes.
 */
export const secretWords =
  /token|secret|passw|signature|authorization|hmac|api[_-]?key|private[_-]?key|signing[_-]?key|credential/i

/** Matches `name=value`. The search starts at the `=`, because that is rarer than a word. */
const field = /=(?<=(?<![\w.-])([\w.-]{1,100})=)[^&\s"'<>;,]+/g

/** Masks the values of `name=value` in any text: query strings, forms. */
export function hideFields(text: string): string {
  return text.replace(field, (match, name: string) => (secretName.test(name) ? '=…' : match))
}

/** Returns path and query for the journal, with the values of query fields that may be secret and everything in the form of a known secret masked. */
export function loggedPath(target: string): string {
  const [path = '/', query] = target.split(/\?(.*)/s, 2)
  if (query === undefined) return redactSecrets(path)
  const fields = query.split('&').map((field) => {
    const [name = ''] = field.split('=', 1)
    return secretName.test(name) ? `${name}=…` : field
  })
  return redactSecrets(`${path}?${fields.join('&')}`)
}

/** Returns the region in X-Region-Id or `regionId` of a call; null if it has none. */
export function pinOf({ headers, url }: Pick<IncomingMessage, 'headers' | 'url'>): string | null {
  const header = headers['x-region-id']
  if (typeof header === 'string' && header !== '') return redactSecrets(header).slice(0, 100)
  const named = (url ?? '').match(/[?&]regionId=([^&#]*)/)
  return named?.[1] ? redactSecrets(named[1]).slice(0, 100) : null
}
