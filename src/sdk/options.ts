import type { Resources } from './resources.ts'

/** The part of the web's `fetch` that the client uses. */
export type Fetch = (url: URL, init: RequestInit) => Promise<Response>

/** The facts of an install that determine its regions, as in the response of `client.context.get()`. */
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
  /** URL of the platform without `/api`. The local emulator is `http://127.0.0.1:4800`. */
  readonly baseUrl: string | URL
  /** Access token of one install. */
  readonly token: string
  /** Default region of calls: id, code, country or currency. */
  readonly region?: string | number | undefined
  /**
   * The install of the token. Default: the first call fetches it (`GET /context`), and a call with
   * an unknown region fetches it again.
   */
  readonly install?: InstallFacts | undefined
  /** Maximum requests per minute of this process, at most the platform's 600. */
  readonly perMinute?: number | undefined
  /**
   * File through which processes with the same token share their budget. It is created if missing.
   * Default: each process counts separately.
   */
  readonly budgetFile?: string | undefined
  /** Replaces the built-in transport. */
  readonly fetch?: Fetch | undefined
  /** Aborts waits and requests. */
  readonly signal?: AbortSignal | undefined
  /** Called before a wait for the budget or a retry, with its duration in ms. */
  readonly onWait?: ((ms: number) => void) | undefined
}

/** The calls of every resource, and `close`. */
export type SvcappClient = Resources & {
  /** Closes the shared budget, if any. A later call opens it again. */
  readonly close: () => void
}
