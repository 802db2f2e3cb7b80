import { transaction } from '../storage/database.ts'
import { prepared, readInteger } from '../storage/statements.ts'
import type { Journal } from './journal.ts'

export interface Retention {
  /** Rows older than this are deleted, in ms. */
  readonly maxAgeMs: number
  /** Above this size, the oldest rows are deleted. */
  readonly maxBytes: number
}

/** Two weeks and half a gibibyte: enough history, and a size that does not matter on a disk. */
export const defaultRetention: Retention = { maxAgeMs: 14 * 24 * 3_600_000, maxBytes: 512 * 1024 * 1024 }

/** Rows deleted per transaction; the gateway must not wait long for it. */
const CHUNK = 500

/**
 * Deletes one chunk of rows that are too old or too many, of all apps. Waiting deliveries stay.
 * Returns the number of deleted rows: call it until that is 0. Raises the errors of SQLite.
 */
export function pruneChunk(journal: Journal, { now, ...retention }: Retention & { readonly now: Date }): number {
  const { db } = journal
  const before = new Date(now.getTime() - retention.maxAgeMs).toISOString()
  return transaction(db, () => {
    const isTooLarge = usedBytes(journal) > retention.maxBytes
    // ISO-8601 in UTC sorts as text. A time after all others selects the oldest rows at any age.
    const until = isTooLarge ? '9999' : before
    const telemetry = pruneTelemetry(journal, until)
    // The app's telemetry is deleted before the gateway's own rows (T39).
    if (isTooLarge && telemetry > 0) return telemetry
    const old = `SELECT id FROM deliveries WHERE received_at < ?1 AND state <> 'pending' ORDER BY received_at LIMIT ${CHUNK}`
    prepared(db, `DELETE FROM attempts WHERE delivery_id IN (${old})`).run(until)
    const deliveries = prepared(db, `DELETE FROM deliveries WHERE id IN (${old})`).run(until)
    const calls = prepared(
      db,
      `DELETE FROM calls WHERE id IN (SELECT id FROM calls WHERE at < ?1 ORDER BY at LIMIT ${CHUNK})`,
    ).run(until)
    const refusals = prepared(
      db,
      `DELETE FROM refusal_times WHERE id IN (SELECT id FROM (SELECT id, at FROM refusal_times ORDER BY id LIMIT ${CHUNK}) WHERE at < ?1)`,
    ).run(until)
    return telemetry + [deliveries, calls, refusals].reduce((sum, { changes }) => sum + Number(changes), 0)
  })
}

/** Deletes the oldest spans and log records that arrived before `until`, by id, which grows with arrival. Returns the number of deleted rows. */
function pruneTelemetry({ db }: Journal, until: string): number {
  return (['spans', 'logs'] as const)
    .map((table) => {
      const old = `SELECT id FROM (SELECT id, received_at FROM ${table} ORDER BY id LIMIT ${CHUNK}) WHERE received_at < ?`
      return Number(prepared(db, `DELETE FROM ${table} WHERE id IN (${old})`).run(until).changes)
    })
    .reduce((sum, gone) => sum + gone, 0)
}

/** Returns the bytes of the file that are in use: freed pages are reused. */
function usedBytes({ db }: Journal): number {
  const pages = readInteger(db, 'PRAGMA page_count')
  const free = readInteger(db, 'PRAGMA freelist_count')
  return (pages - free) * readInteger(db, 'PRAGMA page_size')
}
