import { integer, text } from '../storage/columns.ts'
import { prepared } from '../storage/statements.ts'
import { callColumns } from './calls/calls.ts'
import type { Journal } from './journal.ts'
import { callEntry, type CallEntry } from './timeline.ts'

/** Longer calls cannot be found by their start time. */
const LONGEST_MS = 60_000

/** Tolerance, because one side stores whole milliseconds and the other tenths. */
const SLACK_MS = 2

export interface TimeSpan {
  readonly from: Date
  readonly to: Date
  readonly limit: number
}

/** Returns calls that began in this time span, oldest first. A row stores the time of its response. */
export function callsBetween(journal: Journal, { from, to, limit }: TimeSpan): CallEntry[] {
  return prepared(
    journal.db,
    `SELECT ${callColumns} FROM calls c INDEXED BY calls_by_time
     WHERE at BETWEEN ?1 AND ?2 AND app_key = ?3 AND julianday(at) - ms / 86400000.0 <= julianday(?4) AND julianday(at) - ms / 86400000.0 >= julianday(?1)
     ORDER BY at, id LIMIT ?5`,
  )
    .all(
      new Date(from.getTime() - SLACK_MS).toISOString(),
      new Date(to.getTime() + LONGEST_MS).toISOString(),
      journal.appKey,
      new Date(to.getTime() + SLACK_MS).toISOString(),
      limit,
    )
    .map(callEntry)
}

/** A delivery that the app was handling until `at`, for `ms`. */
export interface Handled {
  readonly deliveryId: number
  readonly storeId: string
  readonly at: Date
  readonly ms: number
}

/** Number of attempts checked before and after one, because they may have overlapped it. */
const NEAR = 300

/** Returns deliveries that the app may have been handling at the time of an attempt, by the attempts recorded next to it. */
export function handledNear(journal: Journal, attemptId: number): Handled[] {
  return prepared(
    journal.db,
    `SELECT a.delivery_id, a.at, a.ms, d.store_id FROM attempts a CROSS JOIN deliveries d ON d.id = a.delivery_id
     WHERE a.id BETWEEN ?1 AND ?2 AND d.app_key = ?3 AND a.error IS NOT 'held-back'`,
  )
    .all(attemptId - NEAR, attemptId + NEAR, journal.appKey)
    .map((row) => ({
      deliveryId: integer(row, 'delivery_id'),
      storeId: text(row, 'store_id'),
      at: new Date(text(row, 'at')),
      ms: integer(row, 'ms'),
    }))
}
