/**
 * An HTTP request as plain data, so that a one-shot command need not load web classes
 * (docs/decisions/0001).
 */
export interface WireRequest {
  readonly method: string
  readonly url: URL
  /** Headers with names as sent. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  /** Timeout for request and response together, in ms. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** `answer`: return a 3xx response. Default: raise `net.redirected`. Redirects are never followed. */
  readonly redirects?: 'answer'
  /**
   * Rejects a port on this machine that another user listens on: `net.unreachable`, reason
   * `EOTHERUSER`. Linux only.
   */
  readonly ownUserOnly?: boolean
  /**
   * Process id of the receiving app, or null if it is not running. A listener that is not this
   * process or its child is rejected (reason `EOTHERPROGRAM`).
   */
  readonly ownerPid?: number | null
  /**
   * Keeps the connection open for further requests with this option. `ownUserOnly` is checked once
   * per connection. Only for http.
   */
  readonly keepAlive?: boolean
}

export interface WireResponse {
  readonly status: number
  /** Headers with lowercase names. Repeated headers are joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Sends one request and returns the whole response. Never follows a redirect. */
export type Send = (request: WireRequest) => Promise<WireResponse>
