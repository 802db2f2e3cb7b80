import { AppError } from '../errors.ts'
import { utf8 } from '../http/utf8.ts'
import type { WireResponse } from '../http/wire.ts'
import { foreignText } from '../text/foreign-text.ts'

/** Statuses whose advice is about the token or the payment. A firewall's page must not suggest a reinstall. */
const aboutToken: readonly number[] = [401, 402, 403, 407]

/** Returns whether a failed response cannot be from the API, whose errors are JSON (N8): a web page, or any other text with a status about the token. */
export function isIntercepted({ status, body }: Pick<WireResponse, 'status' | 'body'>): boolean {
  const text = beginning(body)
  return isPage({ body }) || (aboutToken.includes(status) && text !== '' && !/^[{["]/.test(text))
}

/** Returns whether a response is a web page. */
export function isPage({ body }: Pick<WireResponse, 'body'>): boolean {
  return beginning(body).startsWith('<')
}

function beginning(body: Uint8Array): string {
  return utf8(body.subarray(0, 1024)).trimStart()
}

export interface InterceptedFacts {
  /** Sentence about what a firewall's 401 or 403 does not mean. */
  readonly reassurance: string
  readonly isEmulator?: boolean
  /** Whether the request changes nothing, so that it can be repeated safely. */
  readonly isRead?: boolean
}

/** Returns the error. `details.sent` is whether the platform may have received the request: a gateway's 5xx does not show it. */
export function intercepted(response: WireResponse, facts: InterceptedFacts): AppError {
  const { status } = response
  return new AppError(
    'net.intercepted',
    `This response is not from the platform's API (${status}, ${partsOf(response)}). ${blamed(status)}`,
    { suggestions: suggestionsFor(status, facts), details: { status, sent: status >= 500 } },
  )
}

/** Returns `129 bytes of text/html, server: cloudflare`. */
export function partsOf({ headers, body }: Pick<WireResponse, 'headers' | 'body'>): string {
  const type = foreignText(headers['content-type']?.split(';')[0] ?? 'unknown type')
  const server = headers['server'] === undefined ? '' : `, server: ${foreignText(headers['server'])}`
  return `${body.byteLength} bytes of ${type}${server}`
}

function blamed(status: number): string {
  if (status === 404) return 'base_url may be wrong.'
  return status >= 500 ? 'A gateway or proxy in front of the platform responded.' : 'A firewall or proxy responded.'
}

function suggestionsFor(
  status: number,
  { reassurance, isEmulator = false, isRead = false }: InterceptedFacts,
): string[] {
  if (isEmulator) return ["Run `app emulator status` to check whether another program uses the emulator's port."]
  if (status === 407) return [reassurance, PROXY_SIGN_IN]
  if (status >= 500) {
    return isRead
      ? [`Try again later. ${IF_IT_LASTS}`]
      : ['The platform may have received the request. Check before you retry.']
  }
  if (status === 404) return ["Check base_url in [targets.live] of app.toml. It may not be the API's base URL."]
  return [reassurance, OTHER_NETWORK, 'To see the proxy in use, run `app doctor --target live`.']
}

/** Advice for an unavailable platform. */
export const IF_IT_LASTS = 'If the problem continues, contact platform support.'

/** Advice for a firewall between this machine and the platform. */
export const OTHER_NETWORK = 'Try another network or VPN, or ask your network administrator to allow this host.'

const PROXY_SIGN_IN = 'Set HTTPS_PROXY to a URL with a user name and password: http://name:password@proxy.example:8080'

export const TOKEN_IS_FINE = 'Do not reinstall the app. The token is probably valid, and a new install revokes it.'
