/** Path from the internet to the gateway. */
export type TunnelChoice =
  /** A cloudflared address that changes at each start. */
  | { readonly kind: 'quick' }
  /** A tunnel of the developer's own Cloudflare account, with a stable host name. */
  | { readonly kind: 'named'; readonly name: string; readonly url: URL }
  /** Any other route to this machine; nothing is started. */
  | { readonly kind: 'own'; readonly url: URL }

/** What a tunnel reports while it is open. */
export type TunnelEvent =
  | { readonly event: 'tunnel-up'; readonly url: string; readonly protocol: TunnelProtocol | null }
  /** No request from the internet arrives now. */
  | { readonly event: 'tunnel-down'; readonly reason: string; readonly retryInMs: number | null }
  | { readonly event: 'tunnel-changed'; readonly from: string; readonly to: string }
  | { readonly event: 'tunnel-notice'; readonly text: string }

export type TunnelProtocol = 'quic' | 'http2'

export interface Tunnel {
  /** Current public address; null without one. */
  readonly url: () => URL | null
  readonly isUp: () => boolean
  /** Resolves when the tunnel has been up once. Rejects with `tunnel.*` if it cannot be opened. */
  readonly opened: Promise<URL>
  /** Stops the process and its children. Resolves when none of them is left. */
  readonly close: () => Promise<void>
}

export interface TunnelTools {
  readonly now: () => Date
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** From 0 to 1. */
  readonly random: () => number
  /** Returns whether the public address reaches this gateway. */
  readonly probe: (url: URL, signal: AbortSignal) => Promise<boolean>
  readonly emit: (event: TunnelEvent) => void
}
