/** One HTTP request as plain data: no web classes, so that a one-shot command need not load them (docs/decisions/0001). */
export interface WireRequest {
  readonly method: string
  readonly url: URL
  /** Names as they are to be sent. */
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | string
  /** For request and answer together, in ms. */
  readonly timeoutMs?: number
  readonly signal?: AbortSignal
  /** How to treat a 3xx: raise `net.redirected` when left out, or return the answer. It is followed in neither case. */
  readonly redirects?: 'answer'
  /** Nothing is sent to a port of this machine that another of its users holds: `net.unreachable`, reason `EOTHERUSER`. Linux only. */
  readonly ownUserOnly?: boolean
  /** Of the app that the request is for: nothing is sent to a listener that does not descend from this process (reason `EOTHERPROGRAM`); null if it does not run. */
  readonly ownerPid?: number | null
  /** The connection is kept for further requests that say so, and the check of `ownUserOnly` is made once for each. Over http only. */
  readonly keepAlive?: boolean
}

export interface WireResponse {
  readonly status: number
  /** Lower-case names; a header that came more than once is joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Sends one request and returns the whole response. Never follows a redirect. */
export type Send = (request: WireRequest) => Promise<WireResponse>
