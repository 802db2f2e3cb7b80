import { isPlainLoopback, readWebAddress, type WebAddressProblem } from './web-address.ts'

export type RedirectUriProblem = WebAddressProblem | 'fragment'

export type RedirectUriVerdict =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly reason: RedirectUriProblem }

/**
 * Checks whether a URL can be registered as the return address of an install: absolute, https or http on this machine,
 * and without a fragment. The platform compares it exactly, so it is checked as written. Never throws.
 */
export function checkRedirectUri(text: unknown): RedirectUriVerdict {
  const address = readWebAddress(text)
  if (!address.ok) return address
  // Rejects an empty fragment too, which `url.hash` would not show.
  if (address.url.href.includes('#')) return { ok: false, reason: 'fragment' }
  return address
}

export type LoopbackAddress =
  | {
      readonly ok: true
      /** Host for a listener: `::1` without brackets. */
      readonly host: '127.0.0.1' | '::1' | 'localhost'
      readonly port: number
      readonly path: string
    }
  | { readonly ok: false; readonly reason: RedirectUriProblem | 'not-loopback' | 'tls' | 'port' }

/** Returns where to listen for the return of an install, if its registered address is on this machine. Never throws. */
export function loopbackAddress(uri: unknown): LoopbackAddress {
  const checked = checkRedirectUri(uri)
  if (!checked.ok) return checked
  const { hostname, protocol, port, pathname } = checked.url
  if (!isPlainLoopback(checked.url.href)) return { ok: false, reason: 'not-loopback' }
  if (protocol === 'https:') return { ok: false, reason: 'tls' }
  // For a listener port 0 means any free port, but the platform returns only to the registered port.
  if (port === '0') return { ok: false, reason: 'port' }
  return { ok: true, host: listenerHost(hostname), port: port === '' ? 80 : Number(port), path: pathname }
}

function listenerHost(hostname: string): '127.0.0.1' | '::1' | 'localhost' {
  if (hostname === '[::1]') return '::1'
  return hostname === 'localhost' ? 'localhost' : '127.0.0.1'
}
