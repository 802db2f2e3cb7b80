import type { Topic as AnyTopic } from '../catalog/topics.ts'
import type { Api } from './api/api.ts'
import type { Row, Sql } from './database/sql.ts'
import type { Html } from './http/html.ts'
import type { Install } from './install/install.ts'
import type { Log } from './log/log.ts'
import type { PanelCode, PanelState } from './panel/screens.ts'
import type { Json, JsonObject, Trace } from './work/queue.ts'

/** A topic that an app can handle. The kit itself handles `app.uninstalled`: see `App.uninstalled`. */
export type Topic = Exclude<AnyTopic, 'app.uninstalled'>

/** A verified event. Its payload is not documented, so everything else is fetched with `api`. */
export interface StoreEvent<T extends Topic = Topic> {
  /** The same if the event is delivered again. */
  readonly id: string
  readonly topic: T
  readonly storeId: number
  /** Null if the platform named no region. */
  readonly regionId: number | null
  /** Null if the event named no order. */
  readonly orderId: number | null
  /** Null unless `on` was given `{ body: true }`. */
  readonly body: JsonObject | null
}

/** Reads, and writes in one transaction. */
export interface Db {
  rows<R extends Row = Row>(query: Sql): Promise<readonly R[]>
  /** Returns how many rows each statement has changed; 0 for a job. On D1 a statement that is written with a job counts as 1. */
  write(...writes: readonly Write[]): Promise<readonly number[]>
}

/** The transaction of an effect. */
export type Transaction = Db

/** Where a job belongs, and when it runs. */
export interface At {
  readonly storeId: number
  readonly regionId: number | null
  /** One job with this key waits at a time: further ones are not added. */
  readonly key?: string
  /** Not before this moment. */
  readonly after?: Date
}

/** How often a schedule runs. The time of day is in UTC. Without one the installs are spread over the period. */
export type Period =
  | { readonly minutes: number }
  | { readonly hours: number }
  | { readonly days: number; readonly at?: string }

/** A job that starts when it is written: return it from a handler, or pass it to `db.write`. */
export interface JobRequest {
  readonly kind: 'job'
  readonly name: string
  readonly data: Json
  readonly at: At
}

export type Write = Sql | JobRequest

/** What a handler has written for it, all or nothing, and once: statements, jobs, or a function of the transaction. */
export type Effect = Write | readonly Write[] | ((tx: Transaction) => Promise<void>) | void

export type Done<R = never> = Effect | R | Promise<Effect | R>

export interface WorkContext {
  readonly install: Install
  /** The region of the event or job. */
  readonly regionId: number | null
  /** From 1. */
  readonly attempt: number
  /** Aborted after 110 s. */
  readonly signal: AbortSignal
  readonly log: Log
  readonly db: Db
  /** The calls of this install, in the region of the event or job. */
  readonly api: Api
  apiFor(region: string | number): Api
  /** `traceparent` and `tracestate` for requests of your own. */
  readonly trace: Trace
  /**
   * For work outside the database and the platform, an e-mail for example. The name is stored first, and then the work is done: after a crash in between it is
   * skipped, and the result is null.
   */
  atMostOnce<T>(name: string, work: () => Promise<T>): Promise<T | null>
}

/** The install has ended or does not work, so there is no `api`. */
export type Gone = Omit<WorkContext, 'api' | 'apiFor'>

export type EventContext<T extends Topic> = WorkContext & { readonly event: StoreEvent<T> }

export type JobContext<D extends Json> = WorkContext & {
  readonly data: D
  /** The same job once more. Return it to run it. */
  again(data: D, after?: Date): JobRequest
}

/** Handles an event. Fetch first, and return what to write: it is written once, however often the event arrives. */
export type Handler<T extends Topic> = (context: EventContext<T>) => Done

export interface PanelContext {
  readonly request: Request
  readonly query: URLSearchParams
  /** From the verified session, never from the request. */
  readonly install: Install
  /** The chosen region. Null only if a store-wide install has no region. */
  readonly regionId: number | null
  readonly scope: 'region' | 'store'
  readonly api: Api
  apiFor(region: string | number): Api
  readonly db: Db
  readonly log: Log
  readonly signal: AbortSignal
  /** The address of another page of this panel: `link('panel/orders')`. */
  link(path: string): string
  /** A hidden field for forms. `action` rejects a form without it. */
  readonly csrf: Html
}

export type PanelPage = (context: PanelContext) => Html | Response | Promise<Html | Response>

/** JSON for the script of a panel. */
export type PanelData = (context: PanelContext) => Promise<object>

export type ActionContext = PanelContext & { readonly form: URLSearchParams }

export type Action = (context: ActionContext) => Done<Response>

export type SlotContext = PanelContext & { readonly entityType: string; readonly entityId: number }

/** Content on a page of the store admin. */
export type Slot = (context: SlotContext) => Html | string | Promise<Html | string>

/** The session of a request. Without one, `response` is the screen that says why: three states that look different. */
export type Session =
  | {
      readonly state: 'open'
      readonly install: Install
      readonly regionId: number | null
      readonly scope: 'region' | 'store'
      readonly api: Api
      /** Set them on your response: the first one carries `X-Panel-Session`, and CORS is for PANEL_ORIGIN only. */
      readonly headers: Headers
    }
  | { readonly state: PanelState; readonly code: PanelCode; readonly response: Response }

export type Page = (context: { readonly request: Request }) => Html | Promise<Html>
