/** Which way leads from the internet to the gateway. */
export type TunnelChoice =
  /** An address of cloudflared's, another one at each start. */
  | { readonly kind: 'quick' }
  /** A tunnel of the developer's own Cloudflare account: a stable host name. */
  | { readonly kind: 'named'; readonly name: string; readonly url: URL }
  /** Anything else that leads here; nothing is started. */
  | { readonly kind: 'own'; readonly url: URL }

/** What a tunnel reports while it is open. */
export type TunnelEvent =
  | { readonly event: 'tunnel-up'; readonly url: string; readonly protocol: TunnelProtocol | null }
  /** Nothing that comes from the internet gets here now. */
  | { readonly event: 'tunnel-down'; readonly reason: string; readonly retryInMs: number | null }
  | { readonly event: 'tunnel-changed'; readonly from: string; readonly to: string }
  | { readonly event: 'tunnel-notice'; readonly text: string }

export type TunnelProtocol = 'quic' | 'http2'

export interface Tunnel {
  /** The public address now; null while there is none. */
  readonly url: () => URL | null
  readonly isUp: () => boolean
  /** Resolves when the tunnel has been up once. Rejects with `tunnel.*` when it cannot be. */
  readonly opened: Promise<URL>
  /** Ends the process and all that belongs to it. Resolves when none of its processes is left. */
  readonly close: () => Promise<void>
}

export interface TunnelTools {
  readonly now: () => Date
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** From 0 to 1. */
  readonly random: () => number
  /** Whether the public address leads to this very gateway. */
  readonly probe: (url: URL, signal: AbortSignal) => Promise<boolean>
  readonly emit: (event: TunnelEvent) => void
}
