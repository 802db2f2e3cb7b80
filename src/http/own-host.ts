import type { IncomingMessage } from 'node:http'

/** Returns whether a request was sent to this listener: exactly one Host header, with this machine and this port, compared as text (T5). */
export function isForThisMachine({ headersDistinct, socket }: IncomingMessage): boolean {
  const hosts = headersDistinct['host'] ?? []
  const names = ['127.0.0.1', 'localhost', '[::1]'].map((name) => `${name}:${socket.localPort}`)
  return hosts.length === 1 && names.includes(hosts[0] ?? '')
}

/** Returns whether it arrived through a tunnel, which reaches only the public side of the gateway (T13). */
export function isTunnelled({ headers }: IncomingMessage): boolean {
  return Object.keys(headers).some((name) => name.startsWith('cf-'))
}

/**
 * Returns whether a page of another origin sent it, as far as a browser reports it (T4, T8). It checks `Origin`, and
 * `Sec-Fetch-Site` for a form, an image or a `no-cors` fetch without an origin. Programs send neither.
 */
export function isFromAnotherPage({ headers, headersDistinct }: IncomingMessage): boolean {
  const { origin = [], 'sec-fetch-site': site = [] } = headersDistinct
  const isOwn = origin.length === 0 || (origin.length === 1 && origin[0] === `http://${headers.host}`)
  return !isOwn || site.some((value) => value !== 'same-origin' && value !== 'none')
}

/** Returns the host name to connect to. Names below localhost are loopback by definition (RFC 6761), but some resolvers lack them. */
export function connectName(hostname: string): string {
  return hostname.endsWith('.localhost') ? 'localhost' : hostname
}
