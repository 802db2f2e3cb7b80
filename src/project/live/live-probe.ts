import { API_PREFIX } from '../../catalog/endpoint.ts'
import type { Send, WireResponse } from '../../http/wire.ts'
import { foreignText } from '../../text/foreign-text.ts'

export type LiveAddress = 'base_url' | 'admin_url'

/** One request without any secret or cookie (T25): to the API for base_url, to the page itself for admin_url. */
export function probeLive(send: Send, which: LiveAddress, address: URL): Promise<WireResponse> {
  const path = `${address.pathname.replace(/\/+$/, '')}${which === 'base_url' ? `${API_PREFIX}/context` : '/'}`
  return send({
    method: 'GET',
    url: new URL(path, address.origin),
    headers: {},
    redirects: 'answer',
    timeoutMs: 10_000,
  })
}

/** Why the response is not the one of this address, as a sentence about the address; null if it may be. */
export function wrongResponse(which: LiveAddress, response: WireResponse): string | null {
  const { status } = response
  const type = response.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  const shown = [status, ...(type === '' ? [] : [foreignText(type)]), ...redirectedTo(response)].join(', ')
  if (which === 'admin_url') {
    if (status < 400 || !type.endsWith('json')) return null
    return `responds as an API does, not as the store admin (${shown}); ${exchanged}`
  }
  // Without a token the API responds 401, whatever else is wrong.
  if (status === 401 && type !== 'text/html') return null
  return `does not respond as the platform's API does (${shown}); ${causeOf(status)}`
}

const exchanged = 'are base_url and admin_url exchanged?'

function causeOf(status: number): string {
  if (status === 429 || status >= 500) return 'it may be unavailable, so try again later.'
  return status === 401 || status === 403 ? 'a firewall or proxy may respond in its place.' : exchanged
}

function redirectedTo({ headers: { location } }: WireResponse): string[] {
  const origin = location === undefined ? undefined : URL.parse(location)?.origin
  return origin === undefined ? [] : [`redirects to ${origin}`]
}
