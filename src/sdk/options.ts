import type { Resources } from './resources.ts'

/** The part of the web's `fetch` that is used. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>

/** What an install is, as far as a region must be found by it: the answer of `client.context.get()` says it. */
export interface InstallFacts {
  readonly installScope: 'region' | 'store'
  readonly regions: readonly {
    readonly id: number
    readonly code: string
    readonly countryCode?: string
    readonly currencyCode?: string
  }[]
  readonly scopes: readonly string[]
}

export interface ClientOptions {
  /** The platform's address, without `/api`: `http://127.0.0.1:4800` is the local emulator. */
  readonly baseUrl: string | URL
  /** The access token of one install. */
  readonly token: string
  /** The region that is meant where a call names none: its id, code, country or currency. */
  readonly region?: string | number | undefined
  /** What the token stands for. Left out, the first call asks the platform (`GET /context`), and one that names a region which was not there then asks again. */
  readonly install?: InstallFacts | undefined
  /** Requests a minute of this process, at most the platform's 600. */
  readonly perMinute?: number | undefined
  /** A file that processes with the same token share their budget by; it is made where it is not there. Left out, each process counts for itself. */
  readonly budgetFile?: string | undefined
  /** Instead of the transport that comes with it. */
  readonly fetch?: Fetch | undefined
  /** Ends waits and requests. */
  readonly signal?: AbortSignal | undefined
  /** Called before a wait for the budget or before a repeat, with its length in ms. */
  readonly onWait?: ((ms: number) => void) | undefined
}

/** The calls of every resource, and the end of them. */
export type SvcappClient = Resources & {
  /** Closes the shared budget, if there is one. A call after it opens it again. */
  readonly close: () => void
}
