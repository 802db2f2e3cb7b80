import type { DatabaseSync } from 'node:sqlite'

import { limits } from '../catalog/limits.ts'
import { AppError } from '../errors.ts'
import { openDatabase, transaction } from '../storage/database.ts'
import { prepared } from '../storage/statements.ts'

/** A budget of requests that all processes of this user share. */
export interface Limiter {
  /** Resolves when a request may be sent; it is counted from then on. Raises `api.rate-limited` when that would take too long. */
  acquire(budget: Budget): Promise<void>
  close(): void
}

export interface Budget {
  /** Whose budget: a digest of the token, never the token. */
  readonly key: string
  readonly perMinute: number
}

export interface LimiterTools {
  /** A file, or ':memory:'. */
  readonly path: string
  readonly now: () => Date
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  /** Told before each wait, in ms. */
  readonly onWait?: (ms: number) => void
  /** The longest wait for a place. */
  readonly maxWaitMs?: number
  readonly signal?: AbortSignal
}

const migrations = [
  'CREATE TABLE spent (key TEXT NOT NULL, at INTEGER NOT NULL); CREATE INDEX spent_by_key ON spent (key, at)',
]

/** Requests reach the platform a little later than they are counted here, and not all equally late. */
const MARGIN_MS = 500

const WINDOW_MS = limits.rateWindowMs + MARGIN_MS

/** A whole window: whoever waits that long gets a place, unless others are faster. */
const DEFAULT_MAX_WAIT_MS = 65_000

/**
 * Counts requests in a sliding minute, in a database that all processes share: never more than the budget in any 60 s (P17), whichever way the platform
 * cuts its minutes (B12). Every place is taken in a transaction of its own, so two processes cannot take the same.
 */
export function createLimiter({
  path,
  now,
  sleep,
  onWait,
  maxWaitMs = DEFAULT_MAX_WAIT_MS,
  signal,
}: LimiterTools): Limiter {
  // Opened by the first request: a call that is refused before it is sent needs no database.
  let opened: DatabaseSync | undefined
  const tryAcquire = ({ key, perMinute }: Budget): number => {
    const at = now().getTime()
    const db = (opened ??= openDatabase({ path, migrations }))
    return transaction(db, () => {
      // A clock that was set back would otherwise leave places taken for hours.
      prepared(db, 'DELETE FROM spent WHERE at <= ? OR at > ?').run(at - WINDOW_MS, at + WINDOW_MS)
      const row = prepared(db, 'SELECT count(*) AS used, min(at) AS oldest FROM spent WHERE key = ?').get(key)
      if (Number(row?.['used'] ?? 0) >= perMinute) return Math.max(1, Number(row?.['oldest']) + WINDOW_MS - at)
      prepared(db, 'INSERT INTO spent (key, at) VALUES (?, ?)').run(key, at)
      return 0
    })
  }
  return {
    close: () => opened?.close(),
    async acquire(budget) {
      let waitedMs = 0
      for (let waitMs = tryAcquire(budget); waitMs > 0; waitMs = tryAcquire(budget)) {
        if (waitedMs + waitMs > maxWaitMs) throw tooMany(budget, waitMs)
        onWait?.(waitMs)
        await sleep(waitMs, signal)
        waitedMs += waitMs
      }
    },
  }
}

function tooMany({ perMinute }: Budget, waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000)
  return new AppError(
    'api.rate-limited',
    `The budget of ${perMinute} requests a minute is used up; nothing was sent.`,
    {
      suggestions: [`Try again in ${seconds} s.`],
      details: { retryAfterSeconds: seconds },
    },
  )
}
