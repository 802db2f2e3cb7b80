import type { IncomingMessage } from 'node:http'

import { redactSecrets } from '../../protocol/redact.ts'

const secretName = /token|secret|password|signature|authorization|^code$|^state$|key$/i

/** What the name of a field or header contains that holds a secret. `code` and `key` by themselves are words of the platform for what is not a secret: codes of regions. */
export const secretWords =
  /token|secret|passw|signature|authorization|hmac|api[_-]?key|private[_-]?key|signing[_-]?key|credential/i

/** `=`, the name before it, the value after it: begun at the sign, which is rare, and not at each word. */
const field = /=(?<=(?<![\w.-])([\w.-]{1,100})=)[^&\s"'<>;,]+/g

/** Masks the values of `name=value` in any text: addresses with a query, forms. */
export function hideFields(text: string): string {
  return text.replace(field, (match, name: string) => (secretName.test(name) ? '=…' : match))
}

/** Path and query for the journal: the value of a query field that may be a secret is masked, and so is any known secret shape anywhere. */
export function loggedPath(target: string): string {
  const [path = '/', query] = target.split(/\?(.*)/s, 2)
  if (query === undefined) return redactSecrets(path)
  const fields = query.split('&').map((field) => {
    const [name = ''] = field.split('=', 1)
    return secretName.test(name) ? `${name}=…` : field
  })
  return redactSecrets(`${path}?${fields.join('&')}`)
}

/** The region that a call names, by X-Region-Id or `regionId`; null when it names none. */
export function pinOf({ headers, url }: Pick<IncomingMessage, 'headers' | 'url'>): string | null {
  const header = headers['x-region-id']
  if (typeof header === 'string' && header !== '') return redactSecrets(header).slice(0, 100)
  const named = (url ?? '').match(/[?&]regionId=([^&#]*)/)
  return named?.[1] ? redactSecrets(named[1]).slice(0, 100) : null
}
