import type { Api } from './api/api.ts'
import type { Database } from './database/database.ts'
import type { DeadLetter, Json, Ticked, Working } from './database/queue.ts'
import type { Csp } from './http/security-headers.ts'
import type { Install, Place } from './install/install.ts'
import type { Log } from './log/log.ts'
import type {
  Topic,
  Action,
  Done,
  Gone,
  Handler,
  JobContext,
  JobRequest,
  At,
  Page,
  PanelData,
  PanelPage,
  Period,
  Session,
  Slot,
  WorkContext,
} from './types.ts'

export interface AppOptions {
  /** Environment with the variables of `app env`: `process.env`, or the bindings of a worker. */
  readonly env: object
  readonly database: Database
  /**
   * `queue`: the response to a delivery is sent first, and a job does the work. `inline`: the
   * handler runs before the response, for at most 3.5 s, and the platform retries failures.
   * Default: `inline` on D1 and in memory, else `queue`.
   */
  readonly work?: 'queue' | 'inline'
  /** Default: `/auth/start`, the path of SVCAPP_REDIRECT_URI, and `/webhooks`. */
  readonly paths?: { readonly start?: string; readonly callback?: string; readonly webhooks?: string }
  /** Sources that your pages load, added to the library's policy. */
  readonly csp?: Csp
  /** Your CSS, added to the library's. */
  readonly css?: string
  /** Default: `json`, or `text` under `app dev`. */
  readonly log?: 'json' | 'text' | Log
}

/** An app. Declare everything before the first request. */
export interface App {
  /** Handles topics, with one handler for each. Throws `kit.topic-twice`. */
  on<T extends Topic>(topic: T | readonly T[], handler: Handler<T>, options?: { readonly body?: true }): App
  /** Runs after an install. */
  installed(hook: (context: WorkContext) => Done): App
  /**
   * Runs after an uninstall, when the token is no longer valid. The transaction that deletes the
   * token also writes the returned effect.
   */
  uninstalled(hook: (context: Gone) => Done): App
  /** Runs once each time the platform starts to reject a token. */
  broken(hook: (context: Gone) => Done): App
  /**
   * Runs once per period for each install with a valid token, in only one process. Missed periods
   * run once. Throws `kit.period-invalid`.
   */
  every(period: Period, name: string, handler: (context: WorkContext) => Done): App
  /**
   * A page in the store admin. A path below another panel's path is a page of that panel: `panel`
   * and `panel/orders`.
   */
  panel(path: string, page: PanelPage, options?: { readonly title?: string }): App
  /** A form of the panel (POST). The form must contain the `csrf` field of its page. */
  action(path: string, action: Action): App
  /** Content on a page of the store admin, such as that of an order. */
  slot(path: string, slot: Slot): App
  /**
   * JSON for a panel script. The request needs the header `X-Panel-Session`, an unused embed token,
   * or the panel cookie.
   */
  data(path: string, data: PanelData): App
  /** A public page. With `framedBy: 'storefronts'` the storefronts of your installs can frame it. */
  page(path: string, page: Page, options?: { readonly framedBy?: 'nobody' | 'storefronts' }): App
  /**
   * Declares a job and returns a function that creates job requests. Return a request from a
   * handler, or pass it to `db.write`.
   */
  job<D extends Json>(name: string, handler: (context: JobContext<D>) => Done): (data: D, at: At) => JobRequest

  /** Responds to every request, with 404 if no route matches. */
  fetch(request: Request): Promise<Response>
  /** Responds to a request. Null if no route matches. */
  handle(request: Request): Promise<Response | null>
  /** Session of a request to your own route. */
  session(request: Request): Promise<Session>
  readonly installs: {
    list(): Promise<readonly Install[]>
    /** Finds the install for events of this store and region. */
    find(place: Place): Promise<Install | null>
    /** API calls of an install. They retry as long as a background program can wait. */
    api(install: Install, region?: string | number): Promise<Api>
  }
  /** Opens the database and runs jobs in this process until `stop`. */
  work(options?: { readonly signal?: AbortSignal }): Promise<Working>
  /**
   * Runs due jobs and schedules for at most 25 s, for a cron trigger in runtimes without a
   * long-running process.
   */
  tick(options?: { readonly forMs?: number }): Promise<Ticked>
  /** Reason why the app cannot accept deliveries now, as a sentence, or null. */
  ready(): Promise<string | null>
  deadLetters(): Promise<readonly DeadLetter[]>
  /** Turns the dead letters of one store or of all stores into jobs again. Returns their number. */
  redrive(storeId?: number): Promise<number>
  close(): Promise<void>
}
