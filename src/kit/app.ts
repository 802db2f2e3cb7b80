import type { Api } from './api/api.ts'
import type { Database } from './database/database.ts'
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
import type { DeadLetter, Json, Ticked, Working } from './work/queue.ts'

export interface AppOptions {
  /** `process.env`, or the bindings of a worker: the variables of `app env`. */
  readonly env: object
  readonly database: Database
  /**
   * `queue`: the response to a delivery comes first, and a job does the work. `inline`: the handler runs before the response, for at most 3.5 s, and the platform
   * retries what fails. `inline` is the default for D1 and for databases in memory.
   */
  readonly work?: 'queue' | 'inline'
  /** By default /auth/start, the path of SVCAPP_REDIRECT_URI, and /webhooks. */
  readonly paths?: { readonly start?: string; readonly callback?: string; readonly webhooks?: string }
  /** Sources that your pages load, added to the kit's own. */
  readonly csp?: Csp
  /** Your style, added to the kit's own. */
  readonly css?: string
  /** `json` by default, and `text` under `app dev`. */
  readonly log?: 'json' | 'text' | Log
}

/** An app of the platform. Declare everything before the first request. */
export interface App {
  /** One handler for each topic. Throws `kit.topic-twice`. */
  on<T extends Topic>(topic: T | readonly T[], handler: Handler<T>, options?: { readonly body?: true }): App
  /** After an install. */
  installed(hook: (context: WorkContext) => Done): App
  /** After an uninstall, when the token is dead. What it returns is written in the transaction that deletes the token. */
  uninstalled(hook: (context: Gone) => Done): App
  /** Once each time the platform begins to reject a token. */
  broken(hook: (context: Gone) => Done): App
  /**
   * Once in each period for each install that works, in one process of all. A period that was missed runs once. Throws `kit.period-invalid`.
   */
  every(period: Period, name: string, handler: (context: WorkContext) => Done): App
  /** A page in the store admin. A path below that of another panel is a page of it: `panel` and `panel/orders`. */
  panel(path: string, page: PanelPage, options?: { readonly title?: string }): App
  /** A form of the panel (POST). The form needs the field `csrf` of its page. */
  action(path: string, action: Action): App
  /** Content on a page of the store admin, such as that of an order. */
  slot(path: string, slot: Slot): App
  /** JSON for the script of a panel. It needs the header `X-Panel-Session`, an embed token once, or the cookie of the panel. */
  data(path: string, data: PanelData): App
  /** A public page. Storefronts of your installs may frame it if you say so. */
  page(path: string, page: Page, options?: { readonly framedBy?: 'nobody' | 'storefronts' }): App
  /** Declares a job, and returns what requests one: return that from a handler, or pass it to `db.write`. */
  job<D extends Json>(name: string, handler: (context: JobContext<D>) => Done): (data: D, at: At) => JobRequest

  /** Responds to every request, and with 404 to those that are not the kit's. */
  fetch(request: Request): Promise<Response>
  /** Null for a request that is not the kit's. */
  handle(request: Request): Promise<Response | null>
  /** The session of a request that your own route responds to. */
  session(request: Request): Promise<Session>
  readonly installs: {
    list(): Promise<readonly Install[]>
    /** The install that an event of this store and region belongs to. */
    find(place: Place): Promise<Install | null>
    /** The calls of an install. They repeat for as long as a program can wait. */
    api(install: Install, region?: string | number): Promise<Api>
  }
  /** Opens the database and does jobs in this process until `stop`. */
  work(options?: { readonly signal?: AbortSignal }): Promise<Working>
  /** Does the jobs and schedules that are due, for at most 25 s: for the cron of runtimes without a process that lasts. */
  tick(options?: { readonly forMs?: number }): Promise<Ticked>
  /** Why the app cannot accept deliveries now, in a sentence. */
  ready(): Promise<string | null>
  deadLetters(): Promise<readonly DeadLetter[]>
  /** Turns the dead letters of one store, or of all, into jobs again. Returns how many. */
  redrive(storeId?: number): Promise<number>
  close(): Promise<void>
}
