import { API_PREFIX } from '../../catalog/endpoint.ts'
import { AppError } from '../../errors.ts'
import type { Send, WireResponse } from '../../http/wire.ts'
import { foreignText } from '../../text/foreign-text.ts'

export type LiveAddress = 'base_url' | 'admin_url'

/** Sends one request without any secret or cookie (T25): to the API for base_url, to the page itself for admin_url. */
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

/** Returns why the response cannot belong to this address, as a sentence about the address, or null if it can. */
export function wrongResponse(which: LiveAddress, response: WireResponse): string | null {
  const { status } = response
  const type = response.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? ''
  const isApi = which === 'base_url'
  // Without a token the API responds with 401 before any other error.
  const isGood = isApi
    ? status === 401 && type !== 'text/html'
    : status < 400 || !(isUnavailable(response) || type.endsWith('json'))
  if (isGood) return null
  const shown = [status, ...(type === '' ? [] : [foreignText(type)]), ...redirectedTo(response)].join(', ')
  const [own, other] = isApi ? ["platform's API", 'store admin'] : ['store admin', 'API']
  return `does not respond like the ${own} (${shown}). ${causeOf(which, response, other)}`
}

/** Returns whether the response says nothing about the address. */
export function isUnavailable({ status }: WireResponse): boolean {
  return status === 429 || status >= 500
}

/** Returns whether a firewall or proxy may have responded in place of the API. */
export function isIntercepted(which: LiveAddress, { status }: WireResponse): boolean {
  return which === 'base_url' && (status === 401 || status === 403)
}

function causeOf(which: LiveAddress, response: WireResponse, other: string): string {
  if (isUnavailable(response)) return 'It may be unavailable. Try again later.'
  if (isIntercepted(which, response)) return 'A firewall or proxy may have responded instead.'
  return `It may be the ${other} URL.`
}

export interface AddressProblem {
  /** Whether the address responds, but not as expected. */
  readonly isWrong: boolean
  readonly text: string
}

/** Returns the problem that one request to the address shows. Raises `cli.interrupted`. */
export async function addressProblem(send: Send, which: LiveAddress, url: URL): Promise<AddressProblem | null> {
  const address = url.href.replace(/\/$/, '')
  try {
    const wrong = wrongResponse(which, await probeLive(send, which, url))
    return wrong === null ? null : { isWrong: true, text: `${which} ${address} ${wrong}` }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'cli.interrupted') throw error
    return { isWrong: false, text: `${which} ${address} could not be checked: ${error.message}` }
  }
}

function redirectedTo({ headers: { location } }: WireResponse): string[] {
  const origin = location === undefined ? undefined : URL.parse(location)?.origin
  return origin === undefined ? [] : [`redirects to ${origin}`]
}
