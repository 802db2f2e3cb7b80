import type { IncomingMessage } from 'node:http'

import { redactSecrets } from '../protocol/redact.ts'

const secretName = /token|secret|password|signature|authorization|^code$|^state$|key$/i

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
  if (typeof header === 'string' && header !== '') return header.slice(0, 100)
  const field = (url ?? '').match(/[?&]regionId=([^&#]*)/)
  return field?.[1] ? field[1].slice(0, 100) : null
}
