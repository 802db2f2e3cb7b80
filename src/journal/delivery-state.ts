import { integer, integerOrNull, text } from '../storage/columns.ts'
import { prepared, updateRows } from '../storage/statements.ts'
import type { Journal } from './journal.ts'

/**
 * State of a delivery so far.
 * - `pending`: the gateway has acknowledged it and retries until the app accepts it.
 * - `delivered`: the app responded with 2xx at least once.
 * - `failed`: the app did not accept it, and the platform knows, so its own retry will deliver it again.
 * - `dead_letter`: acknowledged, and all attempts are exhausted.
 * - `held_back`: a copy of an event that the app has accepted.
 * - `conflict`: a known eventId with other bytes; never forwarded (P4).
 * - `dropped`: dropped manually.
 */
export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'dead_letter' | 'held_back' | 'conflict' | 'dropped'

/** The platform that a delivery came from. */
export type DeliveryTarget = 'emulator' | 'live'

export const deliveryStates: readonly DeliveryState[] = [
  'pending',
  'delivered',
  'failed',
  'dead_letter',
  'held_back',
  'conflict',
  'dropped',
]

/** The state after an attempt that the app did not accept. */
export interface Settled {
  readonly state: DeliveryState
  /** When the next attempt is due; null for never. */
  readonly nextAttemptAt?: Date | null
}

/** Sets the state of a delivery of this app manually. Returns whether that delivery exists. */
export function setDeliveryState(journal: Journal, id: number, { state, nextAttemptAt = null }: Settled): boolean {
  const values = { state, next_attempt_at: nextAttemptAt?.getTime() ?? null }
  return updateRows(journal.db, 'deliveries', { app_key: journal.appKey, id }, values) === 1
}

/** SQL condition on a `failed` row `d`: no other delivery has brought its event to the app. The platform's own retry is a separate row. */
const notTakenSince = `NOT EXISTS (SELECT 1 FROM deliveries t
  WHERE t.app_key = d.app_key AND t.event_id = d.event_id AND t.state = 'delivered' AND t.mark <> 'conflict')`

/** Returns the first delivery with which the app accepted each of these events; events that it has not accepted are left out. */
export function takenBy(journal: Journal, eventIds: readonly (string | null)[]): ReadonlyMap<string, number> {
  const find = prepared(
    journal.db,
    `SELECT min(id) AS id FROM deliveries WHERE app_key = ? AND event_id = ? AND state = 'delivered' AND mark <> 'conflict'`,
  )
  const found = [...new Set(eventIds)].flatMap((eventId) => {
    const row = eventId === null ? undefined : find.get(journal.appKey, eventId)
    const id = row === undefined ? null : integerOrNull(row, 'id')
    return eventId === null || id === null ? [] : [[eventId, id] as const]
  })
  return new Map(found)
}

interface Which {
  /** Excludes deliveries known to come from another platform. */
  readonly target?: DeliveryTarget | undefined
  /** Default: 1000. */
  readonly limit?: number
}

const fromTarget = '(?2 IS NULL OR d.target IS NULL OR d.target = ?2)'

/** Returns the first delivery of each event that the app still has not accepted, oldest first. */
export function failedEvents(journal: Journal, { target, limit = 1000 }: Which = {}): number[] {
  return prepared(
    journal.db,
    `SELECT min(d.id) AS id FROM deliveries d WHERE d.app_key = ?1 AND d.state = 'failed' AND ${notTakenSince} AND ${fromTarget}
     GROUP BY coalesce(d.event_id, d.id) ORDER BY 1 LIMIT ?3`,
  )
    .all(journal.appKey, target ?? null, limit)
    .map((row) => integer(row, 'id'))
}

/** Returns ids of this app's deliveries in a state, oldest first. */
export function deliveriesIn(journal: Journal, state: DeliveryState, { target, limit = 1000 }: Which = {}): number[] {
  return prepared(
    journal.db,
    `SELECT d.id FROM deliveries d WHERE d.app_key = ?1 AND d.state = ?4 AND ${fromTarget} ORDER BY d.id LIMIT ?3`,
  )
    .all(journal.appKey, target ?? null, limit, state)
    .map((row) => integer(row, 'id'))
}

/** Counts this app's deliveries by state; states without deliveries are left out. `failed` counts only events that the app still has not accepted. */
export function countStates(
  journal: Journal,
  { target }: Pick<Which, 'target'> = {},
): Partial<Record<DeliveryState, number>> {
  const rows = prepared(
    journal.db,
    `SELECT d.state, count(*) AS n FROM deliveries d WHERE d.app_key = ?1 AND d.state <> 'failed' AND ${fromTarget} GROUP BY d.state
     UNION ALL SELECT 'failed', count(DISTINCT d.event_id) + count(*) - count(d.event_id) AS n FROM deliveries d
       WHERE d.app_key = ?1 AND d.state = 'failed' AND ${notTakenSince} AND ${fromTarget} HAVING n > 0`,
  ).all(journal.appKey, target ?? null)
  return Object.fromEntries(rows.map((row) => [text(row, 'state'), integer(row, 'n')]))
}

/** Counts the `failed` events of which no delivery has a response from the app. */
export function countUnreached({ db, appKey }: Journal, { target }: Pick<Which, 'target'> = {}): number {
  const row = prepared(
    db,
    `SELECT count(*) AS n FROM (SELECT 1 FROM deliveries d LEFT JOIN attempts a ON a.delivery_id = d.id
     WHERE d.app_key = ?1 AND d.state = 'failed' AND ${notTakenSince} AND ${fromTarget}
     GROUP BY coalesce(d.event_id, d.id) HAVING count(a.status) = 0)`,
  ).get(appKey, target ?? null)
  return row === undefined ? 0 : integer(row, 'n')
}

/** Filter for waiting deliveries. */
export interface WaitingFor {
  /** Excludes deliveries known to come from another platform. */
  readonly target?: DeliveryTarget | undefined
  /** Ids to ignore. */
  readonly except?: Iterable<number>
}

const waiting = `SELECT d.id, d.next_attempt_at FROM deliveries d
  WHERE d.app_key = ?1 AND d.state = 'pending' AND ${fromTarget} AND d.id NOT IN (SELECT value FROM json_each(?3))`

function waitingFor({ appKey }: Journal, { target, except = [] }: WaitingFor) {
  return [appKey, target ?? null, JSON.stringify([...except])] as const
}

/** Returns the earliest delivery that the gateway has acknowledged, that the app has not accepted yet, and whose next attempt is due; null without one. */
export function firstDue(journal: Journal, now: Date, which: WaitingFor): number | null {
  const row = prepared(journal.db, `${waiting} AND d.next_attempt_at <= ?4 ORDER BY d.id LIMIT 1`).get(
    ...waitingFor(journal, which),
    now.getTime(),
  )
  return row === undefined ? null : integer(row, 'id')
}

/** Returns ids of the acknowledged deliveries whose next attempt is later than `now`, oldest first. */
export function waitingLater(journal: Journal, now: Date, which: WaitingFor): number[] {
  return prepared(journal.db, `${waiting} AND d.next_attempt_at > ?4 ORDER BY d.id`)
    .all(...waitingFor(journal, which), now.getTime())
    .map((row) => integer(row, 'id'))
}

/** Returns when the next delivery is due, in Unix ms; null if none waits. */
export function nextDueAt(journal: Journal, which: WaitingFor = {}): number | null {
  const row = prepared(journal.db, `SELECT min(next_attempt_at) AS at FROM (${waiting})`).get(
    ...waitingFor(journal, which),
  )
  return row === undefined ? null : integerOrNull(row, 'at')
}
