import type { Sql } from '../state/database.ts'
import type { Trace } from '../trace.ts'
import type { StoreEvent } from '../webhooks/event.ts'

/** What is to be done: an event that was taken, and the trace of its delivery. */
export type Job = StoreEvent & { readonly trace?: Trace | undefined }

/** `dead`: trying again helps nothing until a person has done something. */
export type Outcome = 'done' | 'dead' | Later

/** Nothing failed, and it cannot be done yet: the job is handed out again after so long, in ms. Not counted as a try. */
export interface Later {
  readonly laterMs: number
}

/** Does one job. Throws to be handed the same job again later. After a crash it may be handed one that it has done. */
export type Handle = (job: Job) => Promise<Outcome>

/** A job that was given up: too often tried, or `dead` at once. */
export interface DeadLetter {
  readonly job: Job
  readonly reason: string
  readonly since: Date
}

export interface Working {
  /** Takes no more jobs, and waits for those that are being done, at most so long. */
  readonly stop: (withinMs: number) => Promise<void>
}

/** The door to the work queue: on SQLite a table with leases, on PostgreSQL pg-boss. Jobs are done in no order. */
export interface Queue {
  /** Part of the caller's transaction: the job exists only if that commits. */
  readonly enqueue: (sql: Sql, job: Job) => Promise<void>
  /** Does jobs from now on, several at once; of one store only some of them, so that a busy one holds up no other. */
  readonly work: (handle: Handle) => Promise<Working>
  /** The oldest first, at most 100. */
  readonly deadLetters: () => Promise<DeadLetter[]>
  /** Makes jobs of dead letters again: of one store, or all of them. Returns how many. */
  readonly redrive: (storeId?: number) => Promise<number>
}
