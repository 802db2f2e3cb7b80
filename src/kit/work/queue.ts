import type { Tx } from '../database/tx.ts'
import type { Log } from '../log/log.ts'

export type Json = string | number | boolean | null | readonly Json[] | JsonObject

export interface JsonObject {
  readonly [name: string]: Json | undefined
}

/** Trace headers (W3C Trace Context). `app dev` sends them with each delivery, and connects calls to their event by them. */
export type Trace = Readonly<Record<string, string>>

/** Something to do: an event that was accepted, a job of the app, a turn of a schedule, or a hook. */
export interface Job {
  /** What it writes is keyed by this: the id of the event, or a random one. */
  readonly id: string
  readonly kind: 'event' | 'job' | 'schedule' | 'hook'
  /** The topic, or the name under which the app has declared it. */
  readonly name: string
  readonly storeId: number
  readonly regionId: number | null
  /** Of an event that names an order. */
  readonly orderId?: number | null
  /** Of an event whose handler asked for the body: sealed. */
  readonly body?: string
  readonly data?: Json
  readonly trace?: Trace | undefined
}

export interface EnqueueOptions {
  /** One job with this key waits at a time. */
  readonly key?: string | undefined
  /** Not before this moment. */
  readonly after?: Date | undefined
}

/** `dead`: another attempt does not help until somebody changes something. `laterMs`: nothing failed, and it is not an attempt. */
export type Outcome = 'done' | { readonly dead: string } | { readonly laterMs: number }

/** Does one job. Throws to get the same job again later. After a crash it may get a job that it has done. */
export type Handle = (job: Job, attempt: number) => Promise<Outcome>

/** A job that is not tried any more. */
export interface DeadLetter {
  readonly id: string
  /** The topic or name of the job. */
  readonly name: string
  readonly storeId: number
  readonly regionId: number | null
  readonly reason: string
  readonly since: Date
}

export interface Working {
  /** Starts no more jobs, and waits for those that run, at most this long. */
  stop(withinMs: number): Promise<void>
}

export interface Ticked {
  /** How many jobs were done. */
  readonly done: number
  /** Whether more jobs are due. */
  readonly left: boolean
}

/** Dead letters to redrive: `installable` are those that lacked an install with a valid token. */
export type Redriven = 'all' | 'installable'

export interface WorkTools {
  readonly log: Log
}

/** The work queue: a table with leases on SQLite, pg-boss on PostgreSQL. Jobs are done in no order. */
export interface Queue {
  /** Part of the caller's transaction: the job exists only if that commits. */
  enqueue(tx: Tx, job: Job, options?: EnqueueOptions): Promise<void>
  /** Does jobs from now on, several at once, and only some of one store, so that a busy store delays no other. */
  work(handle: Handle, tools: WorkTools): Promise<Working>
  /** How many jobs are due, and not being done. */
  due(): Promise<number>
  /** The oldest first, at most 100. */
  deadLetters(): Promise<readonly DeadLetter[]>
  /** Turns dead letters of one store, or of all, into jobs again. Returns how many. */
  redrive(storeId?: number, which?: Redriven): Promise<number>
}
