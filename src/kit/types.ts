import type { Topic as AnyTopic } from '../catalog/topics.ts'
import type { Api } from './api/api.ts'
import type { Json, JsonObject, Trace } from './database/queue.ts'
import type { Row, Sql } from './database/sql.ts'
import type { Html } from './http/html.ts'
import type { Install } from './install/install.ts'
import type { Log } from './log/log.ts'
import type { PanelCode, PanelState } from './panel/screens.ts'

/** A topic that an app can handle. The library handles `app.uninstalled`: see `App.uninstalled`. */
export type Topic = Exclude<AnyTopic, 'app.uninstalled'>

/** A verified event. Its payload is not documented, so fetch everything else with `api`. */
export interface StoreEvent<T extends Topic = Topic> {
  /** Event id, the same for each delivery of the event. */
  readonly id: string
  readonly topic: T
  readonly storeId: number
  /** Region id, or null if the event has none. */
  readonly regionId: number | null
  /** Order id, or null if the event has none. */
  readonly orderId: number | null
  /** Body of the event, or null unless `on` has `{ body: true }`. */
  readonly body: JsonObject | null
}

/** Reads rows, and writes in one transaction. */
export interface Db {
  rows<R extends Row = Row>(query: Sql): Promise<readonly R[]>
  /**
   * Returns the number of rows changed by each statement, 0 for a job. On D1 a statement that is
   * written with a job counts as 1.
   */
  write(...writes: readonly Write[]): Promise<readonly number[]>
}

/** The transaction of an effect. */
export type Transaction = Db

/** Store and region of a job, and when it runs. */
export interface At {
  readonly storeId: number
  readonly regionId: number | null
  /** While a job with this key is waiting, no other is added. */
  readonly key?: string
  /** Earliest start. */
  readonly after?: Date
}

/** Period of a schedule. `at` is a time of day in UTC. Without it the installs are spread over the period. */
export type Period =
  | { readonly minutes: number }
  | { readonly hours: number }
  | { readonly days: number; readonly at?: string }

/** A job that starts once it is written. Return it from a handler, or pass it to `db.write`. */
export interface JobRequest {
  readonly kind: 'job'
  readonly name: string
  readonly data: Json
  readonly at: At
}

export type Write = Sql | JobRequest

/**
 * The writes that a handler returns: statements, jobs, or a function that receives the transaction.
 * They are written once, all or none.
 */
export type Effect = Write | readonly Write[] | ((tx: Transaction) => Promise<void>) | void

export type Done<R = never> = Effect | R | Promise<Effect | R>

export interface WorkContext {
  readonly install: Install
  /** Region id of the event or job. */
  readonly regionId: number | null
  /** Number of the attempt, from 1. */
  readonly attempt: number
  /** Aborted after 110 s. */
  readonly signal: AbortSignal
  readonly log: Log
  readonly db: Db
  /** API calls of this install in the region of the event or job. */
  readonly api: Api
  apiFor(region: string | number): Api
  /** `traceparent` and `tracestate` for your own requests. */
  readonly trace: Trace
  /**
   * Runs work outside the database and the platform, such as an email. The name is stored before
   * the work, so after a crash in between the work is skipped and the result is null.
   */
  atMostOnce<T>(name: string, work: () => Promise<T>): Promise<T | null>
}

/** Context without `api`, because the app was uninstalled or its token is not valid. */
export type Gone = Omit<WorkContext, 'api' | 'apiFor'>

export type EventContext<T extends Topic> = WorkContext & { readonly event: StoreEvent<T> }

export type JobContext<D extends Json> = WorkContext & {
  readonly data: D
  /** Requests the same job again. Return the request to run it. */
  again(data: D, after?: Date): JobRequest
}

/**
 * Handles an event. Fetch first, then return the effect. It is written once, however often the
 * event arrives.
 */
export type Handler<T extends Topic> = (context: EventContext<T>) => Done

export interface PanelContext {
  readonly request: Request
  readonly query: URLSearchParams
  /** Install of the verified session, never from the request. */
  readonly install: Install
  /** Selected region id. Null only if a store-wide install has no region. */
  readonly regionId: number | null
  readonly scope: 'region' | 'store'
  readonly api: Api
  apiFor(region: string | number): Api
  readonly db: Db
  readonly log: Log
  readonly signal: AbortSignal
  /** URL of another page of this panel: `link('panel/orders')`. */
  link(path: string): string
  /** Hidden form field. `action` rejects a form without it. */
  readonly csrf: Html
}

export type PanelPage = (context: PanelContext) => Html | Response | Promise<Html | Response>

/** JSON for a panel script. */
export type PanelData = (context: PanelContext) => Promise<object>

export type ActionContext = PanelContext & { readonly form: URLSearchParams }

export type Action = (context: ActionContext) => Done<Response>

export type SlotContext = PanelContext & { readonly entityType: string; readonly entityId: number }

/** Content on a page of the store admin. */
export type Slot = (context: SlotContext) => Html | string | Promise<Html | string>

/** Session of a request. Without one, `response` is the screen for its state, which explains the reason. */
export type Session =
  | {
      readonly state: 'open'
      readonly install: Install
      readonly regionId: number | null
      readonly scope: 'region' | 'store'
      readonly api: Api
      /**
       * Headers to set on your response. The first response carries `X-Panel-Session`. CORS is for
       * PANEL_ORIGIN only.
       */
      readonly headers: Headers
    }
  | { readonly state: PanelState; readonly code: PanelCode; readonly response: Response }

export type Page = (context: { readonly request: Request }) => Html | Promise<Html>
