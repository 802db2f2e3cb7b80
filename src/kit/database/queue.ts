import type { Log } from '../log/log.ts'
import type { Tx } from './tx.ts'

export type Json = string | number | boolean | null | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [name: string]: Json | undefined
}

/**
 * Trace headers (W3C Trace Context). `app dev` sends them with each delivery and uses them to link
 * calls to their event.
 */
export type Trace = Readonly<Record<string, string>>

/** A unit of work: an accepted event, a job of the app, a run of a schedule, or a hook. */
export interface Job {
  /** Key of its effects: the event id, or a random id. */
  readonly id: string
  readonly kind: 'event' | 'job' | 'schedule' | 'hook'
  /** Topic, or the name that the app declared. */
  readonly name: string
  readonly storeId: number
  readonly regionId: number | null
  /** Order id of an event, if it has one. */
  readonly orderId?: number | null
  /** Sealed body of an event whose handler requested it. */
  readonly body?: string
  readonly data?: Json
  readonly trace?: Trace | undefined
}

export interface EnqueueOptions {
  /** While a job with this key is waiting, no other is added. */
  readonly key?: string | undefined
  /** Earliest start. */
  readonly after?: Date | undefined
}

/**
 * `dead`: a retry cannot succeed until something changes. `laterMs`: run later. This does not count
 * as a failed attempt.
 */
export type Outcome = 'done' | { readonly dead: string } | { readonly laterMs: number }

/** Runs one job. If it throws, the job is retried later. After a crash a finished job may run again. */
export type Handle = (job: Job, attempt: number) => Promise<Outcome>

/** A job that is no longer retried. */
export interface DeadLetter {
  readonly id: string
  /** Topic or name of the job. */
  readonly name: string
  readonly storeId: number
  readonly regionId: number | null
  readonly reason: string
  readonly since: Date
}

export interface Working {
  /** Starts no more jobs and waits for running jobs, at most this long. */
  stop(withinMs: number): Promise<void>
}

export interface Ticked {
  /** Number of finished jobs. */
  readonly done: number
  /** Whether more jobs are due. */
  readonly left: boolean
}

/** Dead letters to redrive. `installable`: only those that failed without an install with a valid token. */
export type Redriven = 'all' | 'installable'

export interface WorkTools {
  readonly log: Log
}

/** The work queue: a table with leases on SQLite, pg-boss on PostgreSQL. Jobs run in no fixed order. */
export interface Queue {
  /** Adds a job in the caller's transaction, so it exists only after the commit. */
  enqueue(tx: Tx, job: Job, options?: EnqueueOptions): Promise<void>
  /** Runs jobs in parallel, with a limit per store, so that a busy store does not delay the others. */
  work(handle: Handle, tools: WorkTools): Promise<Working>
  /** Number of due jobs that are not running. */
  due(): Promise<number>
  /** Dead letters, oldest first, at most 100. */
  deadLetters(): Promise<readonly DeadLetter[]>
  /** Turns dead letters of one store or of all stores into jobs again. Returns their number. */
  redrive(storeId?: number, which?: Redriven): Promise<number>
}
