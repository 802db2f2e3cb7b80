import type { TunnelProtocol } from '../tunnel.ts'

/** Meaning of a line of cloudflared's log, if relevant. */
export type CloudflaredFact =
  | { readonly kind: 'address'; readonly url: string }
  | { readonly kind: 'connected'; readonly protocol: TunnelProtocol | null }
  /** QUIC is blocked: UDP to port 7844 is closed in many networks. */
  | { readonly kind: 'quic-blocked' }
  /** This IP address requested too many quick tunnels. */
  | { readonly kind: 'rate-limited' }
  | { readonly kind: 'unknown-tunnel' }
  | { readonly kind: 'error'; readonly text: string }

/** The address of a quick tunnel in a line. Error lines contain an address of the API, which is not one. */
const quickAddress = /https:\/\/(?!api\.)[a-z0-9-]+\.trycloudflare\.com/

type LinePattern = readonly [pattern: RegExp, fact: (match: RegExpExecArray) => CloudflaredFact]

/** The first matching pattern determines the meaning of a line. */
const linePatterns: readonly LinePattern[] = [
  [
    /Registered tunnel connection(?:.*\bprotocol=(quic|http2)\b)?/,
    // The pattern allows only these two.
    ([, protocol]) => ({ kind: 'connected', protocol: (protocol ?? null) as TunnelProtocol | null }),
  ],
  [/\b429\b|Too Many Requests/i, () => ({ kind: 'rate-limited' })],
  [/\bERR\b.*(?:\bquic\b|:7844\b|no recent network activity)/i, () => ({ kind: 'quic-blocked' })],
  [
    /is neither the ID nor the name of any of your tunnels|tunnel credentials file not found|cert\.pem/i,
    () => ({ kind: 'unknown-tunnel' }),
  ],
  [/\bERR\b\s+(.*)$/, ([, text = '']) => ({ kind: 'error', text: text.slice(0, 300) })],
]

/** Reads one line of cloudflared's log (logfmt-like text on stderr). Null for any other line. */
export function readLine(line: string, address: RegExp = quickAddress): CloudflaredFact | null {
  const url = address.exec(line)?.[0]
  if (url !== undefined && !/\bERR\b/.test(line)) return { kind: 'address', url }
  for (const [pattern, fact] of linePatterns) {
    const match = pattern.exec(line)
    if (match !== null) return fact(match)
  }
  return null
}
