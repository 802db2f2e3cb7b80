import type { DatabaseSync } from 'node:sqlite'

import { limits } from '../catalog/limits.ts'
import { AppError, hasCode } from '../errors.ts'
import { integer } from '../storage/columns.ts'
import {
  isDamage,
  openDatabase,
  removeDatabase,
  transaction,
  unwritableDatabase,
  type Schema,
} from '../storage/database.ts'
import { insertRow, prepared, readInteger } from '../storage/statements.ts'
import { waitToSend, type WaitTools } from './wait.ts'

/** Request budget that all processes of this user share. */
export interface Limiter {
  /** Resolves when a request may be sent, which counts it. Raises `api.rate-limited` if the wait would be too long, and `cli.interrupted`. */
  acquire(budget: Budget): Promise<void>
  close(): void
}

export interface Budget {
  /** A digest of the token, never the token. */
  readonly key: string
  readonly perMinute: number
}

export interface LimiterTools extends WaitTools {
  /** A file, or ':memory:'. */
  readonly path: string
  /** As in `DatabaseOptions`: if the file is not writable, this process counts alone. */
  readonly mayForget?: boolean
  readonly now: () => Date
  /** Called with milliseconds before each wait of at least a second. */
  readonly onWait?: (ms: number) => void
  /** The longest wait for a slot. */
  readonly maxWaitMs?: number
}

export const limiterSchema: Schema = {
  first: 2,
  migrations: [
    `CREATE TABLE spent (key TEXT NOT NULL, at INTEGER NOT NULL); CREATE INDEX spent_by_key ON spent (key, at);
     -- When the next request is due if all came evenly; every request moves it on by one gap.
     CREATE TABLE pace (key TEXT NOT NULL PRIMARY KEY, due REAL NOT NULL) WITHOUT ROWID`,
  ],
}

/** Requests reach the platform later than they are counted, with a variable delay: up to a second on a busy machine (P17). */
const MARGIN_MS = 1_000

const WINDOW_MS = limits.rateWindowMs + MARGIN_MS

/** A whole window and a margin: after that a slot is free. */
const DEFAULT_MAX_WAIT_MS = 65_000

/** An even pace slightly below the budget, so that a burst and variable delays still fit into the minute. */
const PACE_SHARE = 0.96

/** Share of the budget that may be sent together after a pause. The others are sent one by one, so that a burst of one process does not block the others. */
const BURST_SHARE = 1 / 50

/** Shorter waits are not reported. */
const TOLD_FROM_MS = 1_000

/** A timer may fire early, and a stopped clock must not block forever. */
const MAX_SLEEPS = 5

/**
 * Counts requests in a sliding minute, in a database that all processes share: never more than the budget in any 60 s
 * (P17), wherever the platform's minutes begin (B12). After a small burst they are evenly spaced. A waiting caller
 * reserves the next slot immediately and sleeps until then: first come, first served across all processes.
 */
export function createLimiter(tools: LimiterTools): Limiter {
  const { path, now, onWait, maxWaitMs = DEFAULT_MAX_WAIT_MS } = tools
  // Opened by the first request, because a call that is rejected before sending needs no database.
  let opened: DatabaseSync | undefined
  const takeOnce = (budget: Budget): Reservation => {
    const at = now().getTime()
    const db = (opened ??= openCount(tools))
    return transaction(db, () => reserve(db, { budget, at, maxWaitMs }))
  }
  const take = (budget: Budget): Reservation => {
    try {
      return takeOnce(budget)
    } catch (error) {
      if (!isDamaged(error)) throw unwritableDatabase(path, error)
      // The count of the last minute need not survive a power failure: a corrupted file is created again.
      opened?.close()
      opened = undefined
      removeDatabase(path)
      return takeOnce(budget)
    }
  }
  return {
    close: () => opened?.close(),
    async acquire(budget) {
      const { at, isTaken } = take(budget)
      let restMs = at - now().getTime()
      if (!isTaken) throw tooMany(budget, restMs)
      if (restMs >= TOLD_FROM_MS) onWait?.(restMs)
      for (let slept = 0; restMs > 0 && slept < MAX_SLEEPS; slept++) {
        await waitToSend(tools, restMs)
        restMs = at - now().getTime()
      }
    },
  }
}

/** When a request may be sent (Unix ms), and whether the slot is reserved. */
interface Reservation {
  readonly at: number
  readonly isTaken: boolean
}

interface Asked {
  readonly budget: Budget
  readonly at: number
  readonly maxWaitMs: number
}

/** Reserves the first free slot in the caller's transaction, so that two processes cannot reserve the same. */
function reserve(db: DatabaseSync, { budget: { key, perMinute }, at, maxWaitMs }: Asked): Reservation {
  // The longest possible wait. Later slots were written before the clock was set back, and would block for hours.
  const horizon = at + WINDOW_MS + Math.max(maxWaitMs, DEFAULT_MAX_WAIT_MS)
  prepared(db, 'DELETE FROM spent WHERE at <= ? OR at > ?').run(at - WINDOW_MS, horizon)
  prepared(db, 'DELETE FROM pace WHERE due <= ? OR due > ?').run(at, horizon)
  const nextAt = Math.max(at, firstFree(db, { key, perMinute }))
  if (nextAt - at > maxWaitMs) return { at: nextAt, isTaken: false }
  const gapMs = limits.rateWindowMs / (perMinute * PACE_SHARE)
  const due = dueAt(db, key)
  const evenAt = Math.floor(due - gapMs * Math.max(0, Math.floor(perMinute * BURST_SHARE) - 1))
  // The even pace delays a request at most by its caller's maximum wait.
  const place = evenAt - at > maxWaitMs ? nextAt : Math.max(nextAt, evenAt)
  insertRow(db, 'spent', { key, at: place })
  prepared(db, 'INSERT OR REPLACE INTO pace (key, due) VALUES (?, ?)').run(key, Math.max(place, due) + gapMs)
  return { at: place, isTaken: true }
}

/** Returns when the budget has a free slot (Unix ms); 0 for now. */
function firstFree(db: DatabaseSync, { key, perMinute }: Budget): number {
  const row = prepared(db, 'SELECT at FROM spent WHERE key = ? ORDER BY at DESC LIMIT 1 OFFSET ?').get(
    key,
    perMinute - 1,
  )
  return row === undefined ? 0 : integer(row, 'at') + WINDOW_MS
}

/** Returns when the next request is due at an even pace (Unix ms); 0 after a pause. */
function dueAt(db: DatabaseSync, key: string): number {
  return readInteger(db, 'SELECT due FROM pace WHERE key = ?', key)
}

function openCount({ path, mayForget = false }: LimiterTools): DatabaseSync {
  return openDatabase({ path, ...limiterSchema, durability: 'none', mayForget })
}

function isDamaged(error: unknown): boolean {
  return hasCode(error, 'storage.older') || isDamage(hasCode(error, 'storage.broken') ? error.cause : error)
}

function tooMany({ perMinute }: Budget, waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000)
  return new AppError(
    'api.rate-limited',
    `The budget of ${perMinute} requests per minute is exhausted. Nothing was sent.`,
    {
      suggestions: [`Try again in ${seconds} s.`],
      details: { retryAfterSeconds: seconds },
    },
  )
}
